// Whoever put the light of the page off has it off before it is drawn; senses.js has the switch.
try {
  if (localStorage.getItem("turnkeeper-light") === "off") document.documentElement.dataset.steadyLight = "";
} catch {
  // It is on, as it is at first.
}
