// A worker with Python: it holds the table, or it thinks for the one that does.
import { loadPyodide } from "./runtime/pyodide.mjs";

const SPARE_AFTER = 500; // ms of thinking, so that a short one has both cores

const heard = [];
onmessage = ({ data }) => heard.push(data); // what is said before Python is there

const at = (name) => new URL(`runtime/${name}`, import.meta.url).href;
const fetched = async (name) => (await fetch(at(name))).arrayBuffer();

async function python() {
  const files = fetch(at("files.json")).then((answer) => answer.json());
  const [py, archive] = await Promise.all(
    [loadPyodide({ indexURL: at("") }), files.then(({ library }) => fetched(library))]);
  const folder = "/lib/toadstone";
  py.unpackArchive(archive, "zip", { extractDir: folder });
  py.runPython(`import sys; sys.path.insert(0, "${folder}")`);
  return py;
}

// Workers that think: one for each desk that is at work, and a spare one. Each takes 70 MB, so a desk takes
// over the worker of another one that is at rest, and two desks have no spare one.
class Thinkers {
  constructor() {
    this.desks = new Map();
    this.atWork = new Set();
    this.spare = null;
  }

  make() {
    return new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "thinker" });
  }

  think(desk, work) {
    const bytes = work.toJs();
    const from = this.desks.has(desk) ? desk : [...this.desks.keys()].find((each) => !this.atWork.has(each));
    const worker = this.desks.get(from) ?? this.spare ?? this.make();
    this.desks.delete(from);
    this.desks.set(desk, worker);
    this.atWork.add(desk);
    if (worker === this.spare) this.spare = null;
    setTimeout(() => this.prepare(), SPARE_AFTER);
    return new Promise((done, failed) => {
      worker.onmessage = ({ data }) => data.ready || (data.failed ? failed(new Error(data.failed)) : done(data));
      worker.onerror = (event) => failed(new Error(event.message));
      worker.postMessage(bytes);
    }).finally(() => this.atWork.delete(desk));
  }

  stop(desk) {
    const worker = this.desks.get(desk);
    this.desks.delete(desk);
    this.atWork.delete(desk);
    if (!worker) return;
    worker.terminate();
    this.prepare();
  }

  prepare() {
    if (this.desks.size < 2) this.spare ??= this.make();
  }
}

try {
  const py = await python();
  const module = py.pyimport("toadstone.table.worker");
  py.FS.unlink(py.pyimport("pydantic_core._pydantic_core").__file__); // 5 MB that are loaded by now
  let hear;
  if (self.name === "table") {
    const thinkers = new Thinkers();
    const first = await (await fetch(new URL("first.json", import.meta.url))).json();
    const table = module.table_of((text) => postMessage(text), thinkers, JSON.stringify(first.home));
    thinkers.prepare();
    hear = (text) => table.hear(text);
  } else {
    const thinker = module.Thinker();
    hear = (bytes) => postMessage(thinker.do(bytes).toJs());
  }
  postMessage({ ready: true });
  onmessage = ({ data }) => hear(data);
  heard.forEach(hear);
} catch (error) {
  postMessage({ failed: String(error) });
  throw error;
}
