"""The judge: right answers are worth 1 in every style, wrong ones less, and nothing raises."""

import random

import pytest

import toadstone
from tests.services.environments.test_items import GAMES, items_of
from toadstone.engines.instance import make_instance
from toadstone.services.environments.judging import Score, judge

STYLES = {
    "commas": "{commas}",
    "spaces": "{spaces}",
    "lines": "{lines}",
    "capitals": "{capitals}",
    "numbers": "{numbers}",
    "bullets": "{bullets}",
    "list": "{list}",
    "object": '{{"plan": {list}}}',
    "block": "Here it is:\n```\n{lines}\n```\nThat is all.",
    "named block": "```text\n{commas}\n```",
    "tag": "I looked at each turn.\n<answer>{commas}</answer>",
    "thought": "<think>What about {wrong}? No.</think>\n{commas}",
    "second thought": "{commas}\n<think>or is it {wrong}, or",
    "last tag": "<answer>{wrong}</answer> No: <ANSWER>{commas}</ANSWER>",
    "open tag": "What about {wrong}?\n<answer>{commas}",
    "label": "Answer: {commas}",
    "bold label": "I tried some.\n\n**Final answer:** {commas}",
    "sentence before": "After some thought this is what I would do.\nAnswer:\n{commas}",
    "in a sentence": "The right answer is {commas}.",
    "code in a line": "I would answer `{commas}` here.",
    "bold": "So it has to be **{commas}**.",
    "refused first": "It is wrong to begin with {wrong}. Answer: {commas}",
    "marked twice": "Answer: {commas}\n\nAnswer: {commas}",
}


def written(style, moves, wrong):
    return STYLES[style].format(
        commas=", ".join(moves),
        spaces=" ".join(moves),
        lines="\n".join(moves),
        capitals="\n".join(moves).upper(),
        numbers="\n".join(f"{turn}. {move}" for turn, move in enumerate(moves, 1)),
        bullets="\n".join(f"- {move}" for move in moves),
        list=str(list(moves)).replace("'", '"'),
        wrong=wrong,
    )


def items(game, count, **more):
    made = items_of(game, seed=11, **more)
    return [made.item(index) for index in range(count)]


@pytest.mark.parametrize("game", GAMES)
def test_right_answers_are_worth_1_and_wrong_ones_less_in_every_style(game):
    dice = random.Random(game)
    judged = 0
    for item in items(game, 3):
        known = item["metadata"]
        right, moves = item["answer"].split(", "), known["moves"]
        if moves:
            wrong = [dice.choice([move for move in moves if move not in right])]
        else:
            wrong = list(reversed(right))
            assert wrong != right
        for style in STYLES:
            verdict = judge(written(style, right, wrong[0]), known)
            assert verdict.score == 1.0, (style, verdict, written(style, right, wrong[0]))
            verdict = judge(written(style, wrong, right[0]), known)
            assert verdict.score < 1.0, (style, verdict)
            assert verdict.reason
            judged += 2
    assert judged == 138  # 690 in the five games


@pytest.mark.parametrize(
    "said",
    [
        "impossible",
        "Impossible.",
        "**Impossible**",
        "Answer: impossible",
        "<answer>impossible</answer>",
        "It cannot be won.",
        "No plan survives.",
        "Turn 9 is shut.\nTherefore it is impossible to win.",
    ],
)
def test_that_it_cannot_be_won_is_right_exactly_of_what_cannot(said):
    (won,), (lost,) = items("river-toad", 1), items("river-toad", 1, unwinnable_share=1.0)
    assert judge(said, lost["metadata"]) == Score(1.0, "Right: it cannot be won.")
    assert judge(said, won["metadata"]) == Score(0.0, "Wrong: it can be won.")
    plan = won["answer"]
    assert judge(plan, lost["metadata"]).score == 0.0
    if "<" not in said:  # what is outside the tags does not count
        assert judge(f"{said}\n{plan}", lost["metadata"]).score == 0.0
    assert judge("not impossible", lost["metadata"]).score == 0.0


def test_what_can_be_read_in_two_ways_is_worth_nothing_and_says_why():
    (item,) = items("squirrel-war", 1)
    best, other, *_ = sorted(item["metadata"]["moves"], key=lambda move: move != item["answer"])
    for said in [f"{best} or {other}", f"```\n{best}\n```\nor\n```\n{other}\n```"]:
        verdict = judge(said, item["metadata"])
        assert verdict.score == 0.0
        assert verdict.reason == f"Unclear: it can be read as {best} or as {other}."


def test_a_worse_plan_is_worth_less_by_its_gap():
    """A plan that ends with 1 HP less than the best is found by trying all."""
    (item,) = items("river-toad", 1)
    known = item["metadata"]
    rules = make_instance(toadstone.load(known["scenario"])).rules
    plans = {}
    states = {rules.start(): ()}
    for _ in range(12):
        after = {}
        for state, moves in states.items():
            for move in rules.legal_moves(state):
                reached = rules.play(state, move)
                if not (rules.outcome(reached) and rules.outcome(reached).is_loss):
                    after.setdefault(reached, (*moves, str(move)))
        states = after
    for state, moves in states.items():
        plans[rules.figures(state)["hp"]] = moves
    assert max(plans) == known["value"]
    assert len(plans) > 1
    for hp, moves in plans.items():
        points = max(60, 100 - 10 * (known["value"] - hp))
        assert judge(" ".join(moves), known).score == points / 100


def test_a_move_that_gives_a_win_away_is_worth_nothing_one_that_keeps_it_a_part():
    for item in items("squirrel-war", 8):
        known = item["metadata"]
        for move, worth in known["moves"].items():
            sign = (worth > 0) - (worth < 0)
            best = (known["value"] > 0) - (known["value"] < 0)
            wanted = 1.0 if worth == known["value"] else 0.3 if sign == best else 0.0
            assert judge(move, known).score == wanted


@pytest.mark.parametrize("game", GAMES)
def test_no_text_makes_the_judge_raise(game):
    (item,) = items(game, 1)
    dice, signs = random.Random(1), "aB1-x:.,;`*_<>/\\\"'{}[]|#\n\t\0é→🐸 stay left A1 b2 3-4"
    noise = ["".join(dice.choices(signs, k=dice.randint(0, 60))) for _ in range(60)]
    cut = [item["answer"][:length] for length in range(0, len(item["answer"]), 3)]
    long = ["1" * 9999, "(" * 9999]
    for said in [*noise, *cut, *long, None, 7, "", "```", "<answer>", "{", "[1", "[]"]:
        assert 0.0 <= judge(said, item["metadata"]).score < 1.0
