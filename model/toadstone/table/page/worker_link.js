// The table of a page without a server: a worker holds it. See worker.js.
export function connect(hear, lost) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "table" });
  const waiting = [];
  let views = {}, ready = false;
  // Until Python is there, the page shows what was drawn when it was built.
  const early = fetch("first.json").then((answer) => answer.json()).catch(() => ({}));
  early.then((told) => {
    views = told;
    if (ready || !views.home) return;
    hear(views.home);
    hear({ kind: "open" });
  });
  worker.onmessage = ({ data }) => {
    if (data.failed) return lost();
    if (!data.ready) return hear(JSON.parse(data));
    early.then(() => {
      ready = true;
      if (!views.home) hear({ kind: "open" });
      for (const message of waiting.splice(0)) worker.postMessage(message);
    });
  };
  worker.onerror = lost;
  return (message) => {
    const text = JSON.stringify(message);
    if (ready) return worker.postMessage(text);
    waiting.push(text);
    const first = message.do === "start" && views[message.name];
    if (first) hear({ ...first, legal: [], waits: false });
    hear({ kind: "note", tone: "busy", words: "Toadstone is being loaded", board: "" });
  };
}
