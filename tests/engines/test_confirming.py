"""The second derivation: right answers are confirmed, wrong ones are refused, limits are said."""

import itertools
import json
import random
from dataclasses import replace
from unittest.mock import Mock

import pytest

import toadstone
from command_line import run
from exhaustive import in_groups
from random_scenarios import crossing
from toad import asking, solve, solve_front
from toadstone.core.budget import COMPILING, UNLIMITED, Budget, Confirm, Limits
from toadstone.core.errors import DisagreementError, LimitReachedError, UnconfirmedError
from toadstone.core.question import Question, Sense
from toadstone.engines import CONFIRMER, confirming, enumeration
from toadstone.engines.adversarial import perfect_play, query
from toadstone.engines.adversarial.perfect_play import PositionValue
from toadstone.engines.answer import Status
from toadstone.engines.confirming import confirm_answer, open_corners, second_derivation, work_of
from toadstone.games.river_toad import GAME
from toadstone.games.river_toad import explained_again as explaining_again
from toadstone.games.river_toad.explain import REQUIREMENTS, RiverToadExplainer
from toadstone.games.river_toad.explained_again import explained_again
from toadstone.games.river_toad.proof import RiverToadCertifier, layers, reaches
from toadstone.proofs.explanation import WIDER, Reason
from toadstone_checker.certificate_file import Invalid
from toadstone_checker.river_toad import Game, Target, check_argument

SMALL = {
    "river toad": ("first-crossing", "max-hp"),
    "river toad, a list": ("fewest-moves-first", ["min-moves", "max-hp"]),
    "river toad, lost": ("starvation", "survive"),
    "river toad, least start": ("least-start-hp", "min-start-hp"),
    "river toad, front": ("front-of-moves-and-hp", ["pareto:min-moves", "max-hp"]),
    "frog puzzle": ("first-across", "min-moves"),
    "frog puzzle, lost": ("no-way-back", "reach"),
    "toads and frogs": ("two-against-two", "winner"),
    "toads and frogs, plies": ("second-wins-three-against-three", "remoteness"),
    "toads and frogs, value": ("a-sum-of-two-rows", "value"),
    "toads and frogs, compared": ("up", "compare-with=0"),
    "toads and frogs, shortest": ("two-against-two", "shortest"),
    "toads and frogs, longest": ("two-against-two", "longest"),
    "squirrel war": ("last-raid", "margin"),
    "squirrel war, greedy": ("last-raid", "beat"),
    "squirrel war, together": ("last-raid", "shared"),
    "ugly duck": ("three-by-three", "winner"),
    "ugly duck, plies": ("three-by-three", "remoteness"),
    "ugly duck, moves": ("three-by-three", "best-moves"),
    "ugly duck, shortest": ("three-by-three", "shortest"),
}


def again(answer):
    """Return the answer after another second derivation, however long it takes."""
    return confirm_answer(answer.instance, answer, Budget(), Confirm.ALWAYS)


def wrong_figures(answer):
    """Yield the answer with each of its values changed, one at a time."""
    if answer.front is not None:
        for point in range(len(answer.front)):
            yield replace(answer, front=answer.front[:point] + answer.front[point + 1 :])
    elif answer.position is not None:
        for key, value in answer.position.figures().items():
            for wrong in other_values(key, value):
                yield replace(answer, position=with_figure(answer.position, key, wrong))
    elif answer.replay is not None:
        (figure,) = {question.figure for question in answer.ask[:1]}
        figures = dict(answer.replay.figures)
        for step in (-1, 1):
            line = replace(answer.replay, figures={**figures, figure: figures[figure] + step})
            yield replace(answer, replay=line)
        yield replace(answer, status=Status.INFEASIBLE, replay=None)


def with_figure(position, key, value):
    """Return the result with another figure."""
    if key in (position.margins or {}):
        return replace(position, margins={**position.margins, key: value})
    return replace(position, **{key: tuple(value) if isinstance(value, list) else value})


