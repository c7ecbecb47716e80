; Nine rooms in three rows, two of them locked; room rRC is in row R, column C, from zero.
(define (problem grid-p01)
  (:domain grid)
  (:objects
    r00 r01 r02 r10 r11 r12 r20 r21 r22 - room
    brass silver - key
    round square - shape)
  (:init
    (door r00 r01) (door r00 r10)
    (door r01 r02) (door r01 r00) (door r01 r11)
    (door r02 r01) (door r02 r12)
    (door r10 r11) (door r10 r20) (door r10 r00)
    (door r11 r12) (door r11 r10) (door r11 r21) (door r11 r01)
    (door r12 r11) (door r12 r22) (door r12 r02)
    (door r20 r21) (door r20 r10)
    (door r21 r22) (door r21 r20) (door r21 r11)
    (door r22 r21) (door r22 r12)
    (lock-shape r11 round) (locked r11) (lock-shape r22 square) (locked r22)
    (open r00) (open r01) (open r02) (open r10) (open r12) (open r20) (open r21)
    (key-shape brass round) (key-shape silver square)
    (lies brass r20) (lies silver r11)
    (robot r02) (arm-empty))
  (:goal (and (lies brass r22) (lies silver r00))))
