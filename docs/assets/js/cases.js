// A link of class `case-link` opens the case where it stands: the article of the case's own page, put below the link.
addEventListener("click", async event => {
  const link = event.target.closest?.("a.case-link");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const open = link.nextElementSibling;
  if (open) {
    open.hidden = !open.hidden;
    link.setAttribute("aria-expanded", String(!open.hidden));
    return;
  }
  const place = document.createElement("div");
  place.className = "opened";
  link.after(place);
  link.setAttribute("aria-expanded", "true");
  try {
    place.append(await article(link.href));
  } catch {
    location.assign(link.href);
  }
}, true);

/** The article of a case's page, with its links made absolute. */
export async function article(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const found = page.querySelector("article.case");
  for (const link of found.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), response.url);
  const own = document.createElement("a");
  own.href = address;
  own.className = "case-id";
  own.textContent = "page of this case";
  found.querySelector("header").prepend(own);
  return document.adoptNode(found);
}
