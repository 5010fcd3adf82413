// Keyboard shortcuts, which /keys lists; those of labelling are below.
"use strict";
(() => {
  const typing = (target) => target.closest("input, select, textarea, [contenteditable]");
  const places = () => [...document.querySelectorAll("main li h2 a, main li h3 a, .blocks button[name=drop]")];
  const steps = { j: 1, n: 1, k: -1, p: -1 };
  const parts = { s: "/", a: "/search", c: "/changes", w: "/watches", o: "/sources", r: "/runs" };
  let going = -Infinity; // when g was pressed
  const go = (path) => { location.href = path; };
  const act = (key) => {
    const at = document.activeElement;
    const links = places();
    if (key === "/") {
      const box = document.querySelector("input[type=search]");
      if (!box) return false;
      box.focus();
    } else if (document.querySelector("[data-desk]")) return false;
    else if (key in steps) links[Math.min(Math.max(links.indexOf(at) + steps[key], 0), links.length - 1)]?.focus();
    else if (key === "o" && links.includes(at)) at.click();
    else if (key === "v") {
      const link = (links.includes(at) ? at.closest("li") : document.querySelector("main"))?.querySelector("a[rel~=external]");
      if (link) open(link.href, "_blank", "noopener,noreferrer");
    } else if (key === "?") {
      if (location.pathname === "/keys") history.back();
      else go("/keys");
    } else return false;
    return true;
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || typing(event.target)) return;
    const { key } = event;
    const isGoing = event.timeStamp - going < 2000;
    going = -Infinity;
    if (isGoing && key in parts) go(parts[key]);
    else if (key === "g" && !document.querySelector("[data-desk]")) going = event.timeStamp;
    else if (act(key)) event.preventDefault();
  });
})();
// Progress of the current run: the page is read again every second, and what is live on it is replaced.
(async () => {
  const parts = (page) => [...page.querySelectorAll("[data-live]")];
  const live = parts(document);
  const ids = (all) => all.map((part) => part.dataset.live).join();
  while (live.length) {
    await new Promise((done) => { setTimeout(done, 1000); });
    if (document.hidden) continue;
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) throw answer;
      const now = parts(new DOMParser().parseFromString(await answer.text(), "text/html"));
      if (ids(now) !== ids(live)) return location.reload();
      live.forEach((part, at) => part.replaceChildren(...now[at].childNodes));
    } catch {
      live[0].lastElementChild.textContent = "Connection lost; these are the last known numbers. Reconnecting.";
    }
  }
})();
// Labelling: keys press the buttons, lists and links that name them; j and k move through blocks, or scroll. The help can turn the keys off.
(() => {
  const desk = document.querySelector("[data-desk]");
  if (!desk) return;
  const remembered = (write) => {
    try {
      if (write !== undefined) localStorage.setItem("label-keys", write);
      return localStorage.getItem("label-keys") !== "off";
    } catch {
      return write !== "off";
    }
  };
  let on = remembered();
  let sent = false; // a page is answered once
  desk.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
    setTimeout(() => { sent = false; }, 5000);
  });
  addEventListener("pageshow", () => { sent = false; });
  const help = desk.querySelector(".answers table");
  if (help) {
    const button = document.createElement("button");
    const say = () => { button.textContent = on ? "Turn shortcuts off" : "Turn shortcuts on"; };
    button.type = "button";
    button.addEventListener("click", () => {
      on = remembered(on ? "off" : "on");
      say();
    });
    say();
    help.after(button);
  }
  const boxes = [...desk.querySelectorAll("input[type=checkbox]")];
  const walk = (step) => {
    const at = boxes.indexOf(document.activeElement);
    const box = boxes[Math.min(Math.max(at + step, 0), boxes.length - 1)];
    box?.focus();
    box?.closest("li").scrollIntoView({ block: "nearest" });
  };
  const press = (within, key) => {
    const found = [...within.querySelectorAll("[aria-keyshortcuts]")].find(
      (one) => one.getAttribute("aria-keyshortcuts").split(" ").includes(key) &&
        (within !== desk || !one.closest("[data-choice] ul")),
    );
    found?.click();
    return found !== undefined;
  };
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (!on || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.matches("select, textarea, input:not([type=checkbox])")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const list = desk.querySelector("[data-choice][open]");
    const box = boxes.includes(document.activeElement) ? document.activeElement : null;
    let done = true;
    if (key === "Enter" && target.closest("a, button, summary")) return;
    if (event.repeat && (list || !["j", "k"].includes(key))) return;
    if (list && key === "Escape") list.open = false;
    else if (list) done = press(list.querySelector("ul"), key);
    else if (boxes.length && (key === "j" || key === "k")) walk(key === "j" ? 1 : -1);
    else if (box && (key === "c" || key === "b")) {
      box.checked = key === "c";
      walk(1);
    } else if (key === "j" || key === "k") scrollBy(0, key === "j" ? 80 : -80);
    else done = press(desk, key);
    if (done) event.preventDefault();
  });
})();
