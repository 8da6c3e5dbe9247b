// Before the theme's bundle: hold back the request for the search index until someone turns to the search.
// A shared search, `?q=`, gets it at once.
{
  const { open, send } = XMLHttpRequest.prototype;
  const events = ["focusin", "pointerdown"];
  const shared = new URLSearchParams(location.search).has("q");
  const requests = new WeakSet();
  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    if (String(url).endsWith("search/search_index.json")) requests.add(this);
    return open.call(this, method, url, ...rest);
  };
  XMLHttpRequest.prototype.send = function (...body) {
    if (shared || !requests.has(this)) return send.apply(this, body);
    const go = event => {
      if (!event.target.closest?.("[data-md-component=search], [for=__search]")) return;
      for (const name of events) removeEventListener(name, go, true);
      send.apply(this, body);
    };
    for (const name of events) addEventListener(name, go, true);
  };
}
