; Five tiles in two rows; cell cRC is in row R, column C, from zero.
(define (problem npuzzle-p01)
  (:domain npuzzle)
  (:objects
    c00 c01 c02 c10 c11 c12 - cell
    t1 t2 t3 t4 t5 - tile)
  (:init
    (adjacent c00 c01) (adjacent c00 c10)
    (adjacent c01 c00) (adjacent c01 c02) (adjacent c01 c11)
    (adjacent c02 c01) (adjacent c02 c12)
    (adjacent c10 c00) (adjacent c10 c11)
    (adjacent c11 c10) (adjacent c11 c12) (adjacent c11 c01)
    (adjacent c12 c11) (adjacent c12 c02)
    (at t4 c00) (at t2 c01) (at t5 c02)
    (at t1 c10) (at t3 c11) (gap c12))
  (:goal (and (at t1 c00) (at t2 c01) (at t3 c02) (at t4 c10) (at t5 c11))))
