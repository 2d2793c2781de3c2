"""Tournaments: players of a two-player game, each against each."""

import dataclasses
import json
from itertools import combinations, permutations

import pytest

import nim as nim_module
from command_line import run
from nim import GAME as NIM
from nim import nim, nim_instance, register_nim
from squirrel import Naive, squirrel_war
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.replay import replay
from toadstone.core.rules import RULES
from toadstone.engines.instance import Instance
from toadstone.game import all_games
from toadstone.play.parts import PLAYERS, PlayerKind
from toadstone.play.tournament import Tournament, entrants

SQUIRREL_WAR = all_games()["squirrel-war"]

# 3 * 3 cells with values that differ, so that there is something to see for who looks ahead.
BOARD = "20 16 1\n20 12 2\n28 48 9"


def played(game, scenario, players, **more):
    instance = Instance(game, scenario, scenario.asked())
    usual = {"rounds": 4, "seed": 0, "seconds_per_move": 60.0, "budget": Budget()}
    contest = Tournament(instance, entrants(instance, players), **usual | more)
    contest.play()
    return contest


def on_squirrels(players, **more):
    return played(SQUIRREL_WAR, squirrel_war(BOARD), players, **more)


def games_without_times(contest):
    return [(game.players, game.moves, game.winner, game.margin) for game in contest.games]


# Who plays whom


def test_each_two_play_so_many_games_with_the_sides_taken_in_turn():
    contest = on_squirrels(["greedy", "random", "minimax:2"], rounds=4)
    assert contest.complete
    for one, other in combinations(contest.names, 2):
        games = [g.players for g in contest.games if {one, other} == set(g.players.values())]
        assert games == [{"X": one, "O": other}, {"X": other, "O": one}] * 2


def test_without_a_wish_everybody_plays_who_needs_no_argument():
    assert [str(player) for player in entrants(nim_instance(3), [])] == ["perfect", "random"]


# What a game is


def test_every_game_is_played_by_the_rules_and_ends_as_they_say():
    scenario = squirrel_war(BOARD)
    rules = SQUIRREL_WAR.get(RULES)(scenario)
    for game in on_squirrels(["perfect", "greedy", "random"]).games:
        line = replay(rules, [rules.read_move(move) for move in game.moves])
        assert line.failure is None
        margin = rules.figures(line.states[-1])["margin"]
        assert game.margin == margin
        winner = "X" if margin > 0 else "O"
        assert game.winner == (None if margin == 0 else game.players[winner])


@pytest.mark.exhaustive
def test_the_same_seed_plays_the_same_games_and_another_seed_others():
    players = ["random", "greedy", "perfect"]
    first = games_without_times(on_squirrels(players, seed=3))
    assert games_without_times(on_squirrels(players, seed=3)) == first
    assert games_without_times(on_squirrels(players, seed=4)) != first


def test_the_games_of_two_players_do_not_depend_on_who_else_takes_part():
    alone = games_without_times(on_squirrels(["random", "greedy"]))
    among_others = games_without_times(on_squirrels(["random", "perfect", "greedy"]))
    assert [game for game in among_others if "perfect" not in game[0].values()] == alone


def test_every_two_games_share_an_opening_with_the_sides_exchanged_and_it_ends_no_game():
    games = on_squirrels(["greedy", "minimax:2"], rounds=8, opening=3).games
    openings = [game.moves[: game.opening] for game in games]
    assert {len(opening) for opening in openings} == {3}
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) > 1
    assert {len(game.seconds[name]) for game in games for name in ("greedy", "minimax:2")} == {3}
    for game in on_squirrels(["greedy", "random"], opening=100).games:
        assert (game.opening, len(game.moves)) == (8, 9)


# How they play


@pytest.mark.exhaustive
def test_perfect_gets_at_least_the_margin_of_perfect_play():
    naive = Naive(BOARD, "...\n...\n...")
    margin = naive.extreme("X", {"X": max, "O": min})
    for game in on_squirrels(["perfect", "random", "minimax:2", "greedy"], rounds=6).games:
        if game.players["X"] == "perfect":
            assert game.margin >= margin
        if game.players["O"] == "perfect":
            assert game.margin <= margin


def test_looking_two_plies_ahead_beats_chance():
    """40 games. Of players of equal strength one wins 34 or more with probability 4e-6."""
    assert on_squirrels(["minimax:2", "random"], rounds=40).score("minimax:2").wins >= 34


def test_alpha_beta_plays_as_minimax_does():
    one, other = (on_squirrels([f"{kind}:3", "greedy"]) for kind in ("minimax", "alpha-beta"))
    assert [game.moves for game in one.games] == [game.moves for game in other.games]


# The table


def test_the_table_adds_up():
    contest = on_squirrels(["perfect", "random", "greedy", "minimax:2"], rounds=5)
    total = 0
    for name in contest.names:
        score = contest.score(name)
        pairs = [contest.score(name, other) for other in contest.names if other != name]
        assert score.games == sum(pair.games for pair in pairs) == 15
        assert score.points == sum(pair.points for pair in pairs)
        total += score.points
    assert total == len(contest.games) == 30
    for one, other in permutations(contest.names, 2):
        mine, theirs = contest.score(one, other), contest.score(other, one)
        assert (mine.wins, mine.draws, mine.losses) == (theirs.losses, theirs.draws, theirs.wins)
        assert mine.margin == -theirs.margin
    moves = sum(len(game.moves) for game in contest.games)
    assert sum(len(each) for game in contest.games for each in game.seconds.values()) == moves


def test_a_draw_is_half_a_point_for_each():
    contest = played(SQUIRREL_WAR, squirrel_war("5 5"), ["greedy", "random"], rounds=2)
    assert [game.winner for game in contest.games] == [None, None]
    assert contest.score("greedy").points == contest.score("random").points == 1
    assert contest.score("greedy").margin == 0


