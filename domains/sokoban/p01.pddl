; The man (@) brings two boxes ($) to two targets (.); square sRC is in row R, column C, from zero.
;
;   #######
;   #@. ###
;   #.   ##
;   #   $##
;   # # $ #
;   ##    #
;   #######
;
(define (problem sokoban-p01)
  (:domain sokoban)
  (:objects
    s11 s12 s13 s21 s22 s23 s24 s31 s32 s33 s34 s41 s43 s44 s45 s52 s53 s54 s55 - square
    up down left right - direction
    man - man
    box1 box2 - box)
  (:init
    (next s11 s12 right) (next s11 s21 down)
    (next s12 s13 right) (next s12 s11 left) (next s12 s22 down)
    (next s13 s12 left) (next s13 s23 down)
    (next s21 s22 right) (next s21 s31 down) (next s21 s11 up)
    (next s22 s23 right) (next s22 s21 left) (next s22 s32 down) (next s22 s12 up)
    (next s23 s24 right) (next s23 s22 left) (next s23 s33 down) (next s23 s13 up)
    (next s24 s23 left) (next s24 s34 down)
    (next s31 s32 right) (next s31 s41 down) (next s31 s21 up)
    (next s32 s33 right) (next s32 s31 left) (next s32 s22 up)
    (next s33 s34 right) (next s33 s32 left) (next s33 s43 down) (next s33 s23 up)
    (next s34 s33 left) (next s34 s44 down) (next s34 s24 up)
    (next s41 s31 up)
    (next s43 s44 right) (next s43 s53 down) (next s43 s33 up)
    (next s44 s45 right) (next s44 s43 left) (next s44 s54 down) (next s44 s34 up)
    (next s45 s44 left) (next s45 s55 down)
    (next s52 s53 right)
    (next s53 s54 right) (next s53 s52 left) (next s53 s43 up)
    (next s54 s55 right) (next s54 s53 left) (next s54 s44 up)
    (next s55 s54 left) (next s55 s45 up)
    (target s12) (target s21)
    (plain s11) (plain s13) (plain s22) (plain s23) (plain s24) (plain s31) (plain s32) (plain s33) (plain s34)
    (plain s41) (plain s43) (plain s44) (plain s45) (plain s52) (plain s53) (plain s54) (plain s55)
    (at man s11) (at box1 s34) (at box2 s44)
    (clear s12) (clear s13) (clear s21) (clear s22) (clear s23) (clear s24) (clear s31) (clear s32) (clear s33)
    (clear s41) (clear s43) (clear s45) (clear s52) (clear s53) (clear s54) (clear s55)
    (= (total-cost) 0))
  (:goal (and (stored box1) (stored box2)))
  (:metric minimize (total-cost)))
