// Writes articles whose titles, authors, texts and URLs are attacks, and opens them all in a browser: no attack may run.
//
//     node attack.mjs write > pages.jsonl                     for `gleaner import`
//     node attack.mjs read http://127.0.0.1:8080 ID…          the ids of the articles made of them
import { chromium } from "playwright-core";

const run = "pwned()";
const vectors = [
  `<script>${run}</script>`,
  `<ScRiPt >${run}</sCrIpT>`,
  `<script src="data:text/javascript,${run}"></script>`,
  `<img src=x onerror=${run}>`,
  `<img src=x onerror="${run}">`,
  `<image src=x onerror=${run}>`,
  `<svg onload=${run}>`,
  `<svg/onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${run}"><text y=20>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg onload=${run}>"></svg>`,
  `<body onload=${run}>`,
  `<iframe src="javascript:parent.${run}"></iframe>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<object data="javascript:${run}"></object>`,
  `<embed src="javascript:${run}">`,
  `<a href="javascript:${run}">x</a>`,
  `<a href="java&#9;script:${run}">x</a>`,
  `<form action="javascript:${run}"><button>x</button></form>`,
  `<button formaction="javascript:${run}">x</button>`,
  `<input autofocus onfocus=${run}>`,
  `<select autofocus onfocus=${run}></select>`,
  `<textarea autofocus onfocus=${run}></textarea>`,
  `<details open ontoggle=${run}>x</details>`,
  `<video><source onerror=${run}></video>`,
  `<video src=x onerror=${run}></video>`,
  `<audio src=x onerror=${run}></audio>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<link rel=stylesheet href="javascript:${run}">`,
  `<base href="javascript:${run}//">`,
  `<style>@import "javascript:${run}";</style>`,
  `<div style="background:url(javascript:${run})">x</div>`,
  `<div style="position:fixed;inset:0" onmouseover=${run}>x</div>`,
  `<math><mi xlink:href="javascript:${run}">x</mi></math>`,
  `<table background="javascript:${run}"><tr><td>x</table>`,
  `<style><img src="</style><img src=x onerror=${run}//">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><script>${run}</script></template>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${run}>`,
  `<svg></p><style><a id="</style><img src=x onerror=${run}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<!--<img src="--><img src=x onerror=${run}//">`,
  `<![CDATA[<script>${run}</script>]]>`,
  `<xss autofocus tabindex=1 onfocus=${run}>x</xss>`,
  `<dialog open onclose=${run}>x</dialog>`,
  `{{constructor.constructor("${run}")()}}`,
  `\${${run}}`,
  `<%= ${run} %>`,
  `"-${run}-"`,
  `';${run};//`,
  `\\";${run};//`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `&#60;script&#62;${run}&#60;/script&#62;`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `＜script＞${run}＜/script＞`,
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `data:text/html,<script>${run}</script>`,
  `x" autofocus onfocus=${run} x="`,
  `x' autofocus onfocus=${run} x='`,
  "x` onfocus=" + run + " x=`",
  `<plaintext>`,
  `<title><img src=x onerror=${run}>`,
];
const before = ["", "\"'>", "</title></textarea></script></style>-->", "]]>"];
const attacks = before.flatMap((start) => vectors.map((vector) => start + vector));

const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** A news page with an attack in every field that a page can set. */
function page(attack, number) {
  const words = ["harbour", "council", "bridge", "school", "budget", "museum", "river", "market", "station", "library", "forest", "clinic"];
  const word = (at) => words[(number * 7 + at * 5 + Math.floor(number / 12)) % words.length];
  const sentence = (at) =>
    `On day ${number * 3 + at} the ${word(at)} of town ${number} spoke about the ${word(at + 1)}, and ${number + at} people asked why the ${word(at + 2)} had waited for ${at + 2} years.`;
  const paragraphs = [0, 1, 2, 3, 4, 5].map((at) => [0, 1, 2].map((more) => sentence(at * 3 + more)).join(" "));
  paragraphs.splice(2, 0, `A reader writes: ${attack} That is what the letter says, word for word, and nothing was left out of it.`);
  const title = `Letter ${number} ${attack}`;
  const article = {
    "@context": "https://schema.org", "@type": "NewsArticle", headline: title, description: `It says ${attack}`,
    datePublished: "2026-11-20T08:00:00Z", articleSection: attack, keywords: [attack],
    author: { "@type": "Person", name: `Ann ${attack}`, url: `javascript:${run}` },
    image: `javascript:${run}`,
  };
  const json = JSON.stringify(article).replace(/</g, "\\u003c");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="author" content="Ann ${escape(attack)}"><meta property="og:title" content="${escape(title)}">
<meta property="og:type" content="article"><meta property="og:image" content="javascript:${escape(run)}">
<link rel="canonical" href="javascript:${escape(run)}"><script type="application/ld+json">${json}</script></head>
<body><article><h1>${escape(title)}</h1><p class="byline">By Ann ${escape(attack)}</p>
${paragraphs.map((text) => `<p>${escape(text)}</p>`).join("\n")}</article></body></html>`;
}

function write() {
  attacks.forEach((attack, number) => {
    const url = `https://www.letters-${number % 9}.example/2026/11/20/letter-${number}?q=${encodeURIComponent(attack)}#${encodeURIComponent(attack)}`;
    const record = { url, html: page(attack, number), fetched_at: "2026-11-20T09:00:00Z", status: 200, headers: { "content-type": "text/html; charset=utf-8" } };
    process.stdout.write(`${JSON.stringify(record)}\n`);
  });
}

