// Sending a story on: its text to the clipboard, or to paper.
//
// At a table there is no TLS, and without it pages are given no clipboard: what is selected is copied.

for (const one of document.querySelectorAll("[data-needs-script]")) one.hidden = false;

const copy = () => {
  const chosen = getSelection();
  chosen.selectAllChildren(document.getElementById("story"));
  const done = document.execCommand("copy");
  chosen.removeAllRanges();
  document.getElementById("story-done").textContent = done ? "Copied." : "This browser does not let pages copy.";
};

document.addEventListener("click", (event) => {
  const does = event.target.closest?.("[data-story]")?.dataset.story;
  if (does === "copy") copy();
  else if (does === "print") print();
});
