"""English words for numbers, units, days, months and parts of a day, shared by the rules."""

from __future__ import annotations

from tkg.temporal.span import Grain

ONES = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
SCALES = {"hundred": 100, "thousand": 1000}
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
    "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
    "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
}  # fmt: skip
DECADES = {
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60,
    "seventies": 70, "eighties": 80, "nineties": 90,
}  # fmt: skip

UNITS = {
    "second": Grain.SECOND, "seconds": Grain.SECOND, "sec": Grain.SECOND, "secs": Grain.SECOND,
    "minute": Grain.MINUTE, "minutes": Grain.MINUTE, "min": Grain.MINUTE, "mins": Grain.MINUTE,
    "hour": Grain.HOUR, "hours": Grain.HOUR, "hr": Grain.HOUR, "hrs": Grain.HOUR,
    "day": Grain.DAY, "days": Grain.DAY,
    "week": Grain.WEEK, "weeks": Grain.WEEK, "wk": Grain.WEEK, "wks": Grain.WEEK,
    "weekend": Grain.WEEKEND, "weekends": Grain.WEEKEND,
    "month": Grain.MONTH, "months": Grain.MONTH, "mo": Grain.MONTH, "mos": Grain.MONTH,
    "mon": Grain.MONTH, "mth": Grain.MONTH, "mths": Grain.MONTH,
    "quarter": Grain.QUARTER, "quarters": Grain.QUARTER, "qtr": Grain.QUARTER,
    "semester": Grain.HALF, "semesters": Grain.HALF,
    "year": Grain.YEAR, "years": Grain.YEAR, "yr": Grain.YEAR, "yrs": Grain.YEAR,
    "decade": Grain.DECADE, "decades": Grain.DECADE,
    "century": Grain.CENTURY, "centuries": Grain.CENTURY,
}  # fmt: skip
GLUED = {
    "s": Grain.SECOND, "m": Grain.MINUTE, "h": Grain.HOUR, "d": Grain.DAY, "w": Grain.WEEK,
    "y": Grain.YEAR,
}  # fmt: skip
"""Units written right after a digit: 3h."""
AMBIGUOUS_UNITS = frozenset({"mon", "mo", "mos", "second", "sec", "min"})

WEEKDAYS = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5,
    "sunday": 6, "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3,
    "thurs": 3, "fri": 4, "sat": 5, "sun": 6, "tuseday": 1, "wednsday": 2, "wensday": 2,
    "thrusday": 3, "saterday": 5,
}  # fmt: skip
DAY_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
MONTHS = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7,
    "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9,
    "oct": 10, "nov": 11, "dec": 12, "febuary": 2, "feburary": 2, "septemeber": 9,
}  # fmt: skip
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12,
           "springtime": 3, "summertime": 6, "wintertime": 12}  # fmt: skip
SEASON_CODES = {3: "SP", 6: "SU", 9: "FA", 12: "WI"}

PARTS = {
    "morning": (6, 6, "MO"), "mornings": (6, 6, "MO"), "afternoon": (12, 6, "AF"),
    "afternoons": (12, 6, "AF"), "evening": (18, 4, "EV"), "evenings": (18, 4, "EV"),
    "night": (18, 12, "NI"), "nights": (18, 12, "NI"), "lunchtime": (12, 2, "MI"),
    "dawn": (5, 2, "DAWN"), "sunrise": (5, 2, "DAWN"), "dusk": (18, 2, "EV"),
    "sunset": (18, 2, "EV"), "bedtime": (21, 2, "NI"), "midmorning": (9, 2, "MO"),
    "midafternoon": (14, 2, "AF"), "nite": (18, 12, "NI"), "afternoonish": (12, 6, "AF"),
}  # fmt: skip
"""First hour, length in hours, TIMEX code. A night runs into the next day."""
SHORT_OR_PLAIN = frozenset({
    "may", "march", "mar", "jan", "dec", "sep", "jun", "jul", "apr", "aug", "oct", "nov", "feb",
    "august", "april", "june", "sat", "sun", "mon", "wed", "thu", "tue", "fri", "fall", "spring",
    "thur", "thurs", "tues", "weds", "sept", "summer", "winter", "autumn",
})  # fmt: skip
"""Words that are times only in company, or with a capital, or alone."""

ZONES = {
    "gmt": 0, "utc": 0, "z": 0, "bst": 60, "cet": 60, "cest": 120, "est": -300, "edt": -240,
    "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420,
}  # fmt: skip
