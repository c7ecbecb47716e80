; Three parcels, two bays and a day of five hours.
(define (problem trucks-p01)
  (:domain trucks)
  (:objects
    abbey brewery castle - place
    van - truck
    front rear - bay
    candles hops mead - parcel
    h8 h9 h10 h11 h12 h13 - hour)
  (:init
    (road abbey brewery) (road brewery abbey)
    (road brewery castle) (road castle brewery)
    (nearer front rear)
    (next-hour h8 h9) (next-hour h9 h10) (next-hour h10 h11) (next-hour h11 h12) (next-hour h12 h13)
    (now h8)
    (at van abbey) (free front van) (free rear van)
    (at candles abbey) (at hops castle) (at mead abbey))
  (:goal (and (delivered candles castle) (delivered hops brewery) (delivered mead castle))))
