"""The model of River Toad by itself: its solutions, each of its parts, and its first hint."""

import pytest
from ortools.sat.python import cp_model

from all_solutions import are_solutions, as_solution, domains, solutions, value_in
from one_unit import possible
from random_scenarios import crossing
from toad import asking, river_toad
from toadstone.engines.cp_sat.horizon import SearchStrategy
from toadstone.games.river_toad import model
from toadstone.games.river_toad.model import RiverToadHorizon
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import Action

LINEAR, CLAUSES = SearchStrategy.LINEAR_RELAXATION, SearchStrategy.AS_STATED


class Guide:
    """Only another strategy, and one decision first; notes which question it gives an order for."""

    def __init__(self, strategy=CLAUSES):
        self.strategy, self.constrained, self.asked = strategy, [], []

    def constrain(self, h):
        self.constrained.append(h)

    def order(self, h, question):
        self.asked.append(question)
        h.model.add_decision_strategy([h.hp[-1]], cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)


def units_alone(*units, ask=(), strategy=LINEAR, **scenario):
    """Return a model of these units alone."""
    return RiverToadHorizon(
        river_toad(**scenario), asking(*ask), units=units, guidance=Guide(strategy)
    )


# --- the whole model ----------------------------------------------------------------------------


def living_games(rules, played=()):
    """Yield the moves and states of each line of play that can stop alive."""
    state = played[-1][1] if played else rules.start()
    yield played
    for action in rules.legal_moves(state):
        after = rules.play(state, action)
        if not after.dead and rules.violation(action, after) is None:
            yield from living_games(rules, (*played, (action, after)))


def as_simulated(scenario, ask):
    """Return all plans that the simulator accepts, as solutions of the model."""
    rules = RiverToadRules(scenario)
    return [
        as_solution(rules, played, rules.figures(last))
        for played in living_games(rules)
        for last in [played[-1][1] if played else rules.start()]
        if (len(played) == scenario.turns or ask == ["longest"])
        and rules.final_violation(last) is None
    ]


@pytest.mark.parametrize("strategy", [LINEAR, CLAUSES], ids=["linear", "clauses"])
@pytest.mark.parametrize("ask", [["survive"], ["min-moves"]], ids=lambda ask: ask[0])
@pytest.mark.parametrize("seed", range(40))
def test_each_plan_that_wins_in_the_simulator_is_one_solution_and_nothing_else_is(
    seed, ask, strategy
):
    scenario = crossing(seed, turns=(1, 3), widths=(1, 2, 3, 3))
    h = RiverToadHorizon(scenario, asking(*ask), guidance=Guide(strategy))
    assert are_solutions(h, as_simulated(scenario, ask))


@pytest.mark.parametrize("seed", range(30))
def test_each_plan_that_stops_alive_is_one_solution_where_the_toad_may_die(seed):
    scenario = crossing(seed, turns=(1, 3), widths=(1, 2, 3, 3))
    h = RiverToadHorizon(scenario, asking("longest"))
    assert are_solutions(h, as_simulated(scenario, ["longest"]))


@pytest.mark.parametrize("strategy", [LINEAR, CLAUSES], ids=["linear", "clauses"])
@pytest.mark.parametrize("seed", range(20))
def test_each_plan_is_a_solution_with_each_starting_hp_where_that_is_asked_for(seed, strategy):
    scenario = crossing(seed, turns=(1, 3), widths=(1, 2, 3, 3))
    h = RiverToadHorizon(scenario, asking("min-start-hp"), guidance=Guide(strategy))
    expected = [
        plan
        for hp in range(1, scenario.enough_start_hp + 1)
        for plan in as_simulated(scenario.with_start_hp(hp), ["survive"])
    ]
    assert are_solutions(h, expected)


# --- variables and figures ----------------------------------------------------------------------

SMALL = {
    "rolls": [4, 0],
    "width": 2,
    "start": 2,
    "hp": 7,
    "actions": {"stay": 0, "left-1": 3},
}
CELLS = [(f"at[{turn},{cell}]", (0, 1)) for turn in range(3) for cell in (1, 2)]
ARCS = [
    (f"act[{turn},{act}]", (0, 1)) for turn in (1, 2) for act in ("1,stay", "2,stay", "2,left-1")
]
HP = [(f"hp[{turn}]", (0, 12)) for turn in range(3)]
OTHERS = [
    *((f"paid[{turn}]", (-3, 12)) for turn in (1, 2)),
    *((f"left[{turn}]", (0, 12)) for turn in (1, 2)),
    *((f"{name}[{turn}]", (0, 1)) for name in ("caught", "fed") for turn in (1, 2)),
]
NOTHING = ("", (0, 0))


