// A button of class `copy` copies the text of the `pre` behind it.
addEventListener("click", async event => {
  const button = event.target.closest?.("button.copy");
  if (!button) return;
  await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
  button.textContent = "copied";
  setTimeout(() => (button.textContent = "copy"), 1500);
});
