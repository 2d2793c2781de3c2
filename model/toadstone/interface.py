"""The public Python interface: what `import toadstone` offers.

The command line calls these functions. They do not print, exit, or install signal handlers. A
source is all that `load` accepts. Where a function has a parameter of `solve`, it means the same.

Every function may raise

- InputError: the source is not a scenario, or another file cannot be used;
- RequestError: an argument does not fit the scenario, the game or the other arguments;
- DisagreementError: two parts of Toadstone contradict each other, which is a defect;
- BrokenGameError: the rules of a game from outside break a promise;
- LimitReachedError: time was up, where there is no result that says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from toadstone.core.budget import SECONDS_EACH, Budget, Confirm, Limits
from toadstone.core.errors import LimitReachedError, RequestError, text_of
from toadstone.engines import HORIZON
from toadstone.engines.answer import Answer, Check, Decision, check_plan_file
from toadstone.engines.answering import answer, engine_for, engines_for, unsupported_engines
from toadstone.engines.engine import OR_TOOLS, Engine, has_library, load_library
from toadstone.engines.instance import Instance, decision_of, make_instance
from toadstone.files import SCENARIO_OPTIONS
from toadstone.files.messages import one_of, quote
from toadstone.files.scenario import Scenario
from toadstone.files.source import Source, decode_loosely, read_source
from toadstone.game import find_game
from toadstone.loading import plain, read_scenario, scenario_of, source_of

if TYPE_CHECKING:
    from toadstone.engines.comparison import Comparison
    from toadstone.engines.enumeration import Enumeration
    from toadstone.play.atlas import AtlasTable
    from toadstone.play.review import Review
    from toadstone.proofs.certificate import Finding
    from toadstone.proofs.explanation import Explanation
    from toadstone.services.batch.run import Batch
    from toadstone.services.generation.folder import Folder
    from toadstone.services.generation.puzzle import Puzzle
    from toadstone.services.grading.grade import Rubric
    from toadstone.services.grading.grading import Grading
    from toadstone.services.grading.settling import Marks, Words
    from toadstone.services.grading.submissions import Submission

ScenarioSource = Instance | Scenario | str | Path | Mapping[str, Any]
"""A scenario, or a source that `load` reads."""

Ask = str | Sequence[str]

Submissions: TypeAlias = (
    "str | Path | Sequence[str | Path | Submission] | Mapping[str, str | Path | Sequence[str]]"
)


def load(source: ScenarioSource, *, ask: Ask = (), **options: int) -> Scenario:
    """Return a scenario.

    Args:
        source: the path of a file, YAML text, the name of a packaged example, or a dict with the
            keys of a scenario file; its values may be lists.
        ask: what is asked if the source asks nothing.
        options: values that are not in the file, such as `hp` and `rows` for a roll file. They do
            not go with a scenario that is loaded already.
    """
    names = _names(ask)
    if isinstance(source, Instance):
        source = source.given or source.scenario
    if isinstance(source, Scenario):
        if options:
            raise RequestError(f"{min(options)} does not go with a scenario that is loaded already")
        return source
    if isinstance(source, Mapping):
        return scenario_of(dict(source), options, names)
    if not isinstance(source, str | Path):
        raise RequestError(f"expected a path, a text, a dict or a scenario, found {quote(source)}")
    return read_scenario(source_of(source), options, ask=names)


def scenario(game: str, **keys: Any) -> Scenario:
    """Return a scenario from keyword arguments: the keys of a scenario file.

    It also accepts the game's command-line options, such as `hp` and `rows`.
    """
    names = {option.name for option in find_game(game).find(SCENARIO_OPTIONS) or ()}
    options = {name: plain(keys.pop(name)) for name in names & keys.keys()}
    return scenario_of({"game": game, **keys}, options)


def solve(
    source: ScenarioSource,
    *,
    ask: Ask = (),
    method: str | Engine | None = None,
    time_limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    bounds: bool | None = None,
    confirm: str = "auto",
    budget: Budget | None = None,
) -> Answer:
    """Answer a scenario's questions, or those of `ask`.

    Args:
        ask: questions, most important first; `pareto:` before the first asks for their front.
        method: the engine; by default the scenario's own, else the first that fits.
        time_limit: seconds; the answer then contains what is known so far.
        workers: threads of the solver.
        seed: seed of the solver.
        bounds: whether the model may include bounds that the rules imply; by default, it may.
        confirm: how long the second derivation of a proven answer may take: `auto`, as long as
            the first; `always`, as long as it needs; `never`, no time.
        budget: replaces `time_limit`, `workers` and `seed`; its `stop` ends the work from
            another thread, and its listener receives progress.
    """
    instance, limits = instance_of(source, ask, bounds=bounds), Limits(time_limit, workers, seed)
    within, wanted = _budget(budget, limits, "time_limit, workers and seed"), _confirm(confirm)
    with _name_option("method", method is not None):
        return answer(instance, within, method, wanted)


def prove(
    source: ScenarioSource,
    *,
    method: str | Engine | None = None,
    time_limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    confirm: str = "auto",
    budget: Budget | None = None,
) -> Decision:
    """Decide whether a scenario can be won."""
    answered = solve(
        decision_of(load(source), bounded=not isinstance(source, Instance) or source.bounded),
        method=method,
        time_limit=time_limit,
        workers=workers,
        seed=seed,
        confirm=confirm,
        budget=budget,
    )
    return Decision(answered)


def check(
    source: ScenarioSource,
    plan: str | Path | Sequence[str],
    *,
    ask: Ask = (),
    words: Words = None,
    budget: Budget | None = None,
) -> Check:
    """Replay a plan on the reference simulator.

    Args:
        plan: its moves, or the path of a plan file. If the file has several plans, all are
            replayed, and the check is about the first that fails.
        words: the words of a class, as for `grade`.
    """
    instance, within = instance_of(source, ask), _budget(budget, Limits())
    return check_plan_file(instance, _plan_source(plan), within, _words(words, instance))


def review(
    source: ScenarioSource,
    moves: str | Path | Sequence[str],
    *,
    ask: Ask = (),
    sides: str | Sequence[str] = (),
    words: Words = None,
    time_limit: float | None = None,
    budget: Budget | None = None,
) -> Review:
    """Return the cost of each move of a game, and a better move for each mistake.

    In a one-player game, the cost is the loss in the first question that the move makes worse. In
    a two-player game, it is the loss under perfect play of both sides.

    Args:
        moves: the moves from the start, or the path of a plan file; the game need not be over.
        sides: the sides whose moves are judged; by default all.
        words: the words of a class, as for `grade`.
    """
    from toadstone.play.adviser import instance_once_begun
    from toadstone.play.judging import review as reviewed

    instance, within = instance_of(source, ask), _budget(budget, Limits(time_limit))
    read = instance.read_plan(_plan_source(moves), _words(words, instance), within)
    instance = instance.as_stated(read.values)
    judged = [sides] if isinstance(sides, str) else sides
    asked = instance_once_begun(instance)
    said = reviewed(asked, read.moves, within, judged)
    return said if asked.ask == instance.ask else replace(said, instead_of=instance.ask)


def grade(
    source: ScenarioSource,
    submissions: Submissions,
    *,
    ask: Ask = (),
    rubric: str | Path | Mapping[str, int] | Rubric | None = None,
    roster: str | Path | None = None,
    words: Words = None,
    marks: Marks = None,
    review: bool = False,
    time_limit: float | None = None,
    budget: Budget | None = None,
) -> Grading:
    """Grade plans against the best; a file that is not understood gets the mark `unclear`.

    Args:
        submissions: paths of plan files or folders; or a dict from names to plans, each a text,
            a list of moves or the `Path` of a plan file; or submissions that are found already.
        rubric: the points, as the path of a rubric file or as a dict with its keys.
        roster: the path of a CSV file with the names of the class.
        words: the words of the class, such as `{"bleiben": "stay"}`, or the path of a YAML file.
        marks: the path of a YAML file with decisions, such as `ada.txt: {plan: last}`, or these.
        review: whether to name the first mistake of each plan that is not the best.
        time_limit: seconds for the best plan, and for the replay of each submission.
        budget: the threads and the seed, and what receives progress.
    """
    from toadstone.services.grading.grade import Examiner, read_rubric
    from toadstone.services.grading.grading import grade_all
    from toadstone.services.grading.settling import Settled, read_decisions, read_words
    from toadstone.services.grading.submissions import read_roster

    instance, within = instance_of(source, ask), _budget(budget, Limits())
    if instance.is_front:
        raise RequestError("expected one question or a list: of a front, no plan is the best")
    points, seconds = read_rubric(rubric), Limits(time_limit).seconds
    settled = Settled(read_words(words, [instance]), read_decisions(marks, points.best))
    taken = _submissions(submissions)
    if roster is not None:
        taken = read_roster(roster).name_submissions(taken)
    compares = not instance.about_plans or any(question.figure for question in instance.ask)
    best = None
    if compares or points.progress or review:
        best = answer(instance, within.within(seconds))
        instance = best.instance
    examiner = Examiner(
        instance, best, rubric=points, seconds=seconds, reviews=review, settled=settled
    )
    file = str(source) if isinstance(source, str | Path) else instance.scenario.title
    return grade_all(file, examiner, taken, within)


def export(
    source: ScenarioSource, to: str = "cp-sat", *, ask: Ask = (), budget: Budget | None = None
) -> str:
    """Return the CP-SAT model of a scenario as text; see `docs/export.md`."""
    instance, within = instance_of(source, ask), _budget(budget, Limits())
    if to != "cp-sat":
        raise RequestError(f"expected `cp-sat`, found {quote(to)}")
    measured = [question for question in instance.ask if question.figure is not None]
    if instance.is_front or len(measured) > 1:
        advice = "a model has one objective: export one question"
        raise RequestError(advice, f"{advice}, `--ask QUESTION`")
    load_library(OR_TOOLS)
    make = instance.get(HORIZON)
    horizon = make(instance.scenario, instance.ask, bounded=instance.bounded, budget=within).whole()
    for question in measured:
        horizon.set_objective(question)
    return str(horizon.model.proto)


def explain(
    source: ScenarioSource,
    *,
    all_cores: int | None = None,
    time_limit: float | None = None,
    confirm: str = "auto",
    budget: Budget | None = None,
) -> Explanation:
    """Explain why a scenario cannot be won, or how close it is to being lost.

    Args:
        all_cores: the largest number of cores to find, at least 1; by default one.
    """
    if has_library(OR_TOOLS) or all_cores is not None:
        load_library(OR_TOOLS)
    from toadstone.proofs.explain import explain as explained

    _expect_some(all_cores=all_cores)
    within, wanted = _budget(budget, Limits(time_limit)), _confirm(confirm)
    return explained(load(source), within, most_cores=all_cores, confirm=wanted)


def compare(
    source: ScenarioSource,
    *,
    ask: Ask = (),
    methods: Ask = (),
    time_limit: float | None = SECONDS_EACH,
    confirm: str = "auto",
    budget: Budget | None = None,
) -> Comparison:
    """Answer with every suitable method, or with the named methods, and compare the answers.

    Args:
        methods: names of methods; by default all that can answer.
        time_limit: seconds for each method; None for no limit.
    """
    from toadstone.engines.comparison import Comparison

    instance, limits = instance_of(source, ask), Limits(time_limit)
    if instance.is_front:
        raise RequestError("a front cannot be compared: expected a question or a list of them")
    whole = _budget(budget, Limits())
    with _name_option("methods", methods):
        named = [engine_for(instance, name) for name in dict.fromkeys(_names(methods))]
    answers = list[Answer]()
    for engine in named or [*engines_for(instance)] or [engine_for(instance)]:
        within = whole.within(limits.seconds)
        answers.append(answer(instance, within, engine, Confirm.NEVER, break_ties=False))
        if whole.interrupted:
            break
    others = {} if named else unsupported_engines(instance)
    comparison = Comparison(instance, tuple(answers), limits.seconds, others)
    return comparison.confirm(whole.within(limits.seconds), _confirm(confirm))


def plans(
    source: ScenarioSource,
    *,
    ask: Ask = (),
    time_limit: float | None = None,
    confirm: str = "auto",
    budget: Budget | None = None,
) -> Enumeration:
    """Return an iterator over every best plan; if the question accepts any plan, over every plan.

    After the last plan, they are counted again by another statement of the rules.

    Raises:
        LimitReachedError: the time limit was reached; more plans may exist.
    """
    from toadstone.engines.enumeration import Enumeration

    within, wanted = _budget(budget, Limits(time_limit)), _confirm(confirm)
    return Enumeration(instance_of(source, ask), within, wanted)


def count_plans(
    source: ScenarioSource,
    *,
    ask: Ask = (),
    time_limit: float | None = None,
    confirm: str = "auto",
) -> int:
    """Return the exact number of best plans; if the question accepts any plan, of all plans.

    They are counted twice, by separate statements of the rules.

    Raises:
        LimitReachedError: the time limit was reached; the number is not known.
    """
    return plans(source, ask=ask, time_limit=time_limit, confirm=confirm).count()


def certify(answer: Answer, path: str | Path) -> None:
    """Write the certificate of a proven answer; gzip when the name ends in `.gz`."""
    from toadstone.files.writing import expect_not
    from toadstone.proofs.certificate import certifier_for, write_certificate

    if not isinstance(answer, Answer):
        raise RequestError(f"expected an answer, as `solve` returns it, found {quote(answer)}")
    if not answer.is_proven:
        raise RequestError("there can be no certificate: the answer is undecided")
    expect_not(str(path), *answer.scenario.files)
    write_certificate(str(path), certifier_for(answer.instance), answer)


def verify(
    path: str | Path, scenario: ScenarioSource | None = None, *, budget: Budget | None = None
) -> Finding:
    """Check a certificate without the solver; raise InputError if it is not a certificate.

    Args:
        scenario: the scenario that it must be for; by default, any.
    """
    from toadstone.proofs.certificate import certifier_for
    from toadstone.proofs.certificate import verify as verified

    wanted = None if scenario is None else load(scenario)
    finding = verified(str(path), _budget(budget, Limits()))
    if wanted is None:
        return finding
    asked = Instance(find_game(wanted.game), wanted, ())
    return finding.about(wanted.game, certifier_for(asked).content())


def draw(
    subject: Answer | Check | ScenarioSource,
    path: str | Path,
    *,
    turn: int | None = None,
) -> None:
    """Draw a result to a file. The file name's ending sets the format; see `docs/gallery.md`.

    Args:
        subject: an answer, a checked plan; or a scenario, of which the start is drawn.
        path: `.svg` and `.png` for a sheet or a chart, `.gif` for an animation, `.html` for a
            replay.
        turn: draw only this turn; 0 is the start.
    """
    from toadstone.files.writing import expect_not
    from toadstone.view.draw import draw_page, replays_of

    drawn = subject
    if not isinstance(drawn, Answer | Check):
        drawn = load(drawn)
    read = drawn if isinstance(drawn, Scenario) else drawn.instance.scenario
    expect_not(str(path), *read.files)
    draw_page(replays_of(drawn), str(path), turn=turn)


def atlas(
    game: str,
    *,
    cells: int = 7,
    time_limit: float | None = None,
    confirm: str = "auto",
    budget: Budget | None = None,
) -> AtlasTable:
    """Return all usual starts of a two-player game up to a size, with winner and value."""
    from toadstone.play.atlas import table_of

    _expect_some(cells=cells)
    within, wanted = _budget(budget, Limits(time_limit)), _confirm(confirm)
    return table_of(find_game(game), cells, within, wanted)


def batch(
    paths: str | Path | Sequence[str | Path],
    *,
    settings: Mapping[str, Any] | None = None,
    ask: Ask = (),
    method: str | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    seed: int = 0,
    confirm: str = "auto",
    dask: str | None = None,
    journal: str | Path | None = None,
    progress: Callable[[Batch], None] | None = None,
    **options: int,
) -> Iterator[Mapping[str, Any]]:
    """Answer many scenarios in worker processes; see `docs/batch.md`.

    The results have the order of the files. A file that cannot be used also gives a result. In a
    script with `dask="local"`, call it under `if __name__ == "__main__":`.

    Args:
        paths: files, folders with all that is in them, or names of packaged examples.
        settings: for one scenario, a value or a list of values for keys such as `toad.hp`; each
            combination is solved.
        method: the engine, as for `solve`.
        time_limit: seconds for each scenario.
        workers: processes; by default one for each core.
        seed: seed of the solver, which has one thread in each process.
        dask: address of a Dask scheduler, whose cluster does the work; or `local`.
        journal: a file that records finished work; the next call continues from it.
        progress: a callback that receives the batch from time to time, with what is `done`.
        options: values that are not in the files, such as `hp` and `rows` for roll files.

    Returns:
        An iterator: the JSON object of `toadstone batch` for each scenario.
    """
    from toadstone.services.batch.inputs import tasks_of
    from toadstone.services.batch.run import Batch, workers_of
    from toadstone.services.batch.work import Request

    named = list(map(str, [paths] if isinstance(paths, str | Path) else paths))
    limit = Limits(time_limit, 1 if workers is None else workers, seed).seconds
    request = Request(options, tuple(_names(ask)), method, limit, seed, _confirm(confirm))
    ours = [] if journal is None else [str(journal)]
    values = settings and {
        key: each if isinstance(each, tuple) else (each,) for key, each in plain(settings).items()
    }
    tasks, _ = tasks_of(named, request, values, ours)
    run = Batch(tasks, workers_of(workers, dask))
    run.listener = progress or run.listener
    return _lines_of(run, *ours)


def _lines_of(run: Batch, journal: str | None = None) -> Iterator[Mapping[str, Any]]:
    from toadstone.services.batch.journal import Journal

    with nullcontext() if journal is None else Journal(journal) as run.journal:
        for result in run:
            yield result.line


@overload
def generate(game: str, *, count: None = None, **wishes: Any) -> Puzzle: ...
@overload
def generate(game: str, *, count: int, **wishes: Any) -> tuple[Puzzle, ...]: ...
def generate(
    game: str,
    *,
    count: int | None = None,
    seed: int = 0,
    difficulty: str | None = None,
    folder: str | Path | Folder | None = None,
    time_limit: float | None = None,
    workers: int = 1,
    budget: Budget | None = None,
    **sizes: int,
) -> Puzzle | tuple[Puzzle, ...]:
    """Make puzzles: scenarios with exactly one best plan or best move, with proof.

    Args:
        game: the game.
        count: how many; fewer come where the time limit is reached. Without it, one puzzle is made
            and returned by itself.
        seed: the same seed gives the same puzzles.
        difficulty: `easy`, `medium` or `hard`, as a solver of bounded depth measures it, or
            `rising` from one to the other.
        folder: also write the puzzles there, with certificates, pictures and pages.
        workers: processes.
        budget: replaces `time_limit`; see `solve`.
        sizes: the sizes of the game's puzzles, such as `turns`; docs/generate.md lists them.

    Raises:
        LimitReachedError: one puzzle was asked for, and none was found in time.
    """
    from toadstone.services.generation.folder import Folder, make_puzzles
    from toadstone.services.generation.maker import Wish
    from toadstone.services.generation.making import complete_wish

    _expect_some(count=count)
    number, limits = 1 if count is None else count, Limits(time_limit, workers, seed)
    wish = complete_wish(Wish(game, sizes, difficulty, number, limits.seed))
    if folder is not None and not isinstance(folder, Folder):
        folder = Folder(str(folder), wish)
    within = _budget(budget, Limits(time_limit))
    made = make_puzzles(wish, within, workers, folder)
    if count is not None:
        return made
    if not made:
        raise LimitReachedError("no puzzle was found in time")
    return made[0]


def instance_of(source: ScenarioSource, ask: Ask = (), *, bounds: bool | None = None) -> Instance:
    """Return the questions about a scenario; every function takes them in place of the scenario.

    Args:
        source: an instance keeps what is not stated anew.
        ask: questions instead of those of the source.
        bounds: see `solve`.
    """
    names, asked = _names(ask), source if isinstance(source, Instance) else None
    if asked is not None and not names:
        return asked if bounds is None else replace(asked, bounded=bounds)
    loaded = load(source, ask=names)
    if bounds is None:
        bounds = asked is None or asked.bounded
    with _name_option("ask", names):
        return make_instance(loaded, names, bounded=bounds)


# Arguments, checked and brought into one form


def _names(ask: Ask) -> Sequence[str]:
    return [ask] if isinstance(ask, str) else ask


@contextmanager
def _name_option(option: str, given: object = True) -> Iterator[None]:
    """Let a RequestError of this block name the command's option, if its argument was given."""
    try:
        yield
    except RequestError as error:
        if given:
            error.typed = f"--{option}: {error}"
        raise


