"use strict";
(() => {
  const table = document.querySelector("table"), body = table.tBodies[0];
  const heads = [...table.querySelectorAll("th")];
  const text = new Intl.Collator("en", { numeric: true });
  const compare = (a, b) => {
    if (a.dataset.value !== undefined && b.dataset.value !== undefined)
      return Number(a.dataset.value) - Number(b.dataset.value);
    return text.compare(a.textContent, b.textContent);
  };
  const isEmpty = (cell) => cell.textContent.trim() === "";
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const sign = down ? -1 : 1;
    const rows = [...body.rows].sort((first, second) => {
      const a = first.cells[column], b = second.cells[column];
      if (isEmpty(a) || isEmpty(b)) return isEmpty(a) - isEmpty(b);
      return sign * compare(a, b);
    });
    body.append(...rows);
  }));
})();
