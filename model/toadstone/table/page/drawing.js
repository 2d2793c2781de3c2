// Drawing a scenario: choose a tool, click cells; the game says what has come of it.
const find = (id) => document.getElementById(id);

export class Drawing {
  constructor(send, close) {
    this.send = send;
    this.tool = null;
    find("canvas").addEventListener("click", (event) => this.put(event.target.closest("[data-cell]")));
    find("canvas").addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.put(event.target.closest("[data-cell]"));
      }
    });
    for (const button of document.querySelectorAll("[data-drawing]"))
      button.onclick = () => send({ do: button.dataset.drawing });
    find("empty").onclick = () => send({ do: "draw", game: this.game, empty: true });
    find("close-drawing").onclick = close;
  }

  put(cell) {
    if (cell) this.send({ do: "edit", cell: cell.dataset.cell, tool: this.tool ?? "" });
  }

  say({ words, tone }) {
    find("drawn").textContent = words;
    find("drawn").className = tone;
  }

  show({ game, board, tools, numbers, yaml, error }) {
    this.game = game;
    const focused = document.activeElement?.closest("#canvas [data-cell]")?.dataset.cell;
    find("canvas").innerHTML = board;
    for (const cell of find("canvas").querySelectorAll("[data-cell]")) {
      cell.classList.add("playable");
      cell.setAttribute("role", "button");
      cell.setAttribute("tabindex", "0");
      if (cell.dataset.cell === focused) cell.focus({ preventScroll: true });
    }
    if (!tools.some((tool) => tool.name === this.tool)) this.tool = tools[0]?.name;
    find("tools").replaceChildren(...tools.map((tool) => this.toolButton(tool)));
    find("numbers").replaceChildren(...numbers.map((number) => this.numberField(number)));
    find("yaml").textContent = yaml;
    this.say({ words: error, tone: "refused" });
    for (const button of document.querySelectorAll("[data-drawing]")) button.disabled = Boolean(error);
  }

  toolButton(tool) {
    const button = document.createElement("button");
    button.type = "button";
    button.innerHTML = tool.symbol;
    button.append(tool.words);
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(tool.name === this.tool));
    button.onclick = () => {
      this.tool = tool.name;
      for (const each of find("tools").children) each.setAttribute("aria-checked", String(each === button));
    };
    return button;
  }

  numberField(number) {
    const label = document.createElement("label");
    const field = document.createElement(number.choices.length ? "select" : "input");
    if (number.choices.length) field.append(...number.choices.map((each) => new Option(each)));
    else if (typeof number.value === "number") Object.assign(field, { type: "number", min: number.least, max: number.most });
    field.value = number.value;
    field.onchange = () =>
      this.send({ do: "resize", numbers: { [number.name]: field.type === "number" ? Number(field.value) : field.value } });
    label.append(number.words, field);
    return label;
  }
}