async function read(base, ids) {
  let faults = 0;
  const fault = (where, what) => {
    faults += 1;
    console.log(`fault=${where}: ${what}`);
  };
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync",
    ],
  });
  const context = await browser.newContext();
  await context.addInitScript(() => {
    globalThis.hits = 0;
    globalThis.pwned = () => { globalThis.hits += 1; };
  });
  const tab = await context.newPage();
  let at = "";
  tab.on("dialog", async (dialog) => {
    fault(at, `dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  tab.on("pageerror", (error) => fault(at, `script: ${error.message}`));
  tab.on("console", (message) => /policy|refused/i.test(message.text()) && fault(at, `console: ${message.text()}`));
  tab.on("request", (request) => request.url().startsWith(base) || fault(at, `requests ${request.url()}`));

  /** Opens a page, moves the pointer over it, checks its elements, and returns its text. */
  const look = async (path, isThere = true) => {
    at = path;
    const answer = await tab.goto(base + path, { waitUntil: "load" });
    if (answer.status() >= 500 || (isThere && answer.status() !== 200)) fault(path, `status ${answer.status()}`);
    await tab.mouse.move(200, 200);
    const held = await tab.evaluate(() => {
      const all = [...document.querySelectorAll("*")];
      const odd = (name, value) =>
        /^on/i.test(name) || name === "style" || name === "srcdoc" ||
        (/^(href|src|action|formaction|data|xlink:href)$/i.test(name) && /^\s*(javascript|data|vbscript):/i.test(value));
      return {
        hits: globalThis.hits,
        odd: all.flatMap((element) => [...element.attributes].filter(({ name, value }) => odd(name, value)).map(({ name }) => `${element.localName} ${name}`)),
        foreign: all.filter((element) => /^(iframe|object|embed|base|marquee|xss|math|plaintext)$/.test(element.localName) ||
          (element.localName === "script" && !element.getAttribute("src")?.startsWith("/assets/"))).map((element) => element.localName),
        text: document.body.innerText,
      };
    });
    if (held.hits > 0) fault(path, "an attack ran");
    for (const what of [...held.odd, ...held.foreign]) fault(path, `contains ${what}`);
    return held.text.replace(/\s+/g, " ");
  };

  const squeezed = (text) => text.replace(/\s+/g, " ").trim();
  const reached = new Set();
  for (const id of ids) {
    const text = await look(`/article/${id}`);
    const number = Number(/Letter (\d+)/.exec(text)?.[1] ?? -1);
    if (number >= 0 && text.includes(squeezed(attacks[number]))) reached.add(number);
  }
  for (const id of ids.filter((_, place) => place % 6 === 0)) await look(`/article/${id}/explain`);
  const links = async (path, start) => {
    await look(path);
    return tab.locator(`main a[href^='${start}']`).evaluateAll((found) => [...new Set(found.map((link) => link.getAttribute("href")))]);
  };
  for (const path of (await links("/", "/story/")).slice(0, 30)) await look(path);
  for (const path of await links("/sources", "/source/")) await look(path);
  await look("/runs");
  for (const attack of attacks.filter((_, place) => place % 4 === 0)) {
    const text = encodeURIComponent(attack);
    for (const path of [`/search?q=${text}`, `/sources?state=${text}`, `/source/${text}`, `/article/${text}`, `/story/${text}`, `/?language=${text}`, `/${text}`]) {
      await look(path, false);
    }
  }
  // The labelling pages, with attacks as names of sites.
  for (const [place, attack] of attacks.entries()) {
    if (place % 6 === 0) await look(`/label?site=${encodeURIComponent(attack)}`, false);
  }
  for (const path of ["/label/pages?all=true", "/label/blocks?all=true"]) {
    for (let page = 0; page < 40; page += 1) {
      await look(path);
      await Promise.all([tab.waitForNavigation({ waitUntil: "load" }), tab.keyboard.press("s")]);
    }
  }
  await browser.close();
  console.log(`attacks=${attacks.length}`);
  console.log(`attacks_shown=${reached.size}`);
  if (reached.size < 200) fault("attacks", "fewer than 200 reached a page: the check shows too little");
  console.log(`attack_faults=${faults}`);
  process.exitCode = faults ? 1 : 0;
}

const [task, base, ...ids] = process.argv.slice(2);
if (task === "write") write();
else await read(base, ids);
