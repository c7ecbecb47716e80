; Four balls, two rooms, two hands.
(define (problem gripper-p01)
  (:domain gripper)
  (:objects kitchen cellar red green blue white left right)
  (:init
    (room kitchen) (room cellar)
    (ball red) (ball green) (ball blue) (ball white)
    (hand left) (hand right)
    (robot-in kitchen) (empty left) (empty right)
    (lies-in red kitchen) (lies-in green kitchen) (lies-in blue kitchen) (lies-in white cellar))
  (:goal (and (lies-in red cellar) (lies-in green cellar) (lies-in blue cellar) (lies-in white kitchen))))
