// Puzzles: which were opened, and which are solved; kept in this browser.
const KEY = "toadstone.puzzles";
const MOST = 200;

// A scenario in an address, so that it can be sent; with the moves so far, and the one that is shown.
export function addressOf(scenario, moves = [], ply = 0) {
  const bytes = new TextEncoder().encode(scenario);
  const text = btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const position = moves.length ? `&moves=${encodeURIComponent(moves.join(","))}&view=${ply}` : "";
  const site = new URLSearchParams(location.search).get("site"); // where anybody can open it
  return `${site ?? location.origin + location.pathname}#scenario=${text}${position}`;
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

const today = () => new Date().toISOString().slice(0, 10);
const stars = (puzzle) => "★".repeat(puzzle.stars) + "☆".repeat(Math.max(0, 5 - puzzle.stars));
const helps = ({ helps }) => (helps ? `, ${helps} ${helps === 1 ? "hint" : "hints"}` : "");
const nameOf = (puzzle) => (puzzle.day ? `${puzzle.name}, ${puzzle.day}` : `${puzzle.number} ${puzzle.name}`);

export class Puzzles {
  constructor(send) {
    this.send = send;
    this.all = JSON.parse(localStorage.getItem(KEY) ?? "[]").filter((each) => each.number);
    this.index = -1;
    this.list();
  }

  get current() { return this.all[this.index] ?? null; }

  // Ask for the next one that was not open before.
  ask(game, difficulty) {
    const known = this.all.filter((each) => each.game === game && each.difficulty === difficulty);
    const number = Math.max(0, ...known.map((each) => each.number)) + 1;
    this.send({ do: "puzzle", game, difficulty, ...(difficulty === "day" ? { day: today() } : { number }) });
  }

  next() {
    if (this.current) this.ask(this.current.game, this.current.difficulty === "day" ? "medium" : this.current.difficulty);
  }

  hear(puzzle) {
    const same = (each) => each.game === puzzle.game && each.scenario === puzzle.scenario && each.day === puzzle.day;
    this.index = this.all.findIndex(same);
    if (this.index < 0) {
      this.all = [...this.all, { ...puzzle, result: "", helps: 0 }].slice(-MOST);
      this.index = this.all.length - 1;
    }
    this.keep();
  }

  open(index) {
    this.index = index;
    this.send({ do: "puzzle", ...this.again, shown: false });
    this.keep();
  }

  helped(how) {
    if (!this.current || this.current.result) return;
    this.current.helps += 1;
    this.current.shown ||= how === "show";
  }

  get title() { return this.current ? `${nameOf(this.current)} ${stars(this.current)}` : ""; }

  // What asks for the open puzzle again.
  get again() {
    const { game, difficulty, number, day, shown } = this.current;
    return { game, difficulty, shown: Boolean(shown), ...(day ? { day } : { number }) };
  }

  // The game says whether a puzzle is solved.
  played(view) {
    if (!view.task) this.index = -1;
    if (this.current && view.verdict?.solved) this.current.result = "solved";
    this.keep();
  }

  // The days in a row up to this one with a solved puzzle of the day of a game.
  streak(game) {
    const days = new Set(this.all.filter((each) => each.day && each.game === game && each.result).map((each) => each.day));
    let count = 0;
    for (let day = new Date(today()); days.has(day.toISOString().slice(0, 10)); day.setUTCDate(day.getUTCDate() - 1)) count += 1;
    return count;
  }

  // What one sends of a puzzle.
  get result() {
    const puzzle = this.current, streak = this.streak(puzzle.game);
    const days = streak > 1 ? `, ${streak} days in a row` : "";
    return `Toadstone, ${puzzle.game.replaceAll("-", " ")}, ${nameOf(puzzle)} ${stars(puzzle)}: ${puzzle.result || "open"}${helps(puzzle)}${puzzle.day ? days : ""}`;
  }

  keep() {
    localStorage.setItem(KEY, JSON.stringify(this.all));
    this.list();
  }

  list() {
    document.getElementById("copy-result").disabled = !this.current;
    document.getElementById("puzzles").replaceChildren(...this.all.map((puzzle, index) => {
      const button = document.createElement("button");
      button.type = "button";
      const [name, result] = [document.createElement("span"), document.createElement("span")];
      name.textContent = `${puzzle.game.replaceAll("-", " ")}, ${nameOf(puzzle)} ${stars(puzzle)}`;
      result.textContent = (puzzle.result || "open") + helps(puzzle);
      button.append(name, result);
      if (index === this.index) button.setAttribute("aria-current", "true");
      button.onclick = () => this.open(index);
      const item = document.createElement("li");
      item.append(button);
      return item;
    }).reverse());
  }
}
