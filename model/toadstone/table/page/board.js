// The board: pointing by mouse, finger and key, and the animation of moves.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
const inside = (box, { x, y }) =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

export class Board {
  // `act` takes {move} for a legal move, {cells} for one that is not, {preview} for what is pointed at.
  constructor(place, act) {
    this.place = place;
    this.act = act;
    this.legal = [];
    this.chosen = null;
    place.addEventListener("pointerdown", (event) => this.press(event));
    place.addEventListener("pointerover", (event) => this.preview(this.name(event.target)));
    place.addEventListener("focusin", (event) => this.preview(this.name(event.target)));
    place.addEventListener("pointerleave", () => this.preview(null));
  }

  get svg() { return this.place.querySelector("svg"); }
  cells() { return [...this.place.querySelectorAll("[data-cell]")]; }
  cell(name) { return this.place.querySelector(`[data-cell="${CSS.escape(name)}"]`); }
  name(element) { return element?.closest?.("[data-cell]")?.dataset.cell ?? null; }

  show(markup, legal, arrival) {
    const focused = this.name(document.activeElement) ?? this.focused;
    this.place.innerHTML = markup;
    this.legal = legal;
    this.chosen = null;
    this.svg?.setAttribute("role", "group");
    for (const cell of this.cells()) {
      cell.setAttribute("role", "button");
      cell.setAttribute("tabindex", "-1");
    }
    const stop = (focused && this.cell(focused)) || this.playable()[0] || this.cells()[0];
    stop?.setAttribute("tabindex", "0");
    if (focused && stop && this.hadFocus) stop.focus({ preventScroll: true });
    this.light();
    if (arrival && !still.matches) this.animate(arrival);
  }

  playable() {
    const starts = new Set(this.legal.flatMap((move) => [move.path[0], ...(move.path.length > 1 ? [] : [move.source])]));
    return this.cells().filter((cell) => starts.has(cell.dataset.cell));
  }

  // The moves that go on from the chosen cell, by the cell that finishes them.
  targets() {
    const found = new Map();
    for (const move of this.legal)
      if (move.source === this.chosen || (move.path.length > 1 && move.path[0] === this.chosen))
        found.set(move.target ?? move.path.at(-1), move);
    return found;
  }

  light() {
    const playable = new Set(this.playable());
    const targets = this.chosen ? this.targets() : new Map();
    for (const cell of this.cells()) {
      const name = cell.dataset.cell;
      cell.classList.toggle("playable", playable.has(cell));
      cell.classList.toggle("chosen", name === this.chosen);
      cell.classList.toggle("target", targets.has(name));
      cell.setAttribute("aria-pressed", String(name === this.chosen));
    }
  }

  // Point at a cell, by click or by key.
  point(name) {
    if (!name) return;
    const through = this.chosen && this.targets().get(name);
    const direct = this.legal.filter((move) => move.path.length === 1 && move.path[0] === name);
    const begins = this.legal.some((move) => move.path.length > 1 && move.path[0] === name);
    if (through) return this.act({ move: through.move });
    if (direct.length === 1) return this.act({ move: direct[0].move });
    if (name === this.chosen) this.chosen = null;
    else if (begins) this.chosen = name;
    else this.refuse(name);
    this.light();
  }

  refuse(name) {
    const cell = this.cell(name);
    cell?.classList.remove("wrong");
    void cell?.getBoundingClientRect();
    cell?.classList.add("wrong");
    this.act({ cells: this.chosen ? [this.chosen, name] : [name] });
  }

  preview(name) {
    const move = name && (this.chosen ? this.targets().get(name) : this.legal.find((each) => each.path.length === 1 && each.path[0] === name));
    for (const cell of this.cells()) cell.classList.toggle("changes", Boolean(move?.changes.includes(cell.dataset.cell)));
    this.act({ preview: move ? move.note : "" });
  }

