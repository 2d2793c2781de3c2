"""A task about a game that takes long, and does not look at the clock."""

from dataclasses import dataclass

from pool_tasks import deaf
from toadstone.play.tasks import Task


@dataclass(frozen=True)
class Slow(Task):
    """Sleeps for half a minute, whatever the budget says."""

    advised = False

    def find(self, context, budget):
        """Find nothing."""
        deaf(context, budget)
