; Four towns, three parcels, a tank of nine; the shortest tour burns seven.
(define (problem nomystery-p01)
  (:domain nomystery)
  (:objects
    ayr bath cork dover - town
    van - truck
    cheese wine wool - parcel
    l0 l1 l2 l3 l4 l5 l6 l7 l8 l9 - amount)
  (:init
    (sum l0 l1 l1) (sum l1 l1 l2) (sum l2 l1 l3) (sum l3 l1 l4) (sum l4 l1 l5) (sum l5 l1 l6)
    (sum l6 l1 l7) (sum l7 l1 l8) (sum l8 l1 l9)
    (sum l0 l2 l2) (sum l1 l2 l3) (sum l2 l2 l4) (sum l3 l2 l5) (sum l4 l2 l6) (sum l5 l2 l7)
    (sum l6 l2 l8) (sum l7 l2 l9)
    (sum l0 l3 l3) (sum l1 l3 l4) (sum l2 l3 l5) (sum l3 l3 l6) (sum l4 l3 l7) (sum l5 l3 l8)
    (sum l6 l3 l9)
    (demand ayr bath l1) (demand bath ayr l1)
    (demand bath cork l2) (demand cork bath l2)
    (demand cork dover l1) (demand dover cork l1)
    (demand dover ayr l3) (demand ayr dover l3)
    (at van ayr) (tank van l9)
    (at cheese cork) (at wine dover) (at wool ayr))
  (:goal (and (at cheese ayr) (at wine bath) (at wool cork))))
