// The table of people: rows come and go without a page, Enter goes down, and a column says why it is there.
//
// What needs the server (a list that is read, the columns of other rules) comes back as the table. Without this
// script each button of the table sends the whole form instead.

const boxOf = (element) => element.closest?.("[data-people]");
const rowsOf = (box) => [...box.querySelectorAll("tr[data-person]")];

let asked = 0;

/** What is pressed stays in its place until it is let go: a button that is put anew in between is never clicked. */
let letGo = Promise.resolve();
document.addEventListener("pointerdown", () => {
  letGo = new Promise((done) => {
    const soon = () => setTimeout(done);
    for (const over of ["pointerup", "pointercancel"]) document.addEventListener(over, soon, { once: true });
  });
});

const typed = (box) => JSON.stringify(rowsOf(box).map((row) => [...row.querySelectorAll("[name]")].map((one) => [one.value, one.checked])));

/** Send the form for a table that is changed, and put it in place of the old one; what is typed meanwhile goes too. */
const ask = async (box, does) => {
  const turn = ++asked;
  const before = typed(box);
  const sent = new FormData(box.closest("form"));
  sent.set("do", does);
  const answer = await fetch(box.dataset.people, { method: "POST", body: sent, headers: { "HX-Request": "true" } });
  const table = answer.ok ? await answer.text() : "";
  await letGo;
  if (!table || turn !== asked) return;
  if (typed(box) !== before) {
    await ask(box, does);
    return;
  }
  const { id, name } = box.contains(document.activeElement) ? document.activeElement : {};
  const at = id ? `#${CSS.escape(id)}` : name && name !== "do" ? `[name="${CSS.escape(name)}"]` : "";
  const pasted = box.querySelector("[name=pasted]").value;
  const open = [...box.querySelectorAll("details")].map((one) => one.open);
  box.innerHTML = table;
  const again = at ? box.querySelector(at) : null;
  again?.focus();
  if (again?.type === "text") again.setSelectionRange(again.value.length, again.value.length);
  if (does === "read") return;
  box.querySelector("[name=pasted]").value = pasted;
  box.querySelectorAll("details").forEach((one, place) => (one.open = open[place]));
};

const numbered = (row, number) => {
  row.dataset.person = number;
  for (const one of row.querySelectorAll("[name], [aria-label]")) {
    if (one.name) one.name = one.name.replace(/^person\.\d+/, `person.${number}`);
    if (one.id) one.id = one.id.replace(/^person-\d+/, `person-${number}`);
    one.ariaLabel = one.ariaLabel.replace(/\d+$/, number + 1);
  }
};

const emptied = (row) => {
  for (const one of row.querySelectorAll("input, select")) {
    if (one.type === "checkbox") one.checked = false;
    else one.value = "";
    if (one.ariaInvalid) one.removeAttribute("aria-invalid");
  }
  return row;
};

const add = (box) => {
  const rows = rowsOf(box);
  const row = emptied(rows.at(-1).cloneNode(true));
  numbered(row, Number(rows.at(-1).dataset.person) + 1);
  rows.at(-1).parentElement.append(row);
  row.querySelector("input").focus();
};

const remove = (box, row) => {
  const rows = rowsOf(box);
  const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1];
  if (row.nextElementSibling?.matches(".person-wrong")) row.nextElementSibling.remove();
  if (rows.length === 1) emptied(row);
  else row.remove();
  (next ?? row).querySelector("input").focus();
};

const DOES = {
  row: (box) => add(box),
  remove: (box, button) => remove(box, button.closest("tr")),
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-people-do]");
  if (!button) return;
  event.preventDefault();
  const does = button.dataset.peopleDo;
  const box = boxOf(button);
  if (DOES[does]) {
    DOES[does](box, button);
    return;
  }
  await ask(box, does);
  box.querySelector(`[data-people-do=${does}]`)?.focus();
});

// Enter in a cell goes to the one below it, and from the last row to a new one.
document.addEventListener("keydown", (event) => {
  const cell = event.target;
  if (event.key !== "Enter" || event.isComposing || !cell.matches?.("tr[data-person] input")) return;
  event.preventDefault();
  const box = boxOf(cell);
  const rows = rowsOf(box);
  const below = rows[rows.indexOf(cell.closest("tr")) + 1];
  if (!below) {
    add(box);
    return;
  }
  const figure = cell.name.replace(/^person\.\d+\./, "");
  below.querySelector(`[name$=".${CSS.escape(figure)}"]`)?.focus();
});

// Other rules have other columns.
document.addEventListener("change", (event) => {
  const chooses = event.target.matches?.("[name=rules], [name=option], [name=house], [name=house_file]");
  const box = chooses && event.target.form?.querySelector("[data-people]");
  if (box) ask(box, "columns");
});

// The column that one is in, or points at, says which rule reads it, on a line that is always there.
const tell = ({ target }) => {
  const figure = target.closest?.("[data-why]:not(th)");
  const line = figure?.closest("form")?.querySelector("[data-people-why]");
  if (line) line.textContent = figure.dataset.why;
  const cell = target.closest?.(".people-table td, .people-table th");
  const box = cell && boxOf(cell);
  const head = box?.querySelectorAll("thead th")[cell.cellIndex];
  if (head?.title) box.querySelector("[data-people-why]").textContent = `${head.textContent}. ${head.title}`;
};
document.addEventListener("focusin", tell);
document.addEventListener("mouseover", tell);

// A portrait is made as small as it is shown before it is sent: what a telephone takes is a hundred times that.
const SIDE = 256;
document.addEventListener("change", async ({ target: field }) => {
  const file = field.matches?.("[data-shrinks]") && field.files[0];
  if (!file) return;
  const drawn = await createImageBitmap(file).catch(() => null);
  if (!drawn) return;
  const side = Math.min(drawn.width, drawn.height);
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const [left, top] = [(drawn.width - side) / 2, (drawn.height - side) / 2];
  canvas.getContext("2d").drawImage(drawn, left, top, side, side, 0, 0, SIDE, SIDE);
  const small = await new Promise((done) => canvas.toBlob(done, "image/webp", 0.85));
  const held = new DataTransfer();
  held.items.add(new File([small], "portrait", { type: small.type }));
  field.files = held.files;
});