def other_values(key, value):
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, list):
        yield from (value[:-1], [*value, "1-2"]) if value else (["1-2"],)
    elif isinstance(value, dict):
        sides = list(value)
        for side in sides:
            yield value | {side: next(each for each in sides if each != value[side])}
    elif key == "value":
        yield "5"
    else:
        yield "nobody"


@pytest.mark.parametrize("name", SMALL)
def test_every_kind_of_proven_answer_is_confirmed_and_every_wrong_value_of_it_refused(name):
    source, ask = SMALL[name]
    answer = toadstone.solve(source, ask=ask, confirm="always")
    assert (answer.confirmed_by, answer.confirmed_why) == ("checker", None)
    wrong = list(wrong_figures(answer))
    assert wrong or "lost" in name
    for each in wrong:
        with pytest.raises(DisagreementError, match="derived again, it differs"):
            again(each)


@in_groups("seed", range(500), few=100)
def test_long_files_exclude_what_the_argument_of_short_ones_excludes(seed):
    rng = random.Random(seed)
    game = Game(RiverToadCertifier(crossing(seed)).content())
    target = Target(game, ["longest"] if rng.random() < 0.3 else [])
    target.hp = max(target.hp, rng.randint(0, 8))
    target.flies = max(target.flies, rng.randint(0, 2))
    target.moves = min(target.moves, rng.randint(0, 5))
    target.turns = target.turns or rng.randint(0, game.turns)
    try:
        check_argument(game, target, layers(game, target))
        excluded = True
    except Invalid:
        excluded = False
    assert reaches(game, target) is not excluded


def test_time_can_be_up_in_every_turn_of_a_pass_back(monkeypatch):
    monkeypatch.setattr(confirming, "BETWEEN_LOOKS", 1)
    game = Game(RiverToadCertifier(crossing(0)).content(), work_of(Budget(Limits(1e-9))))
    with pytest.raises(LimitReachedError):
        layers(game, Target(game, []))


@in_groups("seed", range(100), few=5, size=5)
def test_random_crossings_are_confirmed_whatever_is_asked(seed):
    scenario = crossing(seed)
    for ask in ("max-hp", "min-moves", "max-flies", "survive", "longest", "min-start-hp"):
        answer = again(solve(scenario, asking(ask), Budget()))
        assert answer.confirmed_by == "checker"
    answer = again(solve_front(scenario, asking("max-hp", "min-moves", "max-flies")))
    assert answer.confirmed_by == "checker"


@in_groups("seed", range(100), few=5, size=5)
def test_plans_of_random_crossings_are_counted_alike(seed):
    scenario = crossing(seed)
    for ask in ("survive", "max-hp", "min-moves", "longest"):
        listed = list(toadstone.plans(scenario, ask=ask, confirm="always"))
        assert toadstone.count_plans(scenario, ask=ask, confirm="always") == len(listed)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("source", "ask"),
    [
        ("two-pairs", "min-moves"),
        ("two-gaps", "reach"),
        ("two-against-two", "shortest"),
        ("two-against-two", "longest"),
        ("three-by-three", "shortest"),
    ],
)
def test_a_wrong_number_of_plans_is_refused(source, ask, monkeypatch):
    plans = toadstone.count_plans(source, ask=ask, confirm="always")
    assert plans > 0
    monkeypatch.setattr(enumeration, "count_plans", lambda space, budget: plans + 1)
    with pytest.raises(DisagreementError, match=f"has {plans + 1} plans, checker counts {plans}"):
        toadstone.count_plans(source, ask=ask, confirm="always")


# The corners that a front leaves open


