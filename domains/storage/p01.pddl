; A container of three spots stands before a depot of two by two; the only way between them is the yard.
(define (problem storage-p01)
  (:domain storage)
  (:objects
    c1 c2 c3 yard d11 d12 d21 d22 - spot
    container depot - building
    crane - hoist
    anvil barrel chest - crate)
  (:init
    (beside c1 yard) (beside yard c1)
    (beside c2 yard) (beside yard c2)
    (beside c3 yard) (beside yard c3)
    (beside yard d11) (beside d11 yard)
    (beside d11 d12) (beside d12 d11)
    (beside d11 d21) (beside d21 d11)
    (beside d12 d22) (beside d22 d12)
    (beside d21 d22) (beside d22 d21)
    (belongs c1 container) (belongs c2 container) (belongs c3 container)
    (belongs d11 depot) (belongs d12 depot) (belongs d21 depot) (belongs d22 depot)
    (at anvil c1) (inside anvil container)
    (at barrel c2) (inside barrel container)
    (at chest c3) (inside chest container)
    (at crane d22) (idle crane)
    (free yard) (free d11) (free d12) (free d21))
  (:goal (and (inside anvil depot) (inside barrel depot) (inside chest depot))))
