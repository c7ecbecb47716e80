; One bag, three things, three places.
(define (problem briefcase-p01)
  (:domain briefcase)
  (:objects home office bank - place case - bag key pen cheque - item)
  (:init
    (at case office)
    (at key home) (loose key)
    (at pen office) (loose pen)
    (at cheque home) (loose cheque))
  (:goal (and (at key office) (at pen home) (at cheque bank) (at case home))))
