// Puzzles: which there are, which are solved and how well; kept in this browser.
const KEY = "toadstone.puzzles";
const MOST = 200;

// A scenario in an address, so that it can be sent; with the moves so far, and the one that is shown.
export function addressOf(scenario, moves = [], ply = 0) {
  const bytes = new TextEncoder().encode(scenario);
  const text = btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const position = moves.length ? `&moves=${encodeURIComponent(moves.join(","))}&view=${ply}` : "";
  return `${location.origin}${location.pathname}#scenario=${text}${position}`;
}

// The scenario in an address, or in a command with one; "" where it is damaged, null where there is none.
export function scenarioIn(text) {
  const found = /#scenario=([^&]*?)(?:&.*)?['"]?\s*$/.exec(text);
  if (!found) return null;
  try {
    const bytes = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
  } catch {
    return "";
  }
}

// The moves in an address, and how many of them are shown.
export function positionIn(text) {
  const asked = new URLSearchParams(text.replace(/^.*#/, "").replace(/['"]\s*$/, ""));
  const moves = (asked.get("moves") ?? "").split(",").filter(Boolean);
  const ply = Number.parseInt(asked.get("view") ?? "", 10);
  return { moves, ply: Number.isNaN(ply) ? moves.length : ply };
}

export class Puzzles {
  constructor(send, play) {
    this.send = send;
    this.play = play;
    this.all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    this.index = -1;
    this.wanted = null;
    this.list();
  }

  get current() { return this.all[this.index] ?? null; }

  ask(game, difficulty) {
    this.wanted = `${game} ${difficulty}`;
    this.send({ do: "puzzle", game, difficulty });
  }

  hear({ game, difficulty, scenario, solution }) {
    if (this.wanted !== `${game} ${difficulty}`) return;
    this.wanted = null;
    this.all = [...this.all, { game, difficulty, scenario, solution, result: "", helps: 0 }].slice(-MOST);
    this.open(this.all.length - 1);
  }

  open(index) {
    this.index = index;
    this.play(this.current.scenario);
    this.keep();
  }

  step(by) {
    const index = this.index < 0 ? this.all.length - 1 : this.index + by;
    if (this.all[index]) this.open(index);
  }

  helped() {
    if (this.current && !this.current.result) this.current.helps += 1;
  }

  // Note whether the puzzle was solved: by the one best plan, or the one best move.
  played(view) {
    const puzzle = this.current;
    if (!puzzle) return;
    if (view.scenario !== undefined && view.puzzle !== puzzle.scenario && view.name !== null) this.index = -1;
    const moves = view.moves.slice(0, view.ply).map((each) => each.move);
    const [first, ...others] = puzzle.solution;
    const one = others.length === 0;
    const best = one ? moves[0] === first : moves.join() === puzzle.solution.join();
    if (!puzzle.result.startsWith("best") && (best || (view.over && view.won)))
      puzzle.result = best ? "best" : "won";
    this.keep();
  }

  keep() {
    localStorage.setItem(KEY, JSON.stringify(this.all));
    this.list();
  }

  list() {
    const results = { best: "solved", won: "won, not the best", "": "open" };
    document.getElementById("puzzles").replaceChildren(...this.all.map((puzzle, index) => {
      const button = document.createElement("button");
      button.type = "button";
      const helps = puzzle.helps ? `, ${puzzle.helps} ${puzzle.helps === 1 ? "hint" : "hints"}` : "";
      const [name, result] = [document.createElement("span"), document.createElement("span")];
      name.textContent = `${index + 1}. ${puzzle.game.replaceAll("-", " ")}, ${puzzle.difficulty}`;
      result.textContent = results[puzzle.result] + helps;
      button.append(name, result);
      if (index === this.index) button.setAttribute("aria-current", "true");
      button.onclick = () => this.open(index);
      const item = document.createElement("li");
      item.append(button);
      return item;
    }).reverse());
  }
}
