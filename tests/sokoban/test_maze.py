from beta_plan.sokoban.maze import WALL, Maze


def test_a_square_is_inner_if_a_goal_can_be_walked_to():
    maze = Maze.of([(0, 0), (0, 1), (0, 3), (5, 5)], [(0, 0)])
    assert maze.places == ((0, 0), (0, 1))
    assert maze.goals == (0,)


def test_neighbours_are_up_right_down_left():
    maze = Maze.of([(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)], [(1, 1)])
    centre = maze.square_at[1, 1]
    assert [maze.places[n] for n in maze.neighbours[centre]] == [(0, 1), (1, 2), (2, 1), (1, 0)]
    assert maze.neighbours[maze.square_at[0, 1]] == (WALL, WALL, centre, WALL)


def test_a_corner_that_is_no_goal_is_dead():
    room = [(row, column) for row in range(3) for column in range(3)]
    assert Maze.of(room, [(1, 1)]).live == (4,)  # the man has no square behind a box at a wall
    big = [(row, column) for row in range(5) for column in range(5)]
    live = Maze.of(big, [(2, 2)]).live
    assert {divmod(square, 5) for square in live} == {(row, column) for row in range(1, 4) for column in range(1, 4)}


def test_boxes_bound_the_zone_of_the_man():
    maze = Maze.of([(0, column) for column in range(5)], [(0, 0)])
    assert maze.zone(0, [2]) == {0, 1}
    assert maze.zone(3, [2]) == {3, 4}


def test_the_man_is_in_any_zone_that_boxes_on_goals_leave():
    row = [(1, column) for column in range(1, 6)]
    assert Maze.of(row, [(1, 3)]).solved_zones == (0, 3)
    assert Maze.of(row, [(1, 1)]).solved_zones == (1,)
    assert Maze.of(row, row).solved_zones == ()
