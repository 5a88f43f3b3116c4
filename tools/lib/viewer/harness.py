"""What the tests of the viewer share: a list of tests, scenes that are made once, places as pixels."""
import functools
import pathlib
import tempfile

import pages
import scenes
import tiles

TESTS = []
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="ehorizon-viewer-"))


def test(function):
    TESTS.append(function)
    return function


@functools.cache
def single(**options):
    """The address of a single file with a drive in it."""
    path = FOLDER / f"{len(list(FOLDER.iterdir()))}.html"
    drive = scenes.Drive(**options)
    path.write_text(pages.single_file(drive.records(), tiles.pyramid(drive.roads())))
    return path.as_uri()


def near(pixel, colour, tolerance=40):
    wanted = tuple(int(colour[i:i + 2], 16) for i in (1, 3, 5))
    return all(abs(a - b) <= tolerance for a, b in zip(pixel, wanted))


def pixel_of(browser, place, panel=0):
    """Where a place is in the picture of the page."""
    return tuple(browser.run("""const panel = ehorizon.maps.panels[arguments[1]], box = panel.canvas.getBoundingClientRect(), at = panel.map.project(arguments[0]);
                                return [Math.round(box.left + at.x), Math.round(box.top + at.y)]""", list(place), panel))


def has_colour(picture, at, colour, reach=3, tolerance=40):
    """True if a pixel within `reach` has the colour."""
    x, y = at
    return any(near(picture.getpixel((i, j)), colour, tolerance)
               for i in range(max(0, x - reach), min(picture.width, x + reach + 1)) for j in range(max(0, y - reach), min(picture.height, y + reach + 1)))


def count_colour(picture, box, colour, tolerance=40):
    return sum(near(pixel, colour, tolerance) for pixel in picture.crop(box).getdata())


def map_box(browser, panel=0):
    return tuple(browser.run("const b = ehorizon.maps.panels[arguments[0]].canvas.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom].map(Math.round)", panel))


def differ(first, second, box):
    """The share of pixels in a box that differ by more than rounding at edges."""
    a, b = first.crop(box).getdata(), second.crop(box).getdata()
    return sum(sum(abs(p - q) for p, q in zip(x, y)) > 48 for x, y in zip(a, b)) / len(a)


def click(browser, at):
    from selenium.webdriver.common.actions.action_builder import ActionBuilder
    action = ActionBuilder(browser.driver, duration=20)
    action.pointer_action.move_to_location(*at).click()
    action.perform()


def drag(browser, start, end):
    from selenium.webdriver.common.actions.action_builder import ActionBuilder
    action = ActionBuilder(browser.driver, duration=60)
    pointer = action.pointer_action
    pointer.move_to_location(*start).pointer_down().pause(0.1)
    for step in range(1, 6):
        pointer.move_to_location(*[round(a + (b - a) * step / 5) for a, b in zip(start, end)])
    pointer.pause(0.1).pointer_up()
    action.perform()


def keys(browser, text):
    from selenium.webdriver.common.action_chains import ActionChains
    ActionChains(browser.driver).send_keys(text).perform()


def seek(browser, time, **settings):
    """Shows a time, with settings, and waits until the picture stands."""
    browser.run("ehorizon.settings.change(arguments[1]); ehorizon.player.seek(arguments[0])", time, settings)
    browser.settle()


NORTH = {"view": "north", "follow": True}
