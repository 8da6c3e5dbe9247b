// <tw-filter data-rows="…">: shows the rows of the tables behind it that fit what is typed and chosen.
customElements.define("tw-filter", class extends HTMLElement {
  connectedCallback() {
    this.hidden = false;
    this.addEventListener("input", () => this.apply());
  }

  apply() {
    const words = this.querySelector("input").value.toLowerCase().split(/\s+/).filter(Boolean);
    const wishes = [...this.querySelectorAll("select")].filter(select => select.value);
    let shown = 0, all = 0;
    for (const body of this.parentElement.querySelectorAll("tbody")) {
      let any = false;
      for (const row of body.querySelectorAll("tr:not(.group)")) {
        const text = row.textContent.toLowerCase();
        const fits = words.every(word => text.includes(word)) && wishes.every(({ dataset, value }) =>
          dataset.key === "level" ? row.dataset.level === value : row.dataset[dataset.key].split(" ").includes(value));
        row.hidden = !fits;
        any ||= fits;
        shown += fits;
        all++;
      }
      body.hidden = !any;
    }
    this.querySelector("output").textContent = shown === all ? "" : `${shown} of ${all}`;
  }
});
