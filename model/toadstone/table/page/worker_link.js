// The table of a page without a server: a worker holds it. See worker.js.
const keeper = navigator.serviceWorker;

// The service worker keeps what the workers load, so that it is fetched once; it may be forbidden.
function isKept() {
  if (!keeper || keeper.controller) return Promise.resolve();
  return new Promise((done) => {
    keeper.addEventListener("controllerchange", done);
    setTimeout(done, 3000);
  });
}

export function connect(hear, lost) {
  const waiting = [];
  let views = {}, ready = false, worker;
  // Until Python is there, the page shows what was drawn when it was built.
  const early = fetch("first.json").then((answer) => answer.json()).catch(() => ({}));
  early.then((told) => {
    views = told;
    if (ready || !views.home) return;
    hear(views.home);
    hear({ kind: "open" });
  });
  const answer = ({ data }) => {
    if (data.failed) return lost();
    if (!data.ready) return hear(JSON.parse(data));
    early.then(() => {
      ready = true;
      keeper?.controller?.postMessage("keep the rest");
      hear({ kind: "loaded" });
      if (!views.home) hear({ kind: "open" });
      for (const message of waiting.splice(0)) worker.postMessage(message);
    });
  };
  isKept().then(() => {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "table" });
    Object.assign(worker, { onmessage: answer, onerror: lost });
  });
  return (message) => {
    const text = JSON.stringify(message);
    if (ready) return worker.postMessage(text);
    waiting.push(text);
    const first = message.do === "start" && views[message.name];
    if (first) hear({ ...first, legal: [], waits: false });
    hear({ kind: "note", tone: "busy", words: "Toadstone is being loaded", board: "" });
  };
}
