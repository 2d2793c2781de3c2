// Files that a person brings: the game solves, checks or verifies them, and says what came of it.
const find = (id) => document.getElementById(id);
const NAMES = {
  solve: "A scenario (YAML), or the rolls of a river",
  check: "The scenario, or the rolls of a river",
  verify: "A certificate, as toadstone writes it",
};

export class Papers {
  constructor(send, save, close) {
    this.send = send;
    this.save = save;
    for (const radio of this.kinds()) radio.onchange = () => this.choose();
    find("paper-form").onsubmit = (event) => {
      event.preventDefault();
      this.ask();
    };
    find("paper-file").onchange = ({ target }) => this.take(target.files[0]);
    find("papers").addEventListener("dragover", (event) => event.preventDefault());
    find("papers").addEventListener("drop", (event) => {
      event.preventDefault();
      this.take(event.dataTransfer.files[0]);
    });
    find("papers-close").onclick = close;
    this.choose();
  }

  kinds() { return document.querySelectorAll("[name=kind]"); }

  get kind() { return [...this.kinds()].find((radio) => radio.checked).value; }

  choose() {
    find("paper-name").textContent = NAMES[this.kind];
    find("plan-field").hidden = this.kind !== "check";
    find("roll-fields").hidden = this.kind === "verify";
    find("paper-ask").parentElement.hidden = this.kind !== "solve";
  }

  async take(file) {
    if (!file) return;
    const packed = file.name.endsWith(".gz");
    const stream = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
    find("paper").value = await new Response(stream).text();
  }

  ask() {
    const options = {};
    for (const name of ["hp", "rows"]) {
      const value = Number.parseInt(find(`paper-${name}`).value, 10);
      if (!Number.isNaN(value)) options[name] = value;
    }
    const text = find("paper").value;
    find("result").hidden = true;
    if (this.kind === "solve") this.send({ do: "solve", text, ask: find("paper-ask").value.trim(), options });
    else if (this.kind === "check") this.send({ do: "check", text, plan: find("plan").value, options });
    else this.send({ do: "verify", text });
  }

  hear({ words, picture, good, files }) {
    find("result").hidden = false;
    find("result-words").textContent = words;
    find("result-words").className = good === null ? "" : good ? "won" : "lost";
    find("result-picture").innerHTML = picture;
    find("result-files").replaceChildren(...files.map((file) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `Save ${file.name}`;
      button.onclick = () => this.save(file);
      return button;
    }));
    find("result").scrollIntoView({ block: "nearest" });
  }
}
