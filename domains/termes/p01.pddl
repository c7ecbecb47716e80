; Two rows of three cells; a tower of two blocks shall stand far from the depot, and nothing else.
(define (problem termes-p01)
  (:domain termes)
  (:objects
    c00 c01 c02 c10 c11 c12 - cell
    h0 h1 h2 - level)
  (:init
    (one-more h0 h1) (one-more h1 h2)
    (beside c00 c01) (beside c00 c10)
    (beside c01 c00) (beside c01 c02) (beside c01 c11)
    (beside c02 c01) (beside c02 c12)
    (beside c10 c00) (beside c10 c11)
    (beside c11 c10) (beside c11 c12) (beside c11 c01)
    (beside c12 c11) (beside c12 c02)
    (depot c00)
    (robot c00) (unladen)
    (height c00 h0) (height c01 h0) (height c02 h0)
    (height c10 h0) (height c11 h0) (height c12 h0))
  (:goal (and
    (height c01 h0) (height c02 h0) (height c10 h0) (height c11 h0) (height c12 h2)
    (unladen))))
