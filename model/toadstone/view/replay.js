"use strict";
(() => {
  const PAUSE = "M3 2h4v12H3zM9 2h4v12H9z";
  const TURN_TIME = 900;
  let latest = null;

  function start(root) {
    const states = [...root.querySelectorAll(".state")];
    const last = states.length - 1;
    if (last < 1) return null;
    const find = (selector) => root.querySelector(selector);
    const moves = [...root.querySelectorAll("[data-to]")];
    const list = find(".moves"), slider = find("input"), speed = find("select");
    const output = find("output"), spoken = find(".spoken");
    const play = find("[data-do=play]"), icon = play.querySelector("path");
    const playShape = icon.getAttribute("d");
    const from = Number(root.dataset.from || 0);
    let now = from, timer = null;

    function show(turn) {
      now = Math.max(0, Math.min(last, turn));
      states.forEach((state, index) => state.classList.toggle("now", index === now));
      moves.forEach((move, index) => {
        if (index === now) move.setAttribute("aria-current", "step");
        else move.removeAttribute("aria-current");
      });
      const here = moves[now].parentElement;
      const above = here.offsetTop, below = above + here.offsetHeight;
      if (above < list.scrollTop) list.scrollTop = above;
      if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight;
      const words = states[now].querySelector("figcaption").textContent;
      slider.value = now;
      slider.setAttribute("aria-valuetext", words);
      output.textContent = `${now} / ${last}`;
      if (timer === null) spoken.textContent = words;
      for (const name of ["first", "back"]) find(`[data-do=${name}]`).disabled = now === 0;
      for (const name of ["next", "last"]) find(`[data-do=${name}]`).disabled = now === last;
    }
    function stop() {
      clearTimeout(timer);
      timer = null;
      icon.setAttribute("d", playShape);
      play.setAttribute("aria-label", "Play");
      play.title = "Play";
    }
    function tick() {
      timer = setTimeout(() => {
        show(now + 1);
        if (now < last) tick();
        else stop();
      }, TURN_TIME / Number(speed.value));
    }
    function toggle() {
      if (timer !== null) return stop();
      if (now === last) show(from);
      tick();
      icon.setAttribute("d", PAUSE);
      play.setAttribute("aria-label", "Pause");
      play.title = "Pause";
    }
    function go(turn) {
      stop();
      show(turn);
    }
    const actions = {
      first: () => go(0),
      back: () => go(now - 1),
      play: toggle,
      next: () => go(now + 1),
      last: () => go(last),
    };
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.to) go(Number(button.dataset.to));
      else if (button.dataset.do) actions[button.dataset.do]();
    });
    slider.addEventListener("input", () => go(Number(slider.value)));
    for (const kind of ["pointerdown", "focusin"]) {
      root.addEventListener(kind, () => (latest = actions));
    }
    root.classList.add("live");
    show(from);
    return actions;
  }

  const roots = [...document.querySelectorAll(".replay")];
  const all = new Map(roots.map((root) => [root, start(root)]));
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  document.addEventListener("keydown", (event) => {
    const name = keys[event.key], target = event.target;
    if (!name || event.defaultPrevented) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (target.closest("input, select")) return;
    if (event.key === " " && target.closest("button")) return;
    const actions = all.get(target.closest(".replay")) || latest || [...all.values()].find(Boolean);
    if (!actions) return;
    event.preventDefault();
    actions[name]();
  });
})();
