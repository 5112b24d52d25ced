"""Games, boards and tables in notebooks."""

import xml.etree.ElementTree as tree

import misere
from misere import E, Game, census, ruleset


def test_small_trees_are_drawn_and_large_ones_written() -> None:
    small, large = Game("{0,*|*}"), 6 * Game("{0,*|*}")
    assert tree.fromstring(small._repr_svg_()).tag.endswith("svg")
    assert small._repr_latex_() == "$" + small.text("latex") + "$"
    assert large._repr_svg_() is None


def test_every_game_of_day_2_is_drawn() -> None:
    for game in misere.days(2):
        picture = game._repr_svg_()
        assert picture is not None and tree.fromstring(picture) is not None
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_boards_are_drawn() -> None:
    for name, position in (("domineering", "2x3"), ("nim", "3,4"), ("hackenbush", "blue(0-1)")):
        try:
            board = ruleset(name)(position)
        except misere.MisereError:
            board = ruleset(name)(ruleset(name).examples[0])
        assert tree.fromstring(board._repr_svg_()).tag.endswith("svg")


def test_a_census_is_a_table_and_a_diagram() -> None:
    days = census(1, E)
    assert tree.fromstring(days._repr_svg_()).tag.endswith("svg")
    table = census(2, E)
    assert table._repr_svg_() is None and tree.fromstring(table.svg()).tag.endswith("svg")
    html = tree.fromstring("<div>" + table._repr_html_() + "</div>")
    assert len(html.findall(".//tbody/tr")) == 20 and "176 more classes" in table._repr_html_()