  // A press is a click, unless it is dragged to another cell.
  press(event) {
    const from = this.name(event.target);
    if (!from || event.button !== 0) return;
    event.preventDefault();
    this.focus(from);
    const moves = this.legal.filter((move) => move.source === from);
    const pieces = moves.length ? this.pieces(this.cell(from)) : [];
    const scale = this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width;
    let dragged = false;
    const drag = (to) => {
      const [x, y] = [to.clientX - event.clientX, to.clientY - event.clientY];
      if (!dragged && Math.hypot(x, y) < 6) return;
      if (!dragged && moves.length) {
        this.chosen = from;
        this.light();
      }
      dragged = true;
      for (const piece of pieces) {
        piece.classList.add("dragged");
        piece.style.translate = `${x / scale}px ${y / scale}px`;
      }
    };
    const drop = (to) => {
      removeEventListener("pointermove", drag);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      const end = this.name(document.elementFromPoint(to.clientX, to.clientY));
      if (!dragged || end === from) {
        if (dragged) this.chosen = null;
        this.back(pieces);
        return dragged ? this.light() : this.point(from);
      }
      const move = to.type === "pointerup" && moves.find((each) => each.target === end);
      if (move) return this.act({ move: move.move, dragged: true });
      this.back(pieces);
      if (end && moves.length) this.refuse(end);
      this.chosen = null;
      if (to.type === "pointerup" && !this.legal.some((each) => [each.source, each.path[0]].includes(from))) this.refuse(from);
      this.light();
    };
    addEventListener("pointermove", drag);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  back(pieces) {
    for (const piece of pieces) {
      piece.classList.remove("dragged");
      piece.style.translate = "";
    }
  }

  pieces(cell) {
    const box = cell?.getBoundingClientRect();
    const uses = [...this.place.querySelectorAll("use")];
    return box ? uses.filter((use) => use.getBoundingClientRect().width < box.width * 1.6 && inside(box, centre(use.getBoundingClientRect()))) : [];
  }

  focus(name) {
    for (const cell of this.cells()) cell.setAttribute("tabindex", cell.dataset.cell === name ? "0" : "-1");
    this.cell(name)?.focus({ preventScroll: true });
    this.focused = name;
    this.hadFocus = true;
  }

  // Arrows go to the nearest cell in their direction.
  step(across, down) {
    const from = this.place.querySelector('[data-cell][tabindex="0"]') ?? this.cells()[0];
    if (!from) return;
    if (document.activeElement !== from) return this.focus(from.dataset.cell);
    const start = centre(from.getBoundingClientRect());
    let best = null, least = Infinity;
    for (const cell of this.cells()) {
      const to = centre(cell.getBoundingClientRect());
      const ahead = (to.x - start.x) * across + (to.y - start.y) * down;
      const aside = Math.abs((to.x - start.x) * down) + Math.abs((to.y - start.y) * across);
      if (ahead > 2 && ahead + 3 * aside < least) [best, least] = [cell, ahead + 3 * aside];
    }
    if (best) this.focus(best.dataset.cell);
  }

  // A move glides from its source; what falls comes down from a row above.
  animate({ source, target, falls, dragged }) {
    const options = { duration: 240, easing: "cubic-bezier(.3,.7,.3,1)" };
    const view = this.svg.viewBox.baseVal.width / this.svg.getBoundingClientRect().width;
    const from = source && this.cell(source), to = target && this.cell(target);
    const glide = (use, x, y) =>
      use.animate([{ translate: `${x * view}px ${y * view}px` }, { translate: "0 0" }], options);
    if (falls && to) {
      const cell = to.getBoundingClientRect();
      for (const use of this.place.querySelectorAll('use[href="#ts-snake"],use[href="#ts-fly"]'))
        glide(use, 0, -cell.height);
      for (const use of this.pieces(to).filter((piece) => piece.getAttribute("href") === "#ts-snake"))
        use.animate([{ scale: 1 }, { scale: 1.5 }, { scale: 1 }], { duration: 500, delay: 260 });
    }
    if (!to || dragged) return;
    if (from && source !== target) {
      const [a, b] = [centre(from.getBoundingClientRect()), centre(to.getBoundingClientRect())];
      for (const use of this.pieces(to)) if (use.getAttribute("href") !== "#ts-snake") glide(use, a.x - b.x, a.y - b.y);
    } else if (!falls) {
      for (const use of this.pieces(to)) use.animate([{ opacity: 0 }, { opacity: 1 }], options);
    }
  }
}
