// What every page of the theme runs. Elements with scripts of their own bring them along when a page has one.
import "./copy.js";
import "./cases.js";

if (document.querySelector("tw-filter")) import("./filter.js");
if (document.querySelector("tw-corpus")) import("./corpus.js");

// What scrolls sideways can be reached from the keyboard.
for (const box of document.querySelectorAll(".md-typeset__scrollwrap, .highlight > pre")) box.tabIndex = 0;

// Print with the examples and reasons open, and close them after it.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details.reason:not([open])")];
  for (const each of opened) each.open = true;
});
addEventListener("afterprint", () => {
  for (const each of opened) each.open = false;
});
