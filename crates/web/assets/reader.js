// Keys: j and k walk the list, Enter opens what is chosen, / goes to the search.
"use strict";
(() => {
  const typing = (target) => target.closest("input, select, textarea, [contenteditable]");
  const places = () => [...document.querySelectorAll("main li h2 a, main li h3 a")];
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || typing(event.target)) return;
    if (event.key === "/") {
      const search = document.querySelector("input[type=search]");
      if (search) {
        event.preventDefault();
        search.focus();
      }
      return;
    }
    if (event.key !== "j" && event.key !== "k") return;
    const links = places();
    const at = links.indexOf(document.activeElement);
    const next = event.key === "j" ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0);
    links[next]?.focus();
  });
})();
// Live progress of the run that is under way.
(() => {
  const live = document.querySelector("[data-live]");
  if (!live || !window.EventSource) return;
  const events = new EventSource("/events");
  const say = (key, value) => {
    const place = live.querySelector(`[data-key="${key}"]`);
    if (!place || value === undefined) return;
    if (key !== "percent") place.textContent = value;
    else if (value === null) place.removeAttribute("value");
    else place.value = value;
  };
  events.addEventListener("message", (event) => {
    const now = JSON.parse(event.data);
    if (now.run === null) {
      events.close();
      location.reload();
    } else if (String(now.run) !== live.dataset.live) {
      events.close();
      say("note", "Another run has begun. Reload the page to see it.");
    } else {
      say("note", "");
      Object.entries(now).forEach(([key, value]) => say(key, value));
    }
  });
  events.addEventListener("error", () => {
    const closed = events.readyState === EventSource.CLOSED;
    const next = closed ? "Reload the page." : "Connecting again.";
    say("note", `The connection is lost; these numbers are the last ones. ${next}`);
  });
  addEventListener("pagehide", () => events.close());
})();
