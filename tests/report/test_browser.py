"""The page in a real browser, from the disk: it plays, animates, sorts, and nothing gets in."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from beta_plan.output.write import write_output
from beta_plan.report.level import levels_data
from beta_plan.report.page import page as page_text
from beta_plan.report.write import write_levels, write_report
from beta_plan.sokoban.xsb import read_level
from tests.outputs import bundled_output, level_output
from tests.report.test_page import HISTORY
from tests.report.visit import press, squares, visit, wait_for
from tests.sokoban.levels import HALL, level, pull_back

AUTHOR, _ = pull_back(level(HALL), seed=99, pulls=8)
SOURCE: dict[str, Any] = {"source_level": {"title": "The hall", "author": "Somebody", "rows": AUTHOR.rows()}}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A report of Sokoban levels."""
    directory = tmp_path_factory.mktemp("hall")
    write_output(directory, level_output([9, 3, 12], order="[2C,PDB2]", seed=1, **HISTORY, **SOURCE))
    return write_report(directory)


@pytest.fixture(scope="module")
def transport(tmp_path_factory):
    """A report of a transportation domain."""
    directory = tmp_path_factory.mktemp("transport")
    write_output(directory, bundled_output("transport", [3, 9]))
    return write_report(directory)


def start_of(report, name="p01"):
    found = read_level(report.parent / f"{name}.sok")
    boxes, man = found.require_state()
    places = found.maze.places
    return {places[man]}, {places[box] for box in boxes}, {places[goal] for goal in found.maze.goals}


def moves_of(report, name="p01"):
    return (report.parent / "solutions" / f"{name}.lurd").read_text().strip()


def play(page, name="Play"):
    page.get_by_role("button", name=name, exact=True).first.click()


def test_what_the_judges_have_expanded_stands_below_the_numbers(browser, tmp_path):
    output = level_output([9])
    (instance,) = output.instances
    effort = {"greedy": {"expanded": 2023, "solved": True}, "astar": {"expanded": 100, "solved": False}}
    judged = replace(instance, metrics=replace(instance.metrics, effort=effort))
    write_output(tmp_path, replace(output, instances=[judged]))
    with visit(browser, write_report(tmp_path)) as page:
        told = page.get_by_label("Numbers and files").locator(".note")
        assert told.inner_text() == "Expanded by the judges: greedy 2,023, astar more than 100"


def test_a_generated_level_is_played_to_the_end_by_keyboard(browser, hall):
    man, boxes, goals = start_of(hall)
    with visit(browser, hall) as page:
        page.get_by_role("group", name="View").get_by_role("button", name="Play").press("Enter")
        assert (squares(page, "man"), squares(page, "box")) == (man, boxes)
        press(page, moves_of(hall))
        assert squares(page, "box") == goals
        pushes = sum(letter.isupper() for letter in moves_of(hall))
        assert page.get_by_role("status").inner_text() == f"Solved with {pushes} pushes. The certificate has {pushes}."
        assert page.locator(".counts").inner_text() == f"{len(moves_of(hall))} moves, {pushes} pushes"
        for _ in moves_of(hall):
            page.keyboard.press("z")
        assert (squares(page, "man"), squares(page, "box")) == (man, boxes)
        assert page.get_by_role("button", name="Undo").is_disabled()
        for _ in moves_of(hall):
            page.keyboard.press("y")
        assert squares(page, "box") == goals
        page.keyboard.press("r")
        assert (squares(page, "man"), squares(page, "box")) == (man, boxes)


def test_the_certificate_is_an_animation_with_steps_and_a_slider(browser, hall):
    man, boxes, goals = start_of(hall)
    last = len(moves_of(hall))
    with visit(browser, hall) as page:
        assert (squares(page, "man"), squares(page, "box")) == (man, boxes)
        page.get_by_role("button", name="To the end").click()
        assert squares(page, "box") == goals
        page.get_by_role("slider").press("ArrowLeft")
        assert page.locator(".told .count").inner_text() == f"move {last - 1} of {last}"
        page.get_by_role("button", name="To the start").click()
        assert (squares(page, "man"), squares(page, "box")) == (man, boxes)
        page.get_by_role("slider").press("End")
        page.get_by_role("button", name="Step back").click(click_count=3)
        wait_for(page, ".told .count", f"move {last - 3} of {last}")
        page.get_by_role("button", name="Play", exact=True).last.click()
        wait_for(page, ".told .count", f"move {last} of {last}")
        assert squares(page, "box") == goals


