; Five blocks: a tower and a pair become one tower in another order.
(define (problem blocks-p01)
  (:domain blocks)
  (:objects a b c d e)
  (:init
    (on-table c) (on b c) (on a b) (top a)
    (on-table e) (on d e) (top d)
    (crane-free))
  (:goal (and (on c a) (on a e) (on e d) (on d b))))
