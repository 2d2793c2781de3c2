// The page of a game: it shows what the game tells, and tells the game what the person does.
import { Board } from "./board.js";
import { Papers } from "./papers.js";
import { addressOf, positionIn, Puzzles, scenarioIn } from "./puzzles.js";

// Beside a server the address has a token; without one, workers of this page are the table.
const served = new URLSearchParams(location.search).has("token");
const { connect } = await import(served ? "./link.js" : "./worker_link.js");
if (!served && "serviceWorker" in navigator) navigator.serviceWorker.register("offline.js");

const find = (id) => document.getElementById(id);
const OWN = "?", SAVED = "toadstone.game", RIDDLE = "toadstone.riddle", SEEN = "toadstone.seen";
const narrow = matchMedia("(max-width: 860px)");
const LEAST_RATIO = 0.4; // of the width of a board to its height; a taller one scrolls
const NOTES = { play: "note", games: "amiss", papers: "came" };
const NOTHING = { tone: "", words: "" };
// What begins something else: what was said before it is said no more.
const CHANGES = new Set(["start", "move", "go", "again", "players", "undo", "redo"]);
const LARGEST = 2_000_000; // bytes of a message, as in server.py
const TOO_LARGE = { tone: "refused", words: `The file is too large: at most ${LARGEST / 1e6} MB.` };
let screen = "", changes = false, away = false, resuming = false;
let view = null, review = null, arrival = null, spoken = false, typed = "", typing = 0;

const tell = connect(hear, lost);
const board = new Board(find("board"), point);
const papers = new Papers(send, save, () => (view ? send({ do: "go", ply: view.ply }) : goHome()), !served);
const puzzles = new Puzzles(send);

function send(message) {
  if (CHANGES.has(message.do)) {
    changes = true;
    say(NOTHING);
  }
  away = message.do === "stop";
  const most = !served && message.do === "verify" ? 50 * LARGEST : LARGEST;
  if (new Blob([JSON.stringify(message)]).size > most)
    say(TOO_LARGE);
  else tell(message);
}

function lost() {
  say({ tone: "refused", words: served ? "The connection is lost. Start toadstone play again, and this page goes on." : "Toadstone could not be loaded: load the page again." });
  find("rescue").hidden = !view;
}

function hear(message) {
  if (away && ["game", "note", "review"].includes(message.kind)) return; // of the game that was left
  if (["game", "note"].includes(message.kind)) {
    if (resuming && message.tone === "refused") for (const kept of [SAVED, RIDDLE]) sessionStorage.removeItem(kept); // it is damaged
    resuming = false;
  }
  const heard = {
    open: begin, home: showHome, game: showGame, note: say, file: save,
    loaded: () => find(NOTES[screen])?.className === "busy" && say(NOTHING),
    review: (told) => {
      review = { ...told, of: view.moves };
      showMoves();
      say({ tone: "answer", words: told.words });
      find("graph").scrollIntoView({ block: "nearest" });
    },
    puzzle: (told) => puzzles.hear(told),
    paper: (told) => { say(NOTHING); papers.hear(told); },
  };
  heard[message.kind](message);
}

// A page that is loaded again, or that was cut off, goes on with its game or puzzle.
function begin() {
  find("rescue").hidden = true;
  const scenario = scenarioIn(location.hash);
  const saved = sessionStorage.getItem(SAVED);
  resuming = Boolean(saved) && scenario === null;
  if (scenario !== null) {
    const position = positionIn(location.hash);
    history.replaceState(null, "", location.pathname + location.search);
    start({ scenario, ...position });
  } else if (saved && sessionStorage.getItem(RIDDLE)) {
    start({});
    send({ do: "puzzle", ...JSON.parse(sessionStorage.getItem(RIDDLE)), saved });
  } else start(saved ? { saved } : {});
}

function start(what) {
  review = null;
  send({ do: "start", ...what });
}

