// Files that a person brings: the game solves, checks or verifies them, and says what came of it.
const find = (id) => document.getElementById(id);
const NAMES = {
  solve: "A scenario (YAML), or the rolls of a river",
  check: "The scenario, or the rolls of a river",
  verify: "A certificate, as toadstone writes it",
};

const MISSING = `This site was built without it. In the installed program:
make -C proofs/coq checker, then proofs/coq/toadstone-verify CERTIFICATE`;
const FULL = "there is not enough memory; the checker in Python needs less";
const MOST = 100_000_000; // bytes of a certificate, unpacked
const UNREAD = "It cannot be read: it is damaged, larger than 100 MB, or there is no network.";

export class Papers {
  constructor(send, save, close, hasRecords) {
    this.send = send;
    this.hasRecords = hasRecords;
    for (const button of document.querySelectorAll("[data-record]"))
      button.onclick = () => this.read(() => fetch(`records/${button.dataset.record}.json.gz`), true, (text) => this.verify(text));
    this.save = save;
    find("kinds").onchange = find("checker").onchange = () => this.choose();
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

  get kind() { return find("paper-form").elements.kind.value; }

  choose() {
    find("result").hidden = true; // of another question
    find("paper-name").textContent = NAMES[this.kind];
    find("plan-field").hidden = this.kind !== "check";
    find("roll-fields").hidden = this.kind === "verify";
    find("paper-ask").parentElement.hidden = this.kind !== "solve";
    for (const id of ["records", "checkers"]) find(id).hidden = !(this.hasRecords && this.kind === "verify");
    find("checker-words").hidden = !this.isProven;
    find("record-needs").textContent = this.isProven ? "one to two minutes and 1.5 GB" : "two minutes and 500 MB";
  }

  take(file) {
    if (file) this.read(() => new Response(file), file.name.endsWith(".gz"), (text) => { find("paper").value = text; });
  }

  // Has a text used, once it is read; a small packed file may have no end.
  async read(answer, isPacked, use) {
    let size = 0;
    const count = (part, out) => ((size += part.length) > MOST ? out.error(UNREAD) : out.enqueue(part));
    try {
      const { body } = await answer();
      const stream = isPacked ? body.pipeThrough(new DecompressionStream("gzip")) : body;
      use(await new Response(stream.pipeThrough(new TransformStream({ transform: count }))).text());
    } catch { this.say(UNREAD, false); }
  }

  say(words, good) { this.hear({ words, picture: "", good, files: [] }); }

  get isProven() { return this.hasRecords && find("checker").value === "proven"; }

  verify(text) {
    find("result").hidden = true;
    if (!this.isProven) return this.send({ do: "verify", text });
    this.proven?.terminate();
    this.proven = new Worker(new URL("proven.js", import.meta.url));
    const answer = (words) => {
      this.proven.terminate();
      if (words === null) this.say(MISSING, null);
      else this.say(`Proven checker: ${words}`, words === "valid");
    };
    this.proven.onmessage = ({ data }) => answer(data);
    this.proven.onerror = () => answer(FULL);
    this.say("The proven checker is at work.", null);
    this.proven.postMessage(text);
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
    else this.verify(text);
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
    if (find("result").getBoundingClientRect().top > innerHeight / 2) find("result").scrollIntoView();
  }
}
