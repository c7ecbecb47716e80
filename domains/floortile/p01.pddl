; Two robots, three rows of two tiles; the lowest row stays as it is. Tile tRC is in row R, column C, from zero.
(define (problem floortile-p01)
  (:domain floortile)
  (:objects
    t00 t01 t10 t11 t20 t21 - tile
    up right down left - direction
    rosa theo - robot
    black white - colour)
  (:init
    (next t00 t01 right) (next t00 t10 down)
    (next t01 t00 left) (next t01 t11 down)
    (next t10 t00 up) (next t10 t11 right) (next t10 t20 down)
    (next t11 t01 up) (next t11 t10 left) (next t11 t21 down)
    (next t20 t10 up) (next t20 t21 right)
    (next t21 t11 up) (next t21 t20 left)
    (paintable up) (paintable down)
    (available black) (available white)
    (at rosa t20) (loaded rosa white)
    (at theo t11) (loaded theo black)
    (clear t00) (clear t01) (clear t10) (clear t21))
  (:goal (and (painted t00 black) (painted t01 white) (painted t10 white) (painted t11 black))))
