; Three children at two tables, one of them allergic; one bread and one filling are without gluten.
(define (problem childsnack-p01)
  (:domain childsnack)
  (:objects
    window door - place
    tray1 - tray
    ada ben cleo - child
    s1 s2 s3 - sandwich
    rye rice-cake toast - bread
    cheese ham jam - filling)
  (:init
    (gluten-free rice-cake) (gluten-free jam)
    (allergic cleo)
    (sits ada window) (sits ben door) (sits cleo window)
    (hungry ada) (hungry ben) (hungry cleo)
    (in-stock rye) (in-stock rice-cake) (in-stock toast)
    (in-stock cheese) (in-stock ham) (in-stock jam)
    (unmade s1) (unmade s2) (unmade s3)
    (at tray1 kitchen))
  (:goal (and (served ada) (served ben) (served cleo))))
