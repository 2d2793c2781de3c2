// The command `minizinc` by the package of npm, which is made for browsers and brings Chuffed:
//   node npm_minizinc.cjs OPTION... FILE...
const fs = require("fs");
const path = require("path");

const home = path.join(__dirname, "..", "..", "..", "..");
const dist = path.dirname(require.resolve("minizinc", { paths: [home] }));
const files = {};
const args = process.argv.slice(2).map((each) => {
  if (!fs.existsSync(each)) return each;
  files[path.basename(each)] = fs.readFileSync(each, "utf8");
  return path.basename(each);
});

let receive;
const worker = {
  require,
  addEventListener: (kind, listener) => (receive = listener),
  postMessage: ({ type, stdout = "", stderr = "", code }) => {
    if (type === "ready") receive({ data: { args, files } });
    if (type !== "exit") return;
    fs.writeSync(1, stdout);
    fs.writeSync(2, stderr);
    process.exit(code);
  },
};
Object.assign(globalThis, worker, { __dirname: dist, __filename: dist });
(0, eval)(fs.readFileSync(path.join(dist, "minizinc-worker.js"), "utf8"));
const [wasmURL, dataURL] = ["minizinc.wasm", "minizinc.data"].map((each) => path.join(dist, each));
receive({ data: { wasmURL, dataURL } });