@in_groups("seed", range(60))
def test_the_corners_hold_exactly_what_no_point_covers(seed):
    rng = random.Random(seed)
    ask = tuple(
        Question(f"q{i}", rng.choice([Sense.MAXIMISE, Sense.MINIMISE]), f"f{i}", "")
        for i in range(rng.choice([2, 3]))
    )
    signs = [1 if question.sense is Sense.MAXIMISE else -1 for question in ask]

    def covers(point, other):
        return all(s * p >= s * o for s, p, o in zip(signs, point, other, strict=True))

    cells = list(itertools.product(range(4), repeat=len(ask)))
    drawn = rng.sample(cells, 5)
    points = [p for p in drawn if not any(o != p and covers(o, p) for o in drawn)]
    figures = [{f"f{i}": value for i, value in enumerate(point)} for point in points]
    corners = open_corners(ask, figures)
    sign_of = {f"f{i}": sign for i, sign in enumerate(signs)}
    for cell in itertools.product(range(-1, 5), repeat=len(ask)):
        at = {f"f{i}": value for i, value in enumerate(cell)}
        reached = any(
            all(sign_of[name] * (at[name] - bound) >= 0 for name, bound in each.items())
            for each in corners
        )
        assert reached != any(covers(point, cell) for point in points)


def test_a_point_that_another_covers_is_refused():
    ask = asking("max-hp", "min-moves")
    with pytest.raises(DisagreementError, match="covered by another"):
        open_corners(ask, [{"hp": 5, "moves": 3}, {"hp": 5, "moves": 4}])


# Limits


def derive(wanted, seconds, derivation, budget=None):
    instance = toadstone.solve("first-crossing", confirm="never").instance
    return second_derivation(instance, derivation, budget or Budget(), seconds, wanted)


def test_the_second_derivation_has_the_time_of_the_first_and_at_least_half_a_second():
    given = []

    def note(confirmer, within):
        given.append(within.limits.seconds)
        return confirmer.name

    derive(Confirm.AUTO, 0.001, note)
    derive(Confirm.AUTO, 7.0, note)
    derive(Confirm.ALWAYS, 7.0, note)
    derive(Confirm.AUTO, 7.0, note, Budget(Limits(2.0)))
    assert given[:3] == [0.5, 7.0, None]
    assert given[3] <= 2.0


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (UnconfirmedError("no second derivation of this"), "no second derivation of this"),
        (MemoryError(), "memory ran out in the second derivation"),
        (KeyboardInterrupt(), "interrupted"),
    ],
)
def test_what_ends_the_second_derivation_is_the_reason(error, why):
    assert derive(Confirm.AUTO, 1.0, Mock(side_effect=error)) == (None, why)


def test_time_that_is_up_leaves_the_answer_as_derived_once():
    def take_long(confirmer, within):
        while True:
            within.check()

    reason = "the second derivation took too long"
    assert derive(Confirm.AUTO, 0.0, take_long, Budget(Limits(0.05))) == (None, reason)


def test_nothing_is_compiled_for_a_second_derivation_of_a_short_answer():
    def compile_it(confirmer, within):
        within.tell(COMPILING)
        return confirmer.name

    assert derive(Confirm.AUTO, 1.0, compile_it) == (
        None,
        "the second derivation is not compiled yet (`always` compiles it)",
    )
    assert derive(Confirm.AUTO, confirming.SECONDS_TO_COMPILE, compile_it) == ("checker", None)
    assert derive(Confirm.ALWAYS, 1.0, compile_it) == ("checker", None)


def test_without_a_second_derivation_the_answer_says_that_none_was_wanted():
    said = toadstone.solve("jump-of-two", confirm="never").to_json()
    assert said["confirmed_why"] == "a second derivation was not wanted"


def test_an_unproven_answer_is_not_confirmed():
    answer = toadstone.solve("first-crossing", method="breadth-first")
    assert (answer.status, answer.confirmed_by) == (Status.FEASIBLE, None)
    assert answer.confirmed_why == "the answer is not proven"