@pytest.mark.parametrize(
    ("strategy", "ask", "moves"),
    [
        (LINEAR, ["survive"], []),
        (CLAUSES, ["survive"], []),
        (LINEAR, ["min-moves"], [("moves", (0, 2))]),
        (CLAUSES, ["min-moves"], [("moves[1]", (0, 2)), ("moves[2]", (0, 2)), NOTHING]),
    ],
)
def test_the_variables_have_the_domains_of_the_scenario(strategy, ask, moves):
    h = units_alone(ask=ask, strategy=strategy, **SMALL)
    found = domains(h)
    expected = [*CELLS, *ARCS, *HP, *OTHERS, *moves, NOTHING]
    assert {*found} == {*expected}
    assert len({name for name, _ in found}) == len({*found})
    named = [name for name, _ in found if name]
    assert len({*named}) == len(named)


def test_the_variables_of_a_turn_and_a_cell_have_their_names():
    h = units_alone(**SMALL)
    assert [[here.name for here in at.values()] for at in h.at] == [
        [f"at[{turn},1]", f"at[{turn},2]"] for turn in range(3)
    ]
    for turn in (1, 2):
        assert h.hp[turn].name == f"hp[{turn}]"
        assert {arc.chosen.name for arc in h.arcs[turn]} == {
            f"act[{turn},{arc.source},{arc.action}]" for arc in h.arcs[turn]
        }
    assert h.hp[0].name == "hp[0]"


def test_arcs_lead_from_cell_to_cell_of_the_river():
    h = units_alone(rolls=[0], width=3)
    arcs = [(arc.source, str(arc.action), arc.target) for arc in h.arcs[1]]
    assert sorted(arcs) == sorted(
        (cell, str(Action(target - cell)), target) for cell in (1, 2, 3) for target in (1, 2, 3)
    )


@pytest.mark.parametrize("before", ["paid", "left", "caught", "fed"])
def test_before_the_first_turn_nothing_is_paid_caught_or_fed(before):
    h = units_alone(**SMALL)
    assert possible(h, getattr(h, before)[0]) == [0]


def test_the_most_hp_are_those_of_the_start_and_of_all_flies():
    more = {"rolls": [8, 9, 8, 9, 1], "width": 3, "rows": 3, "hp": 7, "flies": {"gain": 4}}
    h = units_alone(**more)
    assert h.most_flies == 3
    assert h.most_hp() == 7 + 3 * 4
    h = units_alone(ask=["min-start-hp"], actions={"stay": 2}, **more)
    assert h.most_hp() == (2 * 5 + 1) + 3 * 4


@pytest.mark.parametrize("strategy", [LINEAR, CLAUSES])
@pytest.mark.parametrize("ask", ["survive", "min-moves"])
def test_figures_are_those_of_the_end(ask, strategy):
    h = units_alone(ask=[ask], strategy=strategy, **(SMALL | {"rolls": [4, 0, 0]}))
    values = {h.hp[0].index: 50, h.hp[1].index: 60, h.hp[2].index: 70, h.hp[3].index: 80}
    values |= {h.fed[1].index: 1, h.fed[2].index: 10, h.fed[3].index: 100}
    here = [at[cell].index for at in h.at for cell in (1, 2)]
    values |= {index: 2**number for number, index in enumerate(here)}
    moves = 0
    if ask == "min-moves":
        variables = [(number, each) for number, each in enumerate(h.moves) if each.name]
        values |= {each.index: 100 + number for number, each in variables}
        moves = 100 + len(h.moves) - 1
    else:
        for turn in (1, 2, 3):
            for arc in h.arcs[turn]:
                values[arc.chosen.index] = 10**turn if arc.action.shift else 7
        moves = 1110
    value_of = value_in(values)
    assert {name: value_of(figure) for name, figure in h.figures.items()} == {
        "hp": 80,
        "moves": moves,
        "flies": 111,
        "turns": 2**2 + 2**3 + 2**4 + 2**5 + 2**6 + 2**7,
        "start_hp": 50,
    }


def test_flies_and_turns_have_a_least_and_a_most():
    assert units_alone(**SMALL).domains == {"flies": (0, 1), "turns": (0, 2)}