def test_show_me_goes_on_from_any_state_on_the_way(browser, hall):
    _, _, goals = start_of(hall)
    moves = moves_of(hall)
    half = max(place for place, letter in enumerate(moves[: len(moves) // 2], 1) if letter.isupper())
    with visit(browser, hall) as page:
        play(page)
        press(page, moves[:half])
        page.get_by_role("button", name="Show me").click()
        wait_for(page, ".message", re.compile("^Solved"))
        assert squares(page, "box") == goals


def test_show_me_is_not_offered_beside_the_way(browser, tmp_path):
    rows = "########\n#      #\n# @$  .#\n#      #\n########\n"
    (tmp_path / "l.sok").write_text(f"{rows}Solution: RRR\n")
    write_levels("l", [read_level(tmp_path / "l.sok")], tmp_path / "page.html")
    with visit(browser, tmp_path / "page.html") as page:
        show = page.get_by_role("button", name="Show me")
        press(page, "uld")  # a walk changes nothing
        assert show.is_enabled()
        press(page, "urrdd")  # from above: the box is pushed down
        assert show.is_disabled()
        assert page.get_by_role("status").inner_text().startswith("One box can reach no goal any more")
        page.keyboard.press("z")
        assert show.is_enabled()


def square_centre(page, place):
    """Return where on the screen the middle of a square is."""
    return page.evaluate(
        """([row, column]) => {
            const board = document.querySelector("#stage .field svg");
            const { x, y } = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(board.getScreenCTM());
            return [x, y];
        }""",
        place,
    )


def test_clicks_walk_and_push_and_a_drag_pushes(browser, tmp_path):
    (tmp_path / "l.sok").write_text("########\n#@     #\n# $ .  #\n#   $ .#\n#      #\n########\n")
    write_levels("l", [read_level(tmp_path / "l.sok")], tmp_path / "page.html")
    with visit(browser, tmp_path / "page.html") as page:
        page.mouse.click(*square_centre(page, [1, 5]))
        wait_for(page, ".counts", "4 moves, 0 pushes")
        page.mouse.click(*square_centre(page, [2, 2]))
        assert page.locator(".box.chosen").count() == 1
        assert page.locator(".marks .target").count() > 5
        page.mouse.click(*square_centre(page, [2, 4]))
        wait_for(page, ".counts", re.compile("2 pushes$"))
        page.mouse.move(*square_centre(page, [3, 4]))
        page.mouse.down()
        page.mouse.move(*square_centre(page, [3, 6]))
        page.mouse.up()
        wait_for(page, ".message", "Solved with 4 pushes.")
        assert squares(page, "box") == {(2, 4), (3, 6)}


def test_a_phone_has_buttons_to_move(browser, tmp_path):
    (tmp_path / "l.sok").write_text("#####\n#@$.#\n#####\n")
    write_levels("l", [read_level(tmp_path / "l.sok")], tmp_path / "page.html")
    with visit(browser, tmp_path / "page.html", width=390, has_touch=True) as page:
        page.get_by_role("button", name="Right").tap()
        assert page.get_by_role("status").inner_text() == "Solved with 1 push."


def test_the_state_of_the_author_stands_beside_the_generated_one(browser, hall):
    with visit(browser, hall) as page:
        play(page, "Author\u2019s state")
        figures = page.locator(".pair figure")
        assert figures.count() == 2
        assert figures.first.locator("figcaption").inner_text() == "The author\u2019s state: The hall, by Somebody"
        lefts = [box["x"] for box in (figures.first.bounding_box(), figures.last.bounding_box())]
        assert lefts[0] < lefts[1]
        page.get_by_text("Play the author\u2019s state").click()
        places = AUTHOR.maze.places
        assert squares(page, "box") == {places[box] for box in AUTHOR.boxes}


def test_the_animation_of_a_transport_instance_ends_in_the_goal(browser, transport):
    goal = dict(
        re.findall(r"\(at ([^\s()]+) ([^\s()]+)\)", (transport.parent / "p01.pddl").read_text().split("(:goal")[1])
    )
    assert goal
    with visit(browser, transport) as page:
        page.get_by_role("button", name="To the end").click()
        steps = len((transport.parent / "solutions" / "p01.plan").read_text().split("\n(")) or 1
        assert page.locator(".told .count").inner_text() == f"step {steps} of {steps}"
        ends = picture(page)
        page.get_by_role("button", name="To the start").click()
        assert picture(page) != ends
        for _ in range(steps):
            page.get_by_role("button", name="Step forward").click()
        assert picture(page) == ends
        for item, place in goal.items():
            assert is_inside(ends[item], ends[place]), f"{item} is not at {place}"


def picture(page):
    """Return where every group of the picture is on the screen, by its key."""
    return page.eval_on_selector_all(
        "#stage .scene > g[data-key]",
        """all => Object.fromEntries(all.map((each) => {
            const { left, top, right, bottom } = each.getBoundingClientRect();
            return [each.dataset.key, [left, top, right, bottom].map(Math.round)];
        }))""",
    )


def is_inside(inner, outer):
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def test_the_table_is_sorted_by_any_column(browser, hall):
    with visit(browser, hall) as page:
        head = page.get_by_role("button", name="PDB1")

        def names():
            return page.locator("table.numbers tbody th").all_inner_texts()

        assert names() == ["p01", "p02", "p03"]
        head.click()
        assert names() == ["p03", "p01", "p02"]
        assert page.locator("th[aria-sort=descending]").inner_text().startswith("PDB1")
        page.keyboard.press("Enter")  # the focus stays on the head
        assert names() == ["p02", "p01", "p03"]
        page.get_by_role("button", name="instance").click()
        assert names() == ["p01", "p02", "p03"]
        page.get_by_role("link", name="p03").last.click()
        assert page.locator("#shown").inner_text() == "p03"
        assert page.url.endswith("#p03")


def test_links_lead_to_the_files(browser, hall):
    with visit(browser, hall) as page:
        for link in page.locator(".files a").all():
            assert (hall.parent / link.get_attribute("href")).is_file()


def test_plots_are_drawn_from_the_record(browser, hall):
    with visit(browser, hall) as page:
        titles = page.locator(".plot strong").all_inner_texts()
        assert titles == ["Best so far", "What the search met"]
        assert page.locator(".plot .met").count() == 2


def test_the_keyboard_goes_through_the_page_from_top_to_bottom(browser, hall):
    with visit(browser, hall) as page:
        seen = []
        for _ in range(40):
            page.keyboard.press("Tab")
            place = page.evaluate(
                """() => {
                    const is = document.activeElement;
                    const part = is.closest("header, nav, .heading, .player, aside, section, .skip");
                    return is === document.body ? null : part.className || part.localName;
                }"""
            )
            if place is None:
                break
            seen.append(place)
        parts = list(dict.fromkeys(seen))
        assert parts[:6] == ["skip", "header", "gallery", "heading", "player", "aside"]
        assert page.evaluate("[...document.querySelectorAll('[tabindex]')].every((each) => each.tabIndex === 0)")


def test_light_and_dark_follow_the_system_and_the_button(browser, hall):
    background = "getComputedStyle(document.body).backgroundColor"
    colours = {}
    for scheme in ("light", "dark"):
        with visit(browser, hall, color_scheme=scheme) as page:
            colours[scheme] = page.evaluate(background)
            page.locator(".theme").click()
            colours[f"not {scheme}"] = page.evaluate(background)
            page.reload()
            assert page.evaluate(background) == colours[f"not {scheme}"]
    assert colours["light"] == colours["not dark"] != colours["dark"] == colours["not light"]


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_window(browser, hall, transport, width):
    for report in (hall, transport):
        with visit(browser, report, width=width) as page:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "<!--<script>",
    "javascript:alert(1)",
    "{title}{data}\u2028${alert(1)}`\udc80",
]


@pytest.mark.parametrize("title", HOSTILE)
def test_no_title_becomes_a_script(browser, tmp_path, title):
    file = tmp_path / "page.html"
    hostile = replace(level("#####\n#@$.#\n#####\n"), title=title)
    data = levels_data(title, [hostile, replace(hostile, number=2)])
    data["instances"][0]["unseen"] = title
    file.write_bytes(page_text(title, data).encode(errors="replace"))
    with visit(browser, file) as page:
        shown = page.locator("h1").evaluate("each => each.textContent")
        assert shown == title
        assert page.locator("#shown").evaluate("each => each.textContent") == title
        assert page.locator("img").count() == page.locator("main script").count() == 0


def test_no_name_in_a_manifest_or_a_picture_becomes_a_script(browser, transport, tmp_path):
    text = transport.read_text()
    (found,) = re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)
    data = json.loads(found)
    bad = "<img src=x onerror=alert(1)>"
    data["runs"][0] |= {"command": bad, "notes": [bad], "order": bad}
    first = data["instances"][0]
    first |= {
        "id": bad,
        "name": bad,
        "group": bad,
        "files": [{"label": bad, "href": "./x"}],
        "metrics": {"fresh": {bad: 1}},
    }
    drawn = '<script>alert(1)</script><image href="x" onerror="alert(1)"/><rect onload="alert(1)"/>'
    first["animation"]["svg"] = first["animation"]["svg"].replace("</svg>", f'<g data-key="bad">{drawn}</g></svg>')
    (tmp_path / "page.html").write_text(page_text("bad", data))
    context = browser.new_context()
    page, dialogs = context.new_page(), []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    page.goto((tmp_path / "page.html").as_uri())
    assert page.locator("main img").count() == 0
    assert page.locator("#stage h2").inner_text() == bad
    assert page.locator('#stage [data-key="bad"]').count() == 1
    page.wait_for_timeout(200)
    assert dialogs == []
    context.close()
