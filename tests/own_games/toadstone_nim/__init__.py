"""Nim with one heap: a move takes one counter or more, and who takes the last one wins."""

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT
from toadstone.core.question import REMOTENESS, WINNER, Question, Sense, Support
from toadstone.core.rules import RULES
from toadstone.engines import HORIZON, SEARCH_PROBLEM, STATE_SPACE
from toadstone.files import SCENARIO
from toadstone.game import Game

SHORTEST = Question("shortest", Sense.MINIMISE, "plies", "the game with the fewest plies")
QUESTIONS = (WINNER, REMOTENESS, SHORTEST)
SHORTEST_GAMES = Support({"shortest": "minimise plies"}, {"heap", "most"})
SUPPORTED = dict.fromkeys((HORIZON, SEARCH_PROBLEM, STATE_SPACE), SHORTEST_GAMES)
PARTS = {
    SCENARIO: "rules:NimScenario",
    RULES: "rules:NimRules",
    SUPPORT: ":SUPPORTED",
    BOARD: "rules:NimBoard",
    HORIZON: "model:NimHorizon",
    SEARCH_PROBLEM: "rules:FewestPlies",
    STATE_SPACE: "rules:whole_games",
}
GAME = Game("nim", __name__, QUESTIONS, decision=WINNER, parts=PARTS)