def test_moves_are_counted_where_a_question_or_a_requirement_is_about_them():
    for ask, require, counted in [
        ([], {}, False),
        (["max-hp"], {}, False),
        (["min-moves"], {}, True),
        (["max-hp"], {"max_moves": 0}, True),
    ]:
        h = units_alone(ask=ask, require=require, **SMALL)
        assert h.counts_moves is counted
        assert bool(h.moves) is counted


# --- what comes down ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "arriving"), [(2, [None, 5, 6, 7]), (3, [None, None, 5, 6]), (5, [None] * 4)]
)
def test_a_roll_arrives_when_it_has_come_down_all_rows(rows, arriving):
    h = units_alone(rolls=[5, 6, 7, 8], width=3, rows=rows)
    assert [h.arriving(turn) for turn in h.turns] == arriving


@pytest.mark.parametrize("width", [1, 3])
def test_a_roll_is_a_mask_of_snakes_or_one_of_two_flies(width):
    for roll in range(2**width + 2):
        h = units_alone(rolls=[roll, 0], width=width)
        assert h.snake_cells(1) == []
        assert h.fly_cell(1) is None
        snakes, fly = [], None
        if roll < 2**width:
            snakes = [n for n, bit in enumerate(f"{roll:0{width}b}", 1) if bit == "1"]
        else:
            fly = 1 if roll == 2**width else width
        assert h.snake_cells(2) == snakes
        assert h.fly_cell(2) == fly


def test_arcs_are_moves_unless_the_toad_stays_and_are_kept_by_price():
    h = units_alone(rolls=[0], width=3, actions={"stay": 2, "left-1": 2, "right-1": 0})
    names = {arc.chosen.name for arc in h.arcs[1] if str(arc.action) != "stay"}
    assert {chosen.name for chosen in h.moving(1)} == names
    assert len(names) == 4
    by_price = h.arcs_by_price(1)
    assert {price: len(arcs) for price, arcs in by_price.items()} == {2: 5, 0: 2}
    for price, arcs in by_price.items():
        free = {chosen.name for chosen in arcs}
        assert free == {
            arc.chosen.name for arc in h.arcs[1] if h.scenario.costs[arc.action] == price
        }


# --- reading ------------------------------------------------------------------------------------


def test_a_plan_is_read_with_what_the_model_says_of_each_turn():
    h = units_alone(**SMALL)
    arc = next(arc for arc in h.arcs[1] if str(arc.action) == "left-1")
    values = {arc.chosen.index: 1, h.at[1][1].index: 1, h.hp[1].index: 4, h.caught[1].index: 1}
    values |= {h.fed[1].index: 1, h.hp[0].index: 3, h.hp[2].index: 9}
    read = h.read(value_in(values))
    assert read.scenario is h.scenario
    assert read.moves == (Action(-1),)
    assert read.observations == ({"cell": 1, "hp": 4, "caught": 1, "fed": 1},)
    assert read.figures == {"hp": 9, "moves": 1, "flies": 1, "turns": 1, "start_hp": 3}


def test_a_toad_in_no_cell_is_read_as_in_cell_0():
    h = units_alone(**SMALL)
    (observed,) = h.read(value_in({h.arcs[2][0].chosen.index: 1})).observations
    assert observed == {"cell": 0, "hp": 0, "caught": 0, "fed": 0}


def test_a_starting_hp_that_was_asked_for_is_read_into_the_scenario():
    h = units_alone(ask=["min-start-hp"], **SMALL)
    assert h.read(value_in({h.hp[0].index: 3})).scenario == h.scenario.with_start_hp(3)


# --- guidance, objective and hint ---------------------------------------------------------------


def test_numbers_lead_unless_a_guide_says_otherwise():
    h = RiverToadHorizon(river_toad([0]))
    assert h.strategy is LINEAR
    assert not h.clauses_lead
    guide = Guide()
    h = RiverToadHorizon(river_toad([0]), guidance=guide)
    assert h.strategy is CLAUSES
    assert h.clauses_lead
    assert guide.constrained == [h]
    assert guide.asked == []


def test_each_objective_has_the_order_of_its_own_question_alone():
    guide, asked = Guide(), asking("max-hp", "min-moves")
    h = RiverToadHorizon(river_toad([0]), asked, guidance=guide)
    for number, question in enumerate(asked, 1):
        h.set_objective(question)
        assert guide.asked == [*asked[:number]]
        assert len(h.model.proto.search_strategy) == 1
        assert len(h.model.proto.objective.vars) == 1
        assert list(h.model.proto.solution_hint.vars) == []


