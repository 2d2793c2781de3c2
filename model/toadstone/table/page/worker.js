// A worker with Python: it holds the table, or it thinks for the one that does.
import { loadPyodide } from "./runtime/pyodide.mjs";

const MOST = 80e6; // bytes: a thinker with more of them makes room for a new one once it has answered

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
  archive.transfer?.(0);
  py.runPython(`import sys; sys.path.insert(0, "${folder}")`);
  return py;
}

// Workers that think: one for each desk that is at work. Two are there, one after the other, so that a spare one
// is ready where one is ended. Each takes 50 MB, so a desk takes over the worker of another one that is at rest.
class Thinkers {
  constructor() {
    this.desks = new Map();
    this.atWork = new Set();
    this.spare = [];
  }

  make() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "thinker" });
    worker.onmessage = () => this.prepare();
    return worker;
  }

  prepare() {
    if (this.desks.size + this.spare.length < 2) this.spare.push(this.make());
  }

  think(desk, work) {
    const bytes = work.toJs();
    const from = this.desks.has(desk) ? desk : [...this.desks.keys()].find((each) => !this.atWork.has(each));
    const worker = this.desks.get(from) ?? this.spare.shift() ?? this.make();
    this.desks.delete(from);
    this.desks.set(desk, worker);
    this.atWork.add(desk);
    return new Promise((done, failed) => {
      worker.onmessage = ({ data }) => {
        if (data.ready) return this.prepare();
        if (data.failed) return failed(new Error(data.failed));
        done(data.result);
        if (data.bytes > MOST) this.stop(desk);
      };
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
    setTimeout(() => this.prepare(), 1000); // its memory is given back by then
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
    hear = (bytes) => postMessage({ result: thinker.do(bytes).toJs(), bytes: py._module.HEAP8.length });
  }
  new ArrayBuffer(1e8); // nothing is written to it, but asking for so much has the browser collect 20 MB of garbage
  postMessage({ ready: true });
  onmessage = ({ data }) => hear(data);
  heard.forEach(hear);
} catch (error) {
  postMessage({ failed: String(error) });
  throw error;
}