def test_a_game_that_states_its_rules_once_says_so():
    instance = toadstone.solve("first-crossing", confirm="never").instance
    parts = {key: where for key, where in GAME.parts.items() if key is not CONFIRMER}
    alone = replace(instance, game=replace(GAME, parts=parts))
    answer = confirm_answer(alone, solve(instance.scenario, instance.ask), UNLIMITED, Confirm.AUTO)
    assert answer.confirmed_why == "river-toad states its rules only once"


# Explanations


def explained(name):
    """Return an explanation with all cores, derived twice, of a scenario that has many pieces."""
    found = toadstone.explain(EXPLAINED[name], all_cores=100, confirm="always")
    assert (found.confirmed_by, found.confirmed_why, found.derived_once) == ("checker", None, [])
    return found


def river(rolls, hp, **more):
    toad = {"toad": {"hp": hp}, "rolls": rolls}
    return {"game": "river-toad", "board": {"rows": 2}, "ask": "survive"} | toad | more


EXPLAINED = {
    "too few hp": river([14, 33, 17, 14, 14, 32, 14, 0], 2),
    "a wall, and more": river([14, 31, 0, 27, 14, 4, 0], 2),
    "requirements": river([14, 0, 17, 14, 32, 0], 9, require={"max_moves": 0}),
    "won": "jump-of-two",
}


def wrong_pieces(found):
    """Yield the explanation with one thing changed in each of its pieces, and the piece."""
    if found.least is not None:
        yield "least_hp", replace(found, least=found.least - 1)
        yield "least_hp", replace(found, least=found.least + 1)
        fewer = dict([*found.forced.items()][:-1])
        yield "forced_turns", replace(found, forced=fewer)
        yield "verdict", replace(found, status=Status.INFEASIBLE)
        return
    yield "verdict", replace(found, status=Status.FEASIBLE)
    core = found.core
    for wrong in wrong_cores(core):
        first = [wrong.causes, *found.cores[1:]]
        yield "core", replace(found, core=wrong, cores=first)
    for setting, wider in found.wider.items():
        for wrong in wrong_cores(wider):
            name = f"core_{WIDER[setting]}"
            yield name, replace(found, wider={**found.wider, setting: wrong})
        yield (
            "core",
            replace(found, wider={each: c for each, c in found.wider.items() if c != wider}),
        )
    if len(found.cores) > 1:
        yield "cores", replace(found, cores=found.cores[:-1])
        yield "cores", replace(found, cores=[*found.cores, found.cores[-1]])
    some = next(filter(None, found.repairs.values()))
    for kind, repaired in found.repairs.items():
        wrong = [changed(some, some.change.facts | {"extra": 1})]
        if repaired is not None:
            wrong, facts = [None], repaired.change.facts
            values = {key: v + 1 if isinstance(v, int) else v[1:] for key, v in facts.items()}
            wrong += [changed(repaired, facts | {key: values[key]}) for key in facts]
        for each in wrong:
            yield f"repairs.{kind.name}", replace(found, repairs={**found.repairs, kind: each})


def changed(repaired, facts):
    return replace(repaired, change=replace(repaired.change, facts=facts))


def wrong_cores(core):
    """Yield the core with one roll too few or too many, one that is drawn wrong, another reason."""
    first, *rest = core.causes
    reason = Reason({"hp": "walls", "walls": "requirements"}.get(core.reason.name, "hp"), "")
    yield replace(core, causes=tuple(rest))
    yield replace(core, causes=(replace(first, drawing=".|.....|."), *rest))
    yield replace(core, causes=(replace(first, facts={"turn": 1, "roll": 0}), *rest))
    yield replace(core, reason=reason)


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_piece_of_an_explanation_is_derived_again_and_what_is_wrong_in_it_refused(name):
    found = explained(name)
    tried = set()
    for piece, wrong in wrong_pieces(found):
        with pytest.raises((DisagreementError, Invalid)):
            explained_again(wrong.scenario, wrong, Budget())[piece]()
        tried.add(piece)
    assert tried >= {*found.pieces} - {"cores"}


