"""Forged certificates: valid ones with something changed, for two checkers to judge alike."""

import copy


def places(value, at=()):
    """Yield the way to every value in JSON."""
    yield at
    members = (
        value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    )
    for key, each in members:
        yield from places(each, (*at, key))


def forged(certificate, chance):
    """Return a certificate with one to three changes; many of them are small."""
    made = copy.deepcopy(certificate)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        ways = [at for at in places(made) if at]
        chance.shuffle(ways)
        for at in ways[:1]:
            holder = made
            for key in at[:-1]:
                holder = holder[key]
            change(holder, at[-1], chance)
    return made


def change(holder, key, chance):
    """Change, drop, repeat or exchange one value of a list or an object."""
    value = holder[key]
    if type(value) is bool or value is None:
        holder[key] = chance.choice([True, False, None, 0, "", []])
    elif type(value) is int:
        holder[key] = value + chance.choice((-1, 1, -1, 1, -5, 5, 30, 100))
    elif type(value) is str:
        holder[key] = changed_text(value, chance)
    elif type(value) is list and value:
        at = chance.randrange(len(value))
        kind = chance.randrange(4)
        if kind == 0:
            del value[at]
        elif kind == 1:
            value.insert(at, copy.deepcopy(value[at]))
        elif kind == 2:
            other = chance.randrange(len(value))
            value[at], value[other] = value[other], value[at]
        else:
            del value[at:]
    elif type(holder) is list:
        del holder[key]


WORDS = """
green blue draw loses pass clamped forbidden optimal infeasible survive max-hp min-moves
max-flies longest min-start-hp stay left-1 right-1 left-2 right-2
"""


def changed_text(text, chance):
    """Return another word, or a text with a letter changed, dropped or repeated."""
    words = WORDS.split()
    if text in words:
        return chance.choice(words)
    if not text:
        return "0"
    at = chance.randrange(len(text))
    kind = chance.randrange(4)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + text[at] + text[at:]
    return text[:at] + chance.choice(text + "0123_.d") + text[at + 1 :]
