"""Feasts and holidays by name, and the day each falls on in a year."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from importlib import import_module

from tkg.temporal import civil
from tkg.temporal.span import Grain
from tkg.temporal.value import Cycle, Known

Finder = Callable[[int], datetime | None]
"""Says on which day a feast falls in a year."""


def fixed(month: int, number: int) -> Finder:
    """A feast of the same date every year."""
    return lambda year: civil.day(year, month, number)


def nth(month: int, weekday: int, place: int, shift: int = 0) -> Finder:
    """The n-th weekday of a month (negative: from its end), moved by days."""

    def find(year: int) -> datetime | None:
        first = civil.day(year, month, 1)
        if first is None:
            return None
        if place < 0:
            last = civil.add(first, civil.month_length(year, month) - 1, Grain.DAY)
            found = civil.add(last, -((last.weekday() - weekday) % 7) + 7 * (place + 1), Grain.DAY)
        else:
            ahead = (weekday - first.weekday()) % 7
            found = civil.add(first, ahead + 7 * (place - 1), Grain.DAY)
        return civil.add(found, shift, Grain.DAY)

    return find


def easter(shift: int = 0) -> Finder:
    """Easter Sunday of the Gregorian calendar, moved by days.

    Source: Meeus, Astronomical Algorithms (1991), chapter 8.
    """

    def find(year: int) -> datetime | None:
        a, (b, c) = year % 19, divmod(year, 100)
        d, e = divmod(b, 4)
        g = (8 * b + 13) // 25
        h = (19 * a + b - d - g + 15) % 30
        i, k = divmod(c, 4)
        x = (32 + 2 * e + 2 * i - h - k) % 7
        m = (a + 11 * h + 19 * x) // 433
        month, _number = divmod(h + x - 7 * m + 90, 25)
        found = civil.day(year, month, (h + x - 7 * m + 33 * month + 19) % 32)
        return found and civil.add(found, shift, Grain.DAY)

    return find


def moving(module: str, kind: str, method: str, shift: int = 0) -> Finder:
    """A feast of a lunar calendar, from the tables of the holidays package."""

    def find(year: int) -> datetime | None:
        found = table(module, kind, method, year)
        return found and civil.add(found, shift, Grain.DAY)

    return find


@lru_cache(maxsize=512)
def table(module: str, kind: str, method: str, year: int) -> datetime | None:
    """Look a day up; the package is loaded when the first such feast is named."""
    if not 1 < year < 9998:
        return None
    calendar = getattr(import_module(f"holidays.calendars.{module}"), kind)()
    answer = getattr(calendar, method)(year)
    dates = [answer] if isinstance(answer, tuple) else list(answer)
    found = next((one for one, _ in dates if one and one.year == year), None)
    return datetime(found.year, found.month, found.day) if found else None


def islamic(method: str, shift: int = 0) -> Finder:
    """A feast of the Islamic calendar."""
    return moving("islamic", "_IslamicLunar", method, shift)


def hindu(method: str, shift: int = 0) -> Finder:
    """A feast of the Hindu calendar."""
    return moving("hindu", "_HinduLunisolar", method, shift)


def chinese(method: str, shift: int = 0) -> Finder:
    """A feast of the Chinese calendar."""
    return moving("chinese", "_ChineseLunisolar", method, shift)


def hebrew(method: str, shift: int = 0) -> Finder:
    """A feast of the Jewish calendar."""
    return moving("hebrew", "_HebrewLunisolar", method, shift)


FEASTS: dict[str, tuple[Finder, int]] = {
    "christmas|xmas eve": (fixed(12, 24), 1),
    "christmas|xmas": (fixed(12, 25), 1),
    "christmas|xmas day": (fixed(12, 25), 1),
    "boxing day": (fixed(12, 26), 1),
    "new year|years ' s? eve": (fixed(12, 31), 1),
    "new year|years eve": (fixed(12, 31), 1),
    "nye": (fixed(12, 31), 1),
    "new year|years ' s? day?": (fixed(1, 1), 1),
    "new year|years day?": (fixed(1, 1), 1),
    "valentine|valentines ' s? day?": (fixed(2, 14), 1),
    "valentine|valentines day": (fixed(2, 14), 1),
    "saint|st .? valentine|valentines day?": (fixed(2, 14), 1),
    "saint|st|st. .? patrick|patricks|paddy|paddys ' s day?": (fixed(3, 17), 1),
    "saint|st .? patrick|patricks|paddy|paddys day?": (fixed(3, 17), 1),
    "april fool|fools ' s? day?": (fixed(4, 1), 1),
    "april fool|fools day?": (fixed(4, 1), 1),
    "earth day": (fixed(4, 22), 1),
    "pi day": (fixed(3, 14), 1),
    "may day": (fixed(5, 1), 1),
    "cinco de mayo": (fixed(5, 5), 1),
    "star wars day": (fixed(5, 4), 1),
    "juneteenth": (fixed(6, 19), 1),
    "flag day": (fixed(6, 14), 1),
    "independence day": (fixed(7, 4), 1),
    "canada day": (fixed(7, 1), 1),
    "bastille day": (fixed(7, 14), 1),
    "anzac day": (fixed(4, 25), 1),
    "australia day": (fixed(1, 26), 1),
    "halloween|hallowe'en|haloween": (fixed(10, 31), 1),
    "all saints|hallows ' day": (fixed(11, 1), 1),
    "all saints|hallows|souls day": (fixed(11, 1), 1),
    "day of the dead": (fixed(11, 2), 1),
    "bonfire|guy fawkes night": (fixed(11, 5), 1),
    "guy fawkes day": (fixed(11, 5), 1),
    "veterans|veteran ' s? day": (fixed(11, 11), 1),
    "veterans|veteran|armistice|remembrance day": (fixed(11, 11), 1),
    "groundhog|groundhogs day": (fixed(2, 2), 1),
    "groundhog ' s day": (fixed(2, 2), 1),
    "women|womens|women's ' s day": (fixed(3, 8), 1),
    "international? women|womens day": (fixed(3, 8), 1),
    "epiphany|three kings day": (fixed(1, 6), 1),
    "kwanzaa": (fixed(12, 26), 1),
    "ides of march": (fixed(3, 15), 1),
    "ides of may": (fixed(5, 15), 1),
    "ides of july": (fixed(7, 15), 1),
    "ides of october": (fixed(10, 15), 1),
    "leap day": (fixed(2, 29), 1),
    "midsummer day|eve": (fixed(6, 24), 1),
    "mother|mothers|mom|moms ' s? day": (nth(5, 6, 2), 1),
    "mother|mothers|moms day": (nth(5, 6, 2), 1),
    "father|fathers|dad|dads ' s? day": (nth(6, 6, 3), 1),
    "father|fathers|dads day": (nth(6, 6, 3), 1),
    "parents ' day": (nth(7, 6, 4), 1),
    "memorial day": (nth(5, 0, -1), 1),
    "labor|labour day": (nth(9, 0, 1), 1),
    "columbus|indigenous peoples day": (nth(10, 0, 2), 1),
    "thanksgiving day?": (nth(11, 3, 4), 1),
    "turkey day": (nth(11, 3, 4), 1),
    "canadian thanksgiving": (nth(10, 0, 2), 1),
    "black friday": (nth(11, 3, 4, 1), 1),
    "small business saturday": (nth(11, 3, 4, 2), 1),
    "cyber monday": (nth(11, 3, 4, 4), 1),
    "giving tuesday": (nth(11, 3, 4, 5), 1),
    "thanksgiving eve": (nth(11, 3, 4, -1), 1),
    "martin luther king|kings ' s? jr? day": (nth(1, 0, 3), 1),
    "martin luther king jr? .? ' s? day": (nth(1, 0, 3), 1),
    "martin luther king jr? .? day": (nth(1, 0, 3), 1),
    "mlk day": (nth(1, 0, 3), 1),
    "presidents|president ' s? day": (nth(2, 0, 3), 1),
    "presidents|president|washingtons day|birthday": (nth(2, 0, 3), 1),
    "super bowl sunday": (nth(2, 6, 2), 1),
    "election day": (nth(11, 0, 1, 1), 1),
    "super tuesday": (nth(3, 1, 1), 1),
    "easter sunday|day?": (easter(), 1),
    "easter mon|monday": (easter(1), 1),
    "easter saturday|sat": (easter(-1), 1),
    "good friday": (easter(-2), 1),
    "holy|maundy thursday": (easter(-3), 1),
    "holy|easter saturday": (easter(-1), 1),
    "palm sunday": (easter(-7), 1),
    "ash wednesday": (easter(-46), 1),
    "mardi gras": (easter(-47), 1),
    "shrove|pancake tuesday|day": (easter(-47), 1),
    "lent": (easter(-46), 47),
    "ascension day": (easter(39), 1),
    "pentecost|whitsun|whitsunday": (easter(49), 1),
    "pentecost|whit monday": (easter(50), 1),
    "corpus christi": (easter(60), 1),
    "trinity sunday": (easter(56), 1),
    "eid al|ul - fitr": (islamic("eid_al_fitr_dates"), 1),
    "eid al|ul fitr": (islamic("eid_al_fitr_dates"), 1),
    "eid al|ul - adha": (islamic("eid_al_adha_dates"), 1),
    "eid al|ul adha": (islamic("eid_al_adha_dates"), 1),
    "eid": (islamic("eid_al_fitr_dates"), 1),
    "islamic|hijri|muslim new year|years ' s? day?": (islamic("hijri_new_year_dates"), 1),
    "islamic|hijri|muslim new year": (islamic("hijri_new_year_dates"), 1),
    "ramadan|ramadhan|ramzan": (islamic("ramadan_beginning_dates"), 30),
    "mawlid|milad": (islamic("mawlid_dates"), 1),
    "ashura": (islamic("ashura_dates"), 1),
    "diwali|deepavali|divali": (hindu("diwali_india_date"), 1),
    "choti|chhoti diwali": (hindu("diwali_india_date", -1), 1),
    "holi": (hindu("holi_date"), 1),
    "dussehra|dasara|vijayadashami": (hindu("dussehra_date"), 1),
    "raksha bandhan": (hindu("raksha_bandhan_date"), 1),
    "rakhi": (hindu("raksha_bandhan_date"), 1),
    "ganesh chaturthi": (hindu("ganesh_chaturthi_date"), 1),
    "navratri|navaratri": (hindu("sharad_navratri_date"), 9),
    "janmashtami": (hindu("janmashtami_date"), 1),
    "maha shivaratri": (hindu("maha_shivaratri_date"), 1),
    "pongal": (hindu("pongal_date"), 1),
    "onam": (hindu("onam_date"), 1),
    "vaisakhi|baisakhi": (hindu("vaisakhi_date"), 1),
    "parsi new year": (fixed(8, 16), 1),
    "chinese|lunar lunar? new year|years ' s? day?": (chinese("lunar_new_year_date"), 1),
    "chinese|lunar lunar? new year|years day?": (chinese("lunar_new_year_date"), 1),
    "cny": (chinese("lunar_new_year_date"), 1),
    "dragon boat festival": (chinese("dragon_boat_date"), 1),
    "mid - autumn festival": (chinese("mid_autumn_date"), 1),
    "hanukkah|chanukah|hannukah": (hebrew("hanukkah_date"), 8),
    "passover|pesach": (hebrew("passover_date"), 8),
    "rosh hashanah|hashana": (hebrew("rosh_hashanah_date"), 1),
    "yom kippur": (hebrew("yom_kippur_date"), 1),
    "purim": (hebrew("purim_date"), 1),
    "shavuot": (hebrew("shavuot_date"), 1),
    "sukkot": (hebrew("sukkot_date"), 7),
}
"""Pattern of the name -> (finder, how many days it lasts)."""


def cycle(name: str, find: Finder, days: int) -> Cycle:
    """Return a feast as a time that comes round every year."""

    def make(year: int) -> Known | None:
        start = find(year)
        return None if start is None else Known(start, civil.add(start, days, Grain.DAY), Grain.DAY)

    return Cycle("holiday", Grain.YEAR, make, Grain.DAY, "FREQ=YEARLY", "")