def hint_of(h):
    hint, variables = h.model.proto.solution_hint, h.model.proto.variables
    return [
        (variables[index].name, value) for index, value in zip(hint.vars, hint.values, strict=True)
    ]


def test_a_toad_that_may_die_is_hinted_to_take_no_action():
    (longest,) = asking("longest")
    h = RiverToadHorizon(river_toad(**SMALL), (longest,), units=[])
    h.set_objective(longest)
    kept = {f"{name}[{turn}]": 7 for name in ("hp", "paid", "left") for turn in (0, 1, 2)}
    expected = {each.name: 0 for each in h.model.proto.variables} | kept | {"at[0,2]": 1}
    assert dict(hint_of(h)) == {name: expected[name] for name, _ in hint_of(h)}
    assert len(hint_of(h)) == len(h.model.proto.variables)


@pytest.mark.parametrize("seed", range(5))
def test_the_hint_is_a_solution_where_an_empty_plan_will_do(seed):
    (longest,) = asking("longest")
    scenario = crossing(seed, turns=(1, 3), widths=(1, 2, 3, 3)).model_copy(
        update={"require": river_toad([0]).require}
    )
    h = RiverToadHorizon(scenario, (longest,))
    h.set_objective(longest)
    hint = h.model.proto.solution_hint
    for index, value in zip(hint.vars, hint.values, strict=True):
        h.model.add(h.model.get_int_var_from_proto_index(index) == value)
    h.model.clear_objective()
    assert [plan.moves for plan in solutions(h, 1)] == [()]


def test_a_hint_that_is_there_already_is_kept():
    (longest,) = asking("longest")
    h = RiverToadHorizon(river_toad(**SMALL), (longest,), units=[])
    h.model.add_hint(h.hp[1], 5)
    h.set_objective(longest)
    assert hint_of(h) == [("hp[1]", 5)]


# --- units of which the whole model hides a part ------------------------------------------------


@pytest.mark.parametrize(("strategy", "stated"), [(LINEAR, False), (CLAUSES, True)])
def test_where_clauses_lead_one_says_that_the_toad_is_in_one_cell(strategy, stated):
    h = units_alone(model.movement, strategy=strategy, rolls=[0, 0], width=3)
    together = [{*each.exactly_one.literals} for each in h.model.proto.constraints]
    for turn in (1, 2):
        assert ({here.index for here in h.at[turn].values()} in together) is stated


def test_what_is_spent_is_from_nothing_to_the_dearest_action():
    h = units_alone(model.cost, **SMALL)
    assert [each for each in domains(h) if each[0].startswith("spent")] == [
        ("spent[1]", (0, 3)),
        ("spent[2]", (0, 3)),
    ]


def test_flies_that_must_be_eaten_may_be_eaten_in_any_turn():
    h = units_alone(model.min_flies, rolls=[0, 0], require={"min_flies": 1})
    assert possible(h, h.fed[1], h.fed[2] == 0) == [1]
    assert possible(h, h.fed[2], h.fed[1] == 0) == [1]


def test_the_least_hp_at_the_end_are_needed_in_no_other_turn():
    h = units_alone(model.min_final_hp, rolls=[0, 0, 0], hp=3, require={"min_final_hp": 2})
    assert possible(h, h.hp[3]) == [2, 3]
    assert [possible(h, h.hp[turn]) for turn in (0, 1, 2)] == [[0, 1, 2, 3]] * 3


@pytest.mark.parametrize("strategy", [LINEAR, CLAUSES])
def test_the_most_moves_are_those_of_the_whole_plan(strategy):
    h = units_alone(model.max_moves, strategy=strategy, rolls=[0, 0, 0], require={"max_moves": 2})
    assert possible(h, h.moves[-1]) == [0, 1, 2]


def test_a_starting_hp_that_is_asked_for_is_at_least_1():
    h = units_alone(model.start, ask=["min-start-hp"], rolls=[0], actions={"stay": 2})
    assert possible(h, h.hp[0]) == [1, 2, 3]
    assert possible(h, h.hp[1]) == [0, 1, 2, 3]


@pytest.mark.parametrize(("ruling", "left"), [("forbidden", []), ("clamped", [0])])
def test_who_pays_more_than_he_has_is_left_with_nothing_if_that_is_allowed(ruling, left):
    h = units_alone(model.overdraft, rolls=[0], hp=2, overdraft=ruling)
    assert possible(h, h.left[1], h.paid[1] == -2) == left
    assert possible(h, h.left[1], h.paid[1] == 2) == [2]
