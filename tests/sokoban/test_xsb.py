"""Texts of levels: dialects that people write, what is wrong with a text and where, and back to text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.errors import IllegalTask, InputRefused
from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.xsb import collection_text, drafts, level_text, read_level, read_levels, read_states, select
from tests.sokoban.levels import CORNER, level, levels, random_levels

SMALL = "#####\n#@$.#\n#####\n"
OTHER = "####\n#.@#\n# $#\n#  #\n####\n"


def test_a_level_by_hand():
    found = level(CORNER)
    assert found.maze.places == (
        *((1, 3), (1, 4), (1, 5)),
        *((2, 1), (2, 2), (2, 3), (2, 4), (2, 5)),
        *((3, 1), (3, 3), (3, 4), (3, 5)),
    )
    assert (found.maze.goals, found.boxes, found.man) == ((3, 9), (5, 10), 11)
    assert found.drawing == ("  #####", "###   #", "#     #", "# #   #", "#######")
    assert (found.title, found.author, found.entries, found.solution) == ("", "", (), None)
    assert found.place == "file:1:1"


@pytest.mark.parametrize(
    "text",
    [
        "#####\n#@$.#\n#####",
        "#####\r\n#@$.#\r\n#####\r\n",
        "#####\r#@$.#\r#####\r",
        "\ufeff#####\n#@$.#  \n#####\t\n",
        "#####\n#p$o#\n#####\n",
        "#####\n#pbo#\n#####\n\x1a",
        "5#|#@$.#|5#",
        "5#|#@$.#|5#|",
        "5(#)|#pb.#|2(2#)#",
        "5#\n#@$.#|5#",
        "\n\n   \n#####\n#@$.#\n#####\n\n\n",
        ":: a remark\n#####\n#@$.#\n#####\n:: #####",
    ],
)
def test_dialects_of_one_level(text):
    assert level(text) == level(SMALL)


def test_boxes_and_man_on_goals():
    found = level("######\n#+*$ #\n######")
    assert (found.maze.goals, found.boxes, found.man) == ((0, 1), (1, 2), 0)
    assert found == level("6#|#PBb-#|6#") == level("######\n#+*$_#\n######")


def test_groups_may_be_nested_and_span_rows():
    assert level("2(3(#-)#)|14#|#.11-#|14#").drawing[0] == "# # # ## # # #"
    assert level("5#|2(#.-$#|)5#").maze.goals == (0, 3)


def test_tabs_go_to_every_eighth_column():
    assert level("#########\n#.$@\t#\n#########") == level("#########\n#.$@    #\n#########")


def test_an_empty_row_inside_a_level_is_a_row():
    text = "#####\n#@$.#\n#####\n  -\n  ###\n  ###\n"
    assert level(text).drawing[3:] == ("", "  ###", "  ###")
    assert level_text(level(text)) == "#####\n#@$.#\n#####\n-\n  ###\n  ###\n"


def test_what_no_goal_can_be_reached_from_is_decoration():
    found = level("#########\n#@$.#$$ #\n######  #\n $   ####\n")
    assert (found.boxes, found.man) == ((1,), 0)
    assert level_text(found) == "#########\n#@$.#   #\n######  #\n     ####\n"
    assert level("#######\n# $.#@#\n#######").man is None


def test_a_maze_alone_is_a_level():
    found = level("#####\n#  .#\n#####")
    assert (found.boxes, found.man, found.maze.num_boxes) == ((), None, 1)
    with pytest.raises(IllegalTask, match="file:1:1: level 1 has no man"):
        found.require_state()


def test_headers_after_levels():
    text = f"Author: Ann\n\n{SMALL}Title: One  \nAuthor:Bob\nDate: today\n\n{OTHER}\nTitle: Two\nComment: so: it is\n"
    one, two = levels(text)
    assert (one.title, one.author, one.entries) == ("One", "Bob", (("Date", "today"),))
    assert (two.title, two.author, two.entries) == ("Two", "Ann", (("Comment", "so: it is"),))


def test_headers_before_levels():
    text = f"Title: One\nAuthor: Bob\n{SMALL}\nTitle: Two\nDate: today\n\n{OTHER}\n"
    one, two = levels(text)
    assert (one.title, one.author, one.entries) == ("One", "Bob", ())
    assert (two.title, two.author, two.entries) == ("Two", "", (("Date", "today"),))


def test_other_entries_than_titles_may_stand_before_levels_too():
    text = f"Maze: 1\nEnd: 1D9C\n\n{SMALL}\n***\nMaze: 2\n\n{OTHER}\n***\nMaze: 3\n\n{SMALL}"
    assert [found.entries for found in levels(text)] == [
        (("Maze", "1"), ("End", "1D9C")),
        (("Maze", "2"),),
        (("Maze", "3"),),
    ]


def test_what_is_said_before_all_levels_and_nowhere_else_is_said_of_the_collection():
    assert [found.author for found in levels(f"Author: Ann\nDate: today\n\n{SMALL}\n{OTHER}")] == ["Ann", "Ann"]


@pytest.mark.parametrize("line", ["-----", "--", " ------- ", "*", "*****", "***********"])
def test_a_line_between_levels_is_no_row(line):
    one, two = levels(f"{SMALL}{line}\n{OTHER}{line}\n")
    assert (one, two) == tuple(levels(f"{SMALL}\n{OTHER}"))
    assert levels(f"{SMALL}{line}\nTwo\n{OTHER}")[1].title == "Two"


def test_in_an_open_level_a_line_is_a_row():
    for line in ("-----", "*****"):
        with pytest.raises(IllegalTask, match="the wall is open"):
            levels(f"#####\n#@$.#\n{line}\n#####\n")


def test_an_empty_row_between_two_rooms_of_a_level_is_a_row():
    for line in ("-", "-----"):
        (found,) = levels(f"#####\n#@$.#\n#####\n{line}\n#####\n# *.#\n#####\n")
        assert found.maze.num_boxes == 3
        assert levels(level_text(found)) == [found]


def test_titles_on_the_line_before():
    text = f"Levels of mine\n\n; 1\n\n{SMALL}\n; 'The end' (2)\n-----\n\n{OTHER}\nLevel #3: three\n{SMALL}"
    assert [found.title for found in levels(text)] == ["1", "'The end' (2)", "Level #3: three"]
    assert [found.title for found in levels(f"#1\n{SMALL}\nBob #2\n{SMALL}\n; 3\n{SMALL}Title: Three")] == [
        "#1",
        "Bob #2",
        "Three",
    ]


def test_comments_over_several_lines():
    text = (
        f"{SMALL}Comment:\nwalls:\n####\n\n#  #\nComment-End:\nTitle: One\n\n{OTHER}Comment:\nsaid so\n\nTwo\n{SMALL}"
    )
    one, two, three = levels(text)
    assert one.entries == (("Comment", "walls:"), ("Comment", "####"), ("Comment", "# #"))
    assert (one.title, two.entries, three.title) == ("One", (("Comment", "said so"),), "Two")


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        ("Solution: R", "R"),
        ("Solution\nR", "R"),
        ("Solution:\n\n2(lr)\n3R\n\nrrr", "lrlrRRRrrr"),
        ("Solution\nrrr\nlll\n\n \nullDD", "rrrlllullDD"),
        ("Title: x\nsolution 1 (1/1):\nlr\nR\nAuthor: me", "lrR"),
        ("Solution: 2(\nlr\n)R", "lrlrR"),
        ("Solution uuR", "uuR"),
        ("Solution: R\nSolution 2: lrR", "R"),
        ("Solution:\n\nR\n", "R"),
    ],
)
def test_solutions(text, solution):
    found = levels(f"{SMALL}{text}\n\n; 2\n{OTHER}")
    assert (found[0].solution, found[1].solution) == (solution, None)
    assert found[1].title == "2"


def test_what_is_said_of_a_solution_is_an_entry():
    assert level(f"{SMALL}Solution: not known yet\n").entries == (("Solution", "not known yet"),)


def test_bytes_of_older_days(tmp_path):
    path = tmp_path / "old.txt"
    path.write_bytes(b"; caf\xe9\r\n#####\r\n#@$.#\r\n#####\r\n\x1a")
    assert read_levels(path)[0].title == "café"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", InputRefused, "file: holds no level (expected rows of # wall, @ man, $ box, . goal)"),
        ("(define (domain d))", InputRefused, "file: holds no level"),
        ("####\n#\x00.#\n####", InputRefused, "file:2:2: not a text file: a character of code 0"),
        ("#####\n#@x.#\n#####", InputRefused, "file:2:3: unknown character 'x' in a level (# wall, "),
        ("##?##\n#@$.#\n#####", InputRefused, "file:1:3: unknown character '?'"),
        ("; 1\n\n#####\n#@$.@#\n#####", InputRefused, "file:4:5: a second man (one @ or + to a level"),
        ("#####\n#@$.#\n3(#", InputRefused, "file:3:2: this parenthesis is never closed"),
        ("#####\n#@$.#\n5#)", InputRefused, "file:3:3: this ')' closes no parenthesis"),
        ("#####\n#@$.#\n2(5#2)", InputRefused, "file:3:5: a number before ')' repeats nothing"),
        ("#####\n#@$.#\n5#5", InputRefused, "file:3:3: a number at the end repeats nothing"),
        ("9999#|#.#|###", InputRefused, "file:1:5: a level of more than 500 rows or columns"),
        ("999999#|#.#|###", InputRefused, "file:1:1: stands for more than 250,500 characters"),
        ("99999999999#|#.#|###", InputRefused, "file:1:1: a run length this large is no level"),
        ("999(999(999(999(#))))", InputRefused, "file:1:12: stands for more than 250,500 characters"),
        ("###|600(#.#|)###", InputRefused, "file:1:9: a level of more than 500 rows or columns"),
        (f"{SMALL}Solution: R3(r", InputRefused, "file:4:13: this parenthesis is never closed"),
        (f"{SMALL}Solution:\n9999999(rl)", InputRefused, "file:5:8: stands for more than 5,000,000 characters"),
        ("#####\n#@$ #\n#####", IllegalTask, "file:1:1: this level has no goal (a . for each place "),
        ("#####\n#@$.\n#####", IllegalTask, "file:2:4: the wall is open: from a goal one can walk out of the level"),
        ("#####\n#@$.#\n# ###", IllegalTask, "file:3:2: the wall is open"),
        ("#####\n#@$.\n####", IllegalTask, "file:2:4: the wall is open"),
        ("; 1\n###\n $.#\n###", IllegalTask, "file:3:1: the wall is open"),
        ("4#|#.2-|4#", IllegalTask, "file:1:7: the wall is open"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, error, message):
    with pytest.raises(error) as caught:
        levels(text)
    assert type(caught.value) is error
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#####\n#@$.#\n#.  #\n#####", "file:3:1: level x has 1 box and 2 goals (as many boxes as goals; a box that "),
        ("#####\n# $.#\n#####", "file:3:1: level x has no man (put one @, or + on a goal, where a goal can be "),
        ("#####\n#@ .#\n#####", "file:3:1: level x has 0 boxes and 1 goal"),
    ],
)
def test_a_state_needs_a_man_and_a_box_for_each_goal(text, message):
    with pytest.raises(IllegalTask) as caught:
        level(f"x\n\n{text}").require_state()
    assert str(caught.value).startswith(message)


def test_many_large_levels_in_a_small_file_are_refused(monkeypatch):
    monkeypatch.setattr("beta_plan.sokoban.xsb.MAX_SQUARES", 1000)
    with pytest.raises(InputRefused, match="file: more than 1,000 places"):
        levels("100#|#.98#|100#\n\n" * 5)


COLLECTION = f"; 7\n{SMALL}\n; Seven\n{OTHER}\n; seven\n{SMALL}\n####\n#. \n####\n"


@pytest.mark.parametrize(("choice", "number"), [(2, 2), ("3", 3), ("Seven", 2), ("seven", 3), ("SEVEN", 2), ("7", 1)])
def test_a_level_is_chosen_by_number_or_title(tmp_path, choice, number):
    path = tmp_path / "levels.txt"
    path.write_text(COLLECTION)
    assert read_level(path, choice).number == number


@pytest.mark.parametrize("choice", ["0", "8", "eight", "", 5, -1, "²"])
def test_no_such_level_says_how_many_there_are(choice):
    with pytest.raises(InputRefused) as caught:
        select(drafts(Source("file", COLLECTION)), choice)
    assert str(caught.value) == f"file: no level '{choice}': there are 4 levels (a number from 1 to 4, or a title)"


def test_without_a_choice_there_must_be_one_level(tmp_path):
    path = tmp_path / "levels.txt"
    path.write_text(COLLECTION)
    with pytest.raises(InputRefused, match=r"there are 4 levels \(choose one with --level: 1 to 4, or its title\)"):
        read_level(path)
    path.write_text(SMALL)
    assert read_level(path) == level(SMALL)


def test_what_is_written():
    found = level(f"{CORNER}Title: Corner\nAuthor: Ann\nDate: today\nSolution: 100(lr)")
    assert level_text(found) == (
        f"{CORNER}Title: Corner\nAuthor: Ann\nDate: today\nSolution:\n{'lr' * 39}\n{'lr' * 39}\n{'lr' * 22}\n"
    )


def test_a_state_is_written_with_the_first_square_of_the_man_s_zone():
    found = level(CORNER)
    states = {found.with_state([3, 10], man) for man in found.maze.zone(11, [3, 10])}
    assert len(states) == 1
    assert level_text(states.pop()) == "  #####\n###@  #\n#*    #\n# #.$ #\n#######\n"


def test_walls_are_drawn_around_a_maze():
    maze = Maze.of([(0, 0), (0, 1), (1, 1), (1, 2), (4, 4)], [(0, 0), (4, 4)])
    found = Level.of(maze, boxes=[4, 1], man=0)
    assert level_text(found) == "####\n#+$##\n##  #\n ####\n    ###\n    #*#\n    ###\n"
    assert level(level_text(found)) == found


@given(st.lists(random_levels(), min_size=1, max_size=3))
def test_what_is_written_reads_back(found):
    assert levels(collection_text(found)) == found
    assert [each.number for each in levels(collection_text(found))] == list(range(1, len(found) + 1))


PIECES = ["#####\n", "#@$.#\n", "# ", ".", "\n", "3(", ")", "|", "7", "@", "$", "-", "x", "\t", "; ", "Title:", "\r"]
PIECES += ["Solution", ":", "lR", "Comment:\n", "Comment-End:\n", "::", "\x0c", "\u2028", "\x85", "²", "####", "999999"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_is_levels_or_refused(text):
    read_or_refused(text)


@given(
    random_levels(), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 3), st.sampled_from(PIECES)), max_size=4)
)
def test_a_damaged_level_is_a_level_or_refused(found, damages):
    text = level_text(found)
    for at, length, piece in damages:
        text = text[:at] + piece + text[at + length :]
    read_or_refused(text)


@given(st.binary(max_size=200))
def test_any_file_is_levels_or_refused(content):
    read_or_refused(content.decode("latin-1"))


def read_or_refused(text):
    try:
        found = levels(text)
    except InputRefused as error:
        refused: InputRefused = error
    else:
        assert levels(collection_text(found)) == found
        return
    assert refused.place.startswith("file")
    assert len(str(refused).splitlines()) == 1


def test_mazes_alone_are_passed_over_unless_there_is_nothing_else(tmp_path):
    maze = "#####\n#  .#\n#####\n"
    (tmp_path / "both.xsb").write_text(f"{maze}\n{SMALL}")
    (tmp_path / "maze.xsb").write_text(maze)
    assert [level.number for level in read_states(tmp_path / "both.xsb")] == [2]
    assert [level.is_maze_alone for level in read_states(tmp_path / "maze.xsb")] == [True]