def keep_all_rolls(self, kept, setting):
    return self.scenario


def lose_sooner(self, kept, setting):
    return self.scenario.with_start_hp(1) if len(kept) < 2 else self.scenario


def name_another_reason(self, scenario):
    return [(REQUIREMENTS, each) for _, each in honest_remedies(self, scenario)]


honest_remedies = RiverToadExplainer.remedies


@pytest.mark.parametrize(
    ("method", "fault"),
    [("only", keep_all_rolls), ("only", lose_sooner), ("remedies", name_another_reason)],
)
def test_a_fault_where_rolls_are_kept_where_a_set_is_lost_or_a_reason_is_named_is_no_page(
    method, fault, monkeypatch
):
    monkeypatch.setattr(RiverToadExplainer, method, fault)
    with pytest.raises(DisagreementError, match="core"):
        toadstone.explain(EXPLAINED["too few hp"], confirm="always")


def test_a_page_names_what_there_was_no_time_to_derive_again(monkeypatch):
    monkeypatch.setattr(
        explaining_again, "fewest_turns_under_snakes", Mock(side_effect=LimitReachedError)
    )
    found = toadstone.explain(EXPLAINED["too few hp"])
    once = found.to_json()["derived_once"]
    assert (found.confirmed_by, once[0]) == (None, "repairs.rolls")
    assert {"verdict", "core"}.isdisjoint(once)
    assert " derived twice, but not repair rolls, " in " ".join(str(found).split())
    never = toadstone.explain(EXPLAINED["won"], confirm="never")
    assert never.derived_once == never.pieces == ["verdict", "least_hp", "forced_turns"]


# Faults in the first derivation


def test_two_derivations_that_disagree_end_as_a_defect(monkeypatch):
    honest = GAME.get(CONFIRMER)

    monkeypatch.setattr(honest, "confirm", Mock(side_effect=DisagreementError("plies = 3, not 5")))
    done = run("solve", "first-crossing", "--json")
    assert done.exit_code == 40
    assert json.loads(done.stdout)["status"] == "error"
    assert "cp-sat says max-hp = 14 at best; derived again, it differs: plies = 3" in done.stdout


def turned_winner(rules, mover, payoff):
    return rules.sides[payoff > 0]


@pytest.mark.parametrize("scenario", ["two-against-two", "three-by-three"])
def test_a_winner_or_an_outcome_that_the_first_derivation_misnames_is_noticed(
    scenario, monkeypatch
):
    monkeypatch.setattr(query.winner_of, "__code__", turned_winner.__code__)
    with pytest.raises(DisagreementError):
        toadstone.solve(scenario, ask="winner", confirm="always")
    monkeypatch.undo()
    monkeypatch.setattr(query.outcome_class, "__code__", (lambda rules, winners: "draw").__code__)
    with pytest.raises(DisagreementError):
        toadstone.solve(scenario, ask="winner", confirm="always")


@pytest.mark.parametrize(
    ("holder", "name", "wrong"),
    [
        (PositionValue, "preference", property(lambda v: (-v.payoff, -v.payoff * v.plies))),
        (perfect_play, "PositionValue", lambda payoff, plies: PositionValue(payoff, 2 * plies)),
    ],
)
def test_plies_that_the_first_derivation_ranks_or_counts_wrongly_are_noticed(
    holder, name, wrong, monkeypatch
):
    monkeypatch.setattr(holder, name, wrong)
    with pytest.raises(DisagreementError):
        toadstone.solve("second-wins-three-against-three", ask="remoteness", confirm="always")


def test_a_winner_that_the_first_derivation_reads_wrongly_off_the_margin_is_noticed(monkeypatch):
    monkeypatch.setattr(query.winner_of, "__code__", (lambda rules, mover, payoff: "draw").__code__)
    with pytest.raises(DisagreementError):
        toadstone.solve("last-raid", ask="margin", confirm="always")