def _expect_some(**counts: int | None) -> None:
    """Refuse a count below 1, if it is not left out."""
    for name, count in counts.items():
        if count is not None and count < 1:
            raise RequestError(f"{name}: expected at least 1, found {count}")


def _confirm(value: str) -> Confirm:
    """Return how long a second derivation may take; `auto`, `always` or `never`."""
    if value not in set(Confirm):
        raise RequestError(f"confirm: expected {one_of(list(Confirm))}, found {quote(value)}")
    return Confirm(value)


def _budget(budget: Budget | None, limits: Limits, instead: str = "time_limit") -> Budget:
    """Return the budget of the caller, or one with these limits; both together do not go.

    `instead` names the arguments that state the limits.
    """
    if budget is None:
        return Budget(limits)
    if limits == Limits():
        return budget
    raise RequestError(f"expected `budget` or else {instead}, found both")


def _words(words: Words, instance: Instance) -> Mapping[str, str]:
    """Return the words of a class, from their file."""
    if words is None:
        return {}
    from toadstone.services.grading.settling import read_words

    return read_words(words, [instance])


def _plan_source(plan: str | Path | Sequence[str]) -> Source:
    """Return the text of a plan file, or the moves as one."""
    if isinstance(plan, str | Path):
        return read_source(str(plan), decode_loosely)
    return Source("<plan>", json.dumps([text_of(move) for move in plan]), Path.cwd())


def _submissions(submissions: Submissions) -> tuple[Submission, ...]:
    """Return what was handed in: of paths, or of a dict with plans."""
    from toadstone.services.grading.submissions import Submission, of_plans
    from toadstone.services.grading.submissions import submissions as handed_in

    if isinstance(submissions, Mapping):
        return of_plans(submissions)
    found: Any = [submissions] if isinstance(submissions, str | Path) else submissions
    if found and all(isinstance(each, Submission) for each in found):
        return tuple(found)
    return handed_in(list(map(str, found)))
