// <tw-corpus>: the cases of the corpus, filtered. What is chosen stands in the address, behind #.
import { article } from "./cases.js";

const DATA = new URL("../corpus/index.json", import.meta.url);
const PAGES = new URL("../../cases/", import.meta.url);
const STEP = 100;

const make = (name, members = {}, ...children) => {
  const made = Object.assign(document.createElement(name), members);
  made.append(...children);
  return made;
};

customElements.define("tw-corpus", class extends HTMLElement {
  async connectedCallback() {
    this.setAttribute("aria-busy", "true");
    const data = await (await fetch(DATA)).json();
    this.data = data;
    this.cases = data.cases.map(([id, title, hunts, profile, level, op, refused, tags, requirements, breaks]) => ({
      id, title, refused: Boolean(refused),
      profile: data.profiles[profile], part: data.parts[profile], level: data.levels[level], op: data.ops[op],
      tags: tags.map(tag => data.tags[tag]), requirements: requirements.map(at => data.requirements[at]),
      breaks: data.requirements[breaks] ?? null, text: `${id} ${title} ${hunts}`.toLowerCase(),
    }));
    this.build();
    this.fromAddress();
    this.changed = () => this.fromAddress();
    addEventListener("hashchange", this.changed);
    this.removeAttribute("aria-busy");
  }

  disconnectedCallback() {
    removeEventListener("hashchange", this.changed);
  }

  build() {
    const distinct = values => [...new Set(values)];
    const choice = (name, values, label = name) => {
      const select = make("select", { name }, make("option", { value: "", textContent: "any" }));
      for (const value of values) select.append(make("option", { value, textContent: value }));
      return make("label", {}, label, " ", select);
    };
    const requirements = make("datalist", { id: "corpus-requirements" });
    for (const value of this.data.requirements) requirements.append(make("option", { value }));
    const requirement = make("input", { name: "requirement", type: "search", autocomplete: "off", placeholder: "carrier.prompt.…" });
    requirement.setAttribute("list", "corpus-requirements");
    this.form = make("form", { className: "filter" },
      make("label", { className: "wide" }, "Text ", make("input", { name: "text", type: "search", autocomplete: "off", placeholder: "id, title or mistake" })),
      make("label", { className: "wide" }, "Requirement ", requirement, requirements),
      choice("part", distinct(this.data.parts), "Part"),
      choice("profile", this.data.profiles, "Profile"),
      choice("level", this.data.levels, "Level"),
      choice("tag", this.data.tags, "Tag"),
      choice("expects", ["result", "refusal"], "Expects"),
      make("button", { type: "reset", textContent: "clear" }));
    this.count = make("output");
    this.list = make("ul", { className: "cases" });
    this.more = make("button", { type: "button", className: "more", textContent: "show more" });
    this.detail = make("section", { className: "detail", hidden: true });
    this.detail.setAttribute("aria-label", "The case");
    this.replaceChildren(this.detail, this.form, this.count, this.list, this.more);
    this.form.addEventListener("submit", event => event.preventDefault());
    this.form.addEventListener("input", () => this.toAddress());
    this.form.addEventListener("reset", () => setTimeout(() => this.toAddress()));
    this.more.addEventListener("click", () => this.show(this.shown + STEP));
  }

  fromAddress() {
    const wish = new URLSearchParams(location.hash.slice(1));
    for (const field of this.form.elements) if (field.name) field.value = wish.get(field.name) ?? "";
    this.filter();
    this.open(wish.get("case"));
  }

  toAddress() {
    const wish = new URLSearchParams();
    for (const field of this.form.elements) if (field.name && field.value) wish.set(field.name, field.value);
    history.replaceState(null, "", `${location.pathname}${location.search}${wish.size ? `#${wish}` : ""}`);
    this.filter();
  }

  filter() {
    const wish = Object.fromEntries([...new FormData(this.form)].filter(([, value]) => value));
    const words = (wish.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const asked = wish.requirement?.trim();
    this.found = this.cases.filter(one =>
      words.every(word => one.text.includes(word))
      && (!asked || one.requirements.some(id => id === asked || id.startsWith(`${asked}.`) || id.startsWith(asked)))
      && (!wish.part || one.part === wish.part)
      && (!wish.profile || one.profile === wish.profile)
      && (!wish.level || one.level === wish.level)
      && (!wish.tag || one.tags.includes(wish.tag))
      && (!wish.expects || one.refused === (wish.expects === "refusal")));
    this.count.textContent = this.found.length === this.cases.length
      ? `${this.cases.length.toLocaleString("en")} cases`
      : `${this.found.length.toLocaleString("en")} of ${this.cases.length.toLocaleString("en")} cases`;
    this.show(STEP);
  }

  show(number) {
    this.shown = number;
    this.list.replaceChildren(...this.found.slice(0, number).map(one => {
      const verdict = make("span", { className: `verdict ${one.refused ? "refused" : "result"}`, textContent: one.refused ? "refused" : "result" });
      const title = make("span", { className: "title", textContent: one.title });
      const about = make("span", { className: "about", textContent: [one.profile, one.level, ...one.tags].join(" · ") });
      const link = make("a", { className: "case-link", href: new URL(`${one.id}/`, PAGES) }, verdict, make("code", { textContent: one.id }), title, about);
      return make("li", {}, link);
    }));
    this.more.hidden = number >= this.found.length;
  }

  async open(id) {
    this.detail.hidden = !id;
    if (!id) return;
    const one = this.cases.find(each => each.id === id);
    if (!one) return this.detail.replaceChildren(make("p", { textContent: `There is no case ${id}.` }));
    this.detail.replaceChildren(make("h2", { textContent: one.title }), await article(new URL(`${id}/`, PAGES)));
  }
});