// Shows one of the screens; the others have no cells meanwhile.
function show(id) {
  if (id !== "play") find("board").replaceChildren();
  if (id !== "games") for (const card of document.querySelectorAll("#cards > button")) card.remove();
  for (const main of document.querySelectorAll("body > main")) main.hidden = main.id !== id;
  if (id !== "games" && !history.state?.inside) history.pushState({ inside: true }, ""); // Back goes to the games
  if (screen === id) return;
  screen = id;
  scrollTo(0, 0);
  say(NOTHING);
}

// What needs a game waits for one, and what this one cannot serve is not offered.
function enable() {
  for (const button of document.querySelectorAll("#new, #starts, [data-file], [data-difficulty]")) button.disabled = !view;
  for (const part of document.querySelectorAll("[data-offer]")) part.hidden = Boolean(view) && !offers(part.dataset.offer);
  find("copy-address").disabled = !view && !puzzles.current;
  find("puzzles-of").textContent = view ? "With exactly one best answer" : "Choose a game first";
}

const offers = (what) => Boolean(games.find((each) => each.game === view?.game)?.offers.includes(what));

function goHome() {
  if (view) send({ do: "stop" });
  view = null;
  screen = "";
  sessionStorage.removeItem(RIDDLE);
  enable();
  showHome({ games });
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function showHome({ games }) {
  showStarts(games);
  if (view || screen === "papers") return;
  show("games");
  find("cards").replaceChildren(...games.map((game) => {
    const card = element("button", { type: "button", className: "card", onclick: () => start({ name: game.game }) });
    card.innerHTML = game.board;
    card.append(element("strong", { textContent: game.words }), element("span", { textContent: game.about }));
    return card;
  }), find("own"));
}

let games = [];
function showStarts(known) {
  games = known;
  find("game").replaceChildren(new Option("", ""), ...games.map((game) => new Option(game.words, game.game)));
  find("game").firstChild.hidden = true;
  if (!view) find("starts").replaceChildren();
}

function showGame(told) {
  const last = view;
  const same = last && last.scenario === told.scenario;
  const moved = same && told.ply === last.ply + 1;
  view = told;
  show("play");
  enable();
  sessionStorage.setItem(SAVED, told.saved);
  if (!same || review?.of.some((move, ply) => move !== told.moves[ply])) review = null; // of other moves
  if (!same || changes || last.ply !== told.ply) spoken = false;
  changes = false;
  board.show(told.board, told.waits ? told.legal : [], moved && { ...told.last, dragged: arrival });
  const { width, height } = board.svg.viewBox.baseVal, ratio = width / height;
  find("play").style.setProperty("--ratio", Math.max(ratio, LEAST_RATIO));
  find("play").classList.toggle("wide", ratio > 2.2);
  find("play").classList.toggle("riddle", Boolean(told.task));
  find("stage").classList.toggle("tall", ratio < LEAST_RATIO);
  find("stage").scrollTop = find("stage").scrollHeight;
  arrival = null;
  find("status").textContent = told.status;
  find("status").className = told.over ? (told.won === null ? "" : told.won ? "won" : "lost") : "";
  find("about").textContent = about();
  if (!spoken) say(NOTHING);
  if (moved && narrow.matches) find("short-rules").open = false;
  showTask();
  showSides();
  showMoves();
  showActions();
  find("game").value = told.game;
  const starts = games.find((each) => each.game === told.game)?.starts ?? [];
  const known = starts.some((each) => each.value === told.name);
  find("starts").replaceChildren(
    ...(known ? [] : [new Option(told.title, "")]), ...starts.map((each) => new Option(each.words, each.value)));
  if (offers("positions")) find("starts").append(new Option("Another size or row…", OWN));
  find("starts").value = known ? told.name : "";
  document.title = `${told.title} - Toadstone`;
  puzzles.played(told);
  if (!told.task) sessionStorage.removeItem(RIDDLE);
  else if (puzzles.current) sessionStorage.setItem(RIDDLE, JSON.stringify(puzzles.again));
}

// A puzzle says what is wanted in its task.
const about = () => (view.task && !view.ply ? "" : view.event);

// A puzzle's task and verdict, what one can do after the end, and the rules of a game that is new here.
function showTask() {
  const { task, verdict, over, progress, sides } = view;
  const place = find("verdict");
  find("task").hidden = !(task || progress);
  find("task").textContent = [task && puzzles.title, task, progress].filter(Boolean).join(" · ");
  place.hidden = !verdict;
  place.textContent = verdict?.words ?? "";
  place.className = verdict?.solved === true ? "won" : verdict?.solved === false ? "lost" : "";
  find("after").hidden = !over && !verdict?.solved;
  find("next-one").hidden = !task;
  find("next-one").className = verdict?.solved === false ? "" : "main";
  find("play-again").className = verdict?.solved === false ? "main" : "";
  find("play-again").firstChild.textContent = task ? "Try again" : "Play again";
  find("swap").hidden = task || sides.length < 2;
  find("rules-here").replaceChildren(...[...view.short, view.how].map((line) => element("li", { textContent: line })));
  const seen = JSON.parse(localStorage.getItem(SEEN) ?? "[]");
  if (seen.includes(view.game)) return;
  find("short-rules").open = true;
  localStorage.setItem(SEEN, JSON.stringify([...seen, view.game]));
}

function say(note) {
  if (!screen) show("games");
  spoken = Boolean(note.words);
  for (const [id, place] of Object.entries(NOTES)) {
    find(place).textContent = id === screen ? note.words : "";
    find(place).className = note.tone;
  }
  if (note.board && screen === "play") board.show(note.board, board.legal, null);
}

function point({ move, cells, preview, dragged }) {
  if (move) {
    arrival = dragged;
    spoken = false;
    send({ do: "move", move });
  } else if (cells && view.waits) send({ do: "why", cells });
  else if (preview !== undefined) find("about").textContent = preview || (view ? about() : "");
}

function showSides() {
  find("sides").replaceChildren(...view.sides.map((side) => {
    const select = element("select", { ariaLabel: `Who plays ${side.side}` });
    select.append(...view.players.map((each) => new Option(each.words, each.value)));
    if (!view.players.some((each) => each.value === side.player)) select.append(new Option(side.player));
    select.value = side.player;
    select.onchange = () => send({ do: "players", players: { [side.side]: select.value } });
    const row = element("div", { className: "side" });
    row.innerHTML = side.symbol;
    row.classList.toggle("moves", side.side === view.to_move && !view.over);
    row.append(element("span", { textContent: side.side }), select);
    return row;
  }));
}

function showMoves() {
  const judged = new Map(review?.moves.map((each) => [each.ply, each]));
  const list = find("moves");
  find("graph").innerHTML = review?.graph ?? "";
  list.className = judged.size ? "reviewed" : view.sides.length > 1 ? "two" : "";
  find("history-title").textContent = judged.size ? "Review" : "Moves";
  list.replaceChildren(...["start", ...view.moves].map((move, ply) => moveItem(move, ply, judged.get(ply))));
  if (list.className === "two") list.firstChild.style.gridColumn = "1 / -1";
  const now = list.querySelector("[aria-current]");
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function moveItem(move, ply, judged) {
  const button = element("button", { type: "button", onclick: () => send({ do: "go", ply }) },
    element("span", { className: "number", textContent: ply || "" }), element("span", { textContent: move }));
  if (ply > view.ply) button.classList.add("later");
  if (ply === view.ply) button.setAttribute("aria-current", "step");
  const item = element("li", {}, button);
  if (judged) {
    button.append(element("span", { className: "cost", textContent: judged.cost }));
    button.classList.add(judged.grade);
    button.onclick = () => send({ do: "go", ply: ply - 1 });
    if (judged.better) {
      button.title = `Better: ${judged.better}`;
      item.append(element("button", { type: "button", className: "again", textContent: `${judged.better} was better: try again from here`,
        onclick: () => send({ do: "again", ply: ply - 1 }) }));
    }
    if (judged.is_first_mistake) button.classList.add("first");
  }
  return item;
}

function showActions() {
  const able = {
    undo: view.ply > 0, redo: view.ply < view.moves.length, hint: view.waits, show: !view.over,
    evaluate: true, review: view.moves.length > 0,
  };
  for (const button of document.querySelectorAll("[data-act]")) button.disabled = !able[button.dataset.act];
  const pass = view.legal.find((move) => move.path.length === 0);
  find("pass").hidden = !(pass && view.waits);
  find("pass").replaceChildren(`${pass?.move} `, element("kbd", { textContent: "space" }));
  const ahead = view.ahead;
  find("ahead").hidden = ahead === null;
  find("rolls").textContent = ahead === 1 ? "1 roll to come" : `${ahead} rolls to come`;
}

function save({ name, text }) {
  const address = URL.createObjectURL(new Blob([text]));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function act(name) {
  const button = document.querySelector(`[data-act="${name}"]`);
  if (button.disabled) return;
  if (name === "hint" || name === "show") puzzles.helped(name);
  send({ do: name });
}

function help() {
  find("how").textContent = view?.how ?? "Choose a game first.";
  find("rules").textContent = view?.rules ?? "";
  const own = (view?.keys ?? []).map(({ key, meaning }) => [key.replace("Arrow", "").replace("Shift+", "Shift "), meaning]);
  const usual = [["Arrows, Enter", "point at a cell, choose it"], ["0-9, a-g", "the name of a cell"], ["h", "hint"],
    ["u r", "undo, redo"], ["s", "show me"], ["w", "what is possible"], ["v", "review"], ["n", "new game"], ["p", "the next puzzle"], ["Esc", "put a piece back"], ["?", "this help"]];
  find("keys").replaceChildren(...[...own, ...usual].map(([key, meaning]) =>
    element("tr", {}, element("td", {}, element("kbd", { textContent: key === " " ? "Space" : key })), element("td", { textContent: meaning }))));
  find("help-dialog").showModal();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LETTERS = { h: "hint", u: "undo", r: "redo", s: "show", v: "review", w: "evaluate" };

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const on = event.target;
  const menu = event.key === "Escape" && document.querySelector("details[open]");
  if (menu) {
    menu.open = false;
    return menu.querySelector("summary").focus();
  }
  if (event.key === "?" && !on.matches("input, textarea")) return help();
  if (find("play").hidden || on.matches("input, textarea, select")) return;
  const onButton = on.matches("button, summary") && (event.key === "Enter" || event.key === " ");
  if (onButton) return;
  const key = (event.shiftKey && event.key.length > 1 ? "Shift+" : "") + event.key;
  const direct = view.waits && view.keys.find((each) => each.key === key);
  const cell = board.name(on);
  if (direct) point({ move: direct.move });
  else if (ARROWS[event.key]) board.step(...ARROWS[event.key]);
  else if ((event.key === "Enter" || event.key === " ") && cell) board.point(cell);
  else if (event.key === "Escape") { board.chosen = null; board.light(); typed = ""; }
  else if (event.key === "n") find("new").click();
  else if (event.key === "p" && view.task) puzzles.next();
  else if (event.key === "+" || event.key === "-") send({ do: "ahead", events: Math.max(0, (view.ahead ?? 0) + (event.key === "+" ? 1 : -1)) });
  else if (LETTERS[event.key]) act(LETTERS[event.key]);
  else if (/^[a-g0-9:]$/i.test(event.key)) return spell(event.key);
  else return;
  event.preventDefault();
}

// A cell that is typed: at once where no longer name can follow, else after a moment.
function spell(letter) {
  clearTimeout(typing);
  const names = board.cells().map((cell) => cell.dataset.cell);
  const fits = (text) => names.filter((name) => name.toLowerCase().startsWith(text.toLowerCase()));
  typed = fits(typed + letter).length ? typed + letter : letter;
  const found = fits(typed), whole = found.find((name) => name.toLowerCase() === typed.toLowerCase());
  const take = () => { typed = ""; board.focus(whole); board.point(whole); };
  if (whole && found.length === 1) take();
  else if (whole) typing = setTimeout(take, 500);
}

function openText(text) {
  const sent = scenarioIn(text), scenario = sent ?? text;
  if (/"kind":\s*"saved game"/.test(scenario)) start({ saved: scenario });
  else start(sent === null ? { scenario } : { scenario, ...positionIn(text) });
}

enable();
addEventListener("keydown", press);
addEventListener("hashchange", () => { if (scenarioIn(location.hash) !== null) begin(); });
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details[open]"))
    if (!menu.contains(event.target) || event.target.closest("button")) menu.open = false;
});
for (const button of document.querySelectorAll("[data-act]")) button.onclick = () => act(button.dataset.act);
for (const button of document.querySelectorAll("[data-file]")) button.onclick = () => send({ do: "download", file: button.dataset.file });
for (const button of document.querySelectorAll("[data-difficulty]"))
  button.onclick = () => puzzles.ask(find("game").value, button.dataset.difficulty);
find("home").onclick = () => {
  history.replaceState(null, "");
  goHome();
};
addEventListener("popstate", () => {
  if (!history.state?.inside) goHome();
  else if (sessionStorage.getItem(SAVED)) begin();
});
find("rescue").onclick = () => save({ name: "game.json", text: view.saved });
for (const id of ["game", "starts"])
  find(id).onchange = ({ target }) => {
    target.blur(); // so that keys are for the board again
    const asked = target.value === OWN && prompt("A row as the game writes it, or a size such as 4x5");
    if (target.value === OWN && !asked) target.value = view.name ?? "";
    else if (target.value) start({ name: asked ? `${view.game} ${asked.trim()}` : target.value });
  };
find("new").onclick = () => view && start({ name: "" });
find("pass").onclick = () => point({ move: view.legal.find((move) => move.path.length === 0).move });
find("fewer").onclick = () => send({ do: "ahead", events: Math.max(0, view.ahead - 1) });
find("more").onclick = () => send({ do: "ahead", events: view.ahead + 1 });
find("help").onclick = help;
find("papers-open").onclick = find("papers-own").onclick = () => {
  if (view) send({ do: "stop" }); // else the program's move would bring the game back
  show("papers");
};
find("open-own").onclick =
find("load").onclick = () => {
  find("open-dialog").returnValue = find("file").value = "";
  find("open-dialog").showModal();
};
find("next-one").onclick = () => puzzles.next();
find("play-again").onclick = () => find("new").click();
find("review-now").onclick = () => act("review");
find("swap").onclick = () => {
  const [first, second] = view.sides;
  send({ do: "players", players: { [first.side]: second.player, [second.side]: first.player } });
  start({ name: "" });
};
find("copy-result").onclick = () => navigator.clipboard.writeText(puzzles.result).then(
  () => say({ tone: "answer", words: `Copied: ${puzzles.result}` }),
  () => say({ tone: "answer", words: puzzles.result }));
find("copy-address").onclick = () => {
  const address = puzzles.current ? addressOf(puzzles.current.scenario) : addressOf(view.scenario, view.moves, view.ply);
  navigator.clipboard.writeText(address).then(
    () => say({ tone: "answer", words: address.startsWith(location.origin) && served ? "The address is copied. Who has Toadstone opens it, or types: toadstone play 'ADDRESS'" : "The address is copied: it opens this position." }),
    () => say({ tone: "answer", words: `Copy this address: ${address}` }));
};
find("open-dialog").onclose = async () => {
  if (find("open-dialog").returnValue !== "open") return;
  const [file] = find("file").files;
  if (file?.size > LARGEST) return say(TOO_LARGE);
  const text = file ? await file.text() : find("text").value;
  if (text.trim()) openText(text);
};