# Players that fail


def failing(setup):
    def choose(line, budget):
        if setup.argument == "illegal":
            return 9
        if setup.argument == "resign":
            return None
        if setup.argument == "defect":
            raise DisagreementError("two of us")
        raise ZeroDivisionError("by nought")

    return choose


@pytest.fixture
def nim_with_failures(monkeypatch):
    """Return Nim with a kind of player that fails."""
    kinds = (PlayerKind("failing", "not at all", failing, "HOW"),)
    monkeypatch.setattr(nim_module, "FAILING_KINDS", kinds, raising=False)
    return dataclasses.replace(NIM, parts={**NIM.parts, PLAYERS: ":FAILING_KINDS"})


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("illegal", "9 is not legal: the heap has only 6"),
        ("resign", "gave up"),
        ("error", "ZeroDivisionError: by nought"),
    ],
)
def test_a_player_that_fails_loses_the_game_and_it_is_told_why(nim_with_failures, how, reason):
    contest = played(nim_with_failures, nim(6), [f"failing:{how}", "perfect"], rounds=1)
    (game,) = contest.games
    assert game.winner == "perfect"
    assert (game.forfeit.player, game.forfeit.reason) == (f"failing:{how}", reason)
    assert not contest.late


def test_a_defect_of_toadstone_is_no_lost_game(nim_with_failures):
    with pytest.raises(DisagreementError):
        played(nim_with_failures, nim(6), ["failing:defect", "perfect"])


def test_a_search_is_stopped_while_it_is_going_on():
    """49 plies on a board of 49 cells would not end while anybody waits for it."""
    big = squirrel_war("\n".join(["1 2 3 4 5 6 7"] * 7))
    contest = played(SQUIRREL_WAR, big, ["minimax:49", "perfect"], rounds=2, seconds_per_move=0.01)
    assert [game.forfeit.late for game in contest.games] == [True, True]


# Limits


class AfterSomeLooks(Budget):
    """A clock by which time is up after so many looks."""

    def __init__(self, looks):
        super().__init__()
        self.looks = looks

    def over(self):
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize("looks", [0, 5, 60])
def test_when_time_is_up_the_games_so_far_stand(looks):
    whole = on_squirrels(["greedy", "random"], rounds=20)
    contest = on_squirrels(["greedy", "random"], rounds=20, budget=AfterSomeLooks(looks))
    assert not contest.complete
    games = games_without_times(contest)
    assert games == games_without_times(whole)[: len(games)]
    assert (len(games) > 0) == (looks == 60)


# The command


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    register_nim(monkeypatch)
    (tmp_path / "nim.yaml").write_text("{game: nim, heap: 6, ask: winner}")


def test_the_object_holds_players_pairs_and_games(files):
    done = run("tournament nim.yaml --player perfect,takes:1,random --games 4 --seed 5 --json")
    assert done.exit_code == 0
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert (found["seed"], found["games_each"]) == (5, 4)
    points = [player["points"] for player in found["players"]]
    assert points == sorted(points, reverse=True)
    assert sum(points) == len(found["games"]) == 12
    assert len(found["pairs"]) == 6
    for game in found["games"]:
        assert game["players"].keys() == {"left", "right"}
        assert sum(map(int, game["moves"])) == 6
        assert game["forfeit"] is None


def test_a_time_limit_prints_what_was_played(files):
    done = run("tournament nim.yaml --games 1000000 --time-limit 0.1 --json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["status"], found["games"] != []) == (20, "unknown", True)


def test_an_interrupt_prints_what_was_played(monkeypatch):
    played = []

    def interrupted(setup):
        def choose(line, budget):
            played.append(line)
            if len(played) == 12:
                raise KeyboardInterrupt
            return line.rules.legal_moves(line.state)[0]

        return choose

    monkeypatch.setattr("toadstone.play.players.RANDOM", PlayerKind("random", "", interrupted))
    done = run("tournament squirrel-war --player random,greedy --games 50 --json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["status"], len(found["games"])) == (130, "interrupted", 2)


def test_who_is_late_is_named_and_leaves_the_tournament_undecided():
    done = run("tournament squirrel-war --player minimax:9,greedy --games 1 --move-time 0.000001")
    assert done.exit_code == 20
    assert "minimax:9 lost 1 game before the end: no move within 1e-06 s." in done.stdout


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("river-toad", "a tournament is for two-player games, river-toad is for one player"),
        ("nim", "nim has no usual start: expected a scenario file"),
        ("nim.yaml --player perfect", "--player: expected two players at least, found 1"),
        ("nim.yaml --player perfect,perfect", "expected each player once"),
        ("nim.yaml --player perfect,person", "a person does not play in a tournament"),
        ("nim.yaml --player perfect,minimax:3", "--player: expected a player"),
        ("nim.yaml --player perfect,takes:many", "player `takes:many`"),
        ("squirrel-war --player greedy,minimax", "expected `minimax:DEPTH`"),
        ("squirrel-war --player greedy,minimax:0", "expected a depth from 1 to 99 plies"),
        ("squirrel-war --games 0", "--games"),
    ],
)
def test_what_cannot_be_played_is_refused(files, line, message):
    done = run(f"tournament {line}")
    assert done.exit_code == 2
    assert message in done.output


def test_greedy_takes_what_leads_by_most_at_once():
    """On one row of two cells the dearer one."""
    contest = played(SQUIRREL_WAR, squirrel_war("3 8"), ["greedy", "random"])
    assert {game.moves[0] for game in contest.games if game.players["X"] == "greedy"} == {"B1"}
