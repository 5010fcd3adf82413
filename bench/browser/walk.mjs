// Visits every page of a reader in headless Chromium: as it is, with axe, with an HTML validator and without scripts, and takes
// pictures. Prints `name=value` lines and each fault; exits with 1 if there is any.
//
//     node walk.mjs http://127.0.0.1:8080 [folder for the pictures]
import { createRequire } from "node:module";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { HtmlValidate } from "html-validate";

const [base, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const validate = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    "long-title": "off", // titles are those of articles
    "require-sri": "off", // the reader's own files
    "no-trailing-whitespace": "off",
    "void-style": "off",
    "attribute-boolean-style": "off",
    "no-inline-style": "error",
  },
});

const faults = [];
const fault = (where, what) => {
  faults.push(`${where}: ${what}`);
  console.log(`fault=${where}: ${what}`);
};
const width = { wide: 1100, phone: 390 };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
  ],
});

/** Opens a tab whose faults are counted: console errors, policy violations, requests to other hosts, dialogs. */
async function open(options = {}) {
  const context = await browser.newContext({
    viewport: { width: options.width ?? width.wide, height: 900 },
    colorScheme: options.colorScheme ?? "light",
    javaScriptEnabled: options.scripts ?? true,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const where = () => new URL(page.url()).pathname + new URL(page.url()).search;
  page.on("console", (message) => message.type() === "error" && fault(where(), `console: ${message.text()}`));
  page.on("pageerror", (error) => fault(where(), `script: ${error.message}`));
  page.on("dialog", async (dialog) => {
    fault(where(), `dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !url.startsWith("data:")) fault(where(), `requests another host: ${url}`);
  });
  return page;
}

async function go(page, path) {
  const answer = await page.goto(base + path, { waitUntil: "load" });
  if (answer.status() !== 200) fault(path, `status ${answer.status()}`);
  return answer;
}

const attribute = async (page, selector, name) =>
  (await page.locator(selector).count()) ? page.locator(selector).first().getAttribute(name) : null;

/** One URL of each kind of page, found by following links. */
async function pages() {
  const page = await open();
  const found = ["/", "/sources", "/sources?state=look", "/runs", "/sources/add", "/token", "/api", "/label"];
  found.push("/changes", "/changes?what=headline", "/watches", "/keys", "/?since=30d&order=time", "/?since=all");
  found.push("/label/pages", "/label/blocks", "/label/stories");
  const follow = async (from, selector) => {
    if (!from) return null;
    await go(page, from);
    const href = await attribute(page, selector, "href");
    if (!href) fault(from, `has no link ${selector}`);
    else found.push(href);
    return href;
  };
  const story = await follow("/", "main h3 a[href^='/story/']");
  const article = await follow(story, "main a[href^='/article/']");
  if (article) found.push(`${article}/explain`, `${article}/rule?drop=1`);
  const source = await follow("/sources", "main a[href^='/source/']");
  if (source) found.push(`${source}/forget`, `${source}/rules`, `${source}/rules/try?key=drop&rule=h1`);
  await follow("/runs", "main a[href^='/run/']");
  // an article with two versions
  const changed = process.env.CHANGED;
  if (changed) found.push(`/article/${changed}`, `/article/${changed}/diff?from=1&to=2`);
  // a search for a word of the first headline
  await go(page, "/");
  const headline = (await page.locator("main li h3").first().innerText()).split(/[^\p{L}]+/u);
  const longest = encodeURIComponent(headline.sort((one, other) => other.length - one.length)[0]);
  found.push(`/search?q=${longest}`, "/trends", `/trends?q=${longest}&q=lang%3Ade&interval=day&show=share`);
  await page.context().close();
  return [...new Set(found)];
}

/** Checks the page with axe and the validator. */
async function inspect(page, path) {
  const answer = await go(page, path);
  const report = await validate.validateString(await answer.text());
  for (const message of report.results.flatMap((result) => result.messages)) {
    fault(path, `HTML, line ${message.line}: ${message.message} (${message.ruleId})`);
  }
  for (const header of ["content-security-policy", "x-content-type-options", "referrer-policy"]) {
    if (!answer.headers()[header]) fault(path, `has no header ${header}`);
  }
  await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => globalThis.axe.run(document));
    for (const { id, impact, help, nodes } of violations) {
      const message = `axe, ${colorScheme}, ${impact}: ${help} (${id}), ${nodes.length} times, such as ${nodes[0].html.slice(0, 160)}`;
      if (["serious", "critical"].includes(impact)) fault(path, message);
      else console.log(`remark=${path}: ${message}`);
    }
  }
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (sideways > 0) fault(path, `is ${sideways} pixels too wide`);
}

const words = (page) => page.locator("main").innerText();

const all = await pages();
console.log(`pages=${all.length}`);

const page = await open();
for (const path of all) await inspect(page, path);
await page.context().close();

// The same on a phone: nothing overflows.
const phone = await open({ width: width.phone });
for (const path of all) {
  await go(phone, path);
  const sideways = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (sideways > 0) fault(path, `is ${sideways} pixels too wide for a phone`);
}
await phone.context().close();

// The same content without scripts.
const [plain, scripted] = [await open({ scripts: false }), await open()];
for (const path of all) {
  await go(plain, path);
  await go(scripted, path);
  const still = (text) => text.replace(/Without scripts, .*/g, "").replace(/\d+ (s|min|h)\b|\d\d:\d\d/g, "").replace(/\s+/g, " ").trim();
  const [one, other] = [still(await words(plain)), still(await words(scripted))];
  if (one !== other) fault(path, "differs without scripts");
}
await plain.context().close();
await scripted.context().close();

// By keyboard: the first stop is the skip link.
const keys = await open();
await go(keys, "/");
await keys.keyboard.press("Tab");
const first = await keys.evaluate(() => document.activeElement.textContent);
if (!first.includes("Skip")) fault("/", `the first focused element is ${first}`);
// n and p walk the stories, o opens one, g and a letter goes to a part, ? shows the keys and goes back.
const focus = () => keys.evaluate(() => document.activeElement.getAttribute("href"));
const leads = async (to, ...pressed) => {
  for (const key of pressed.slice(0, -1)) await keys.keyboard.press(key);
  await Promise.all([keys.waitForNavigation({ waitUntil: "load" }), keys.keyboard.press(pressed.at(-1))]);
  const path = await keys.evaluate(() => location.pathname);
  if (path !== to) fault("/", `${pressed.join(" ")} leads to ${path} instead of ${to}`);
};
await keys.evaluate(() => document.activeElement.blur());
const walked = [];
for (const key of ["n", "n", "p"]) {
  await keys.keyboard.press(key);
  walked.push(await focus());
}
if (!walked[0] || walked[0] !== walked[2] || walked[0] === walked[1]) fault("/", `n, n, p lead to ${walked}`);
await leads(walked[0], "o");
await leads("/keys", "?");
await leads(walked[0], "?");
await leads("/changes", "g", "c");
await leads("/", "g", "s");
await keys.context().close();

// Labels twenty pages by keyboard and undoes one; then the blocks of a page, and a pair.
const desk = await open();
const shown = () => attribute(desk, "main form input[type=hidden]", "value");
const press = async (...pressed) => {
  for (const key of pressed.slice(0, -1)) await desk.keyboard.press(key);
  await Promise.all([desk.waitForNavigation({ waitUntil: "load" }), desk.keyboard.press(pressed.at(-1))]);
};
await go(desk, "/label/pages");
const answered = [];
for (let page = 0; page < 20; page += 1) {
  const before = await shown();
  const by = [["n"], ["x"], ["p", "s"], ["p", "Escape", "x"]][page % 4];
  await press(...by);
  if (answered.includes(before)) fault("/label/pages", "shows a page again");
  answered.push(before);
}
const tally = async () => Number(/(\d+) labelled/.exec(await words(desk))?.[1]);
if ((await tally()) !== 20) fault("/label/pages", `20 pages were labelled, but it shows ${await tally()}`);
await press("u");
if ((await shown()) !== answered[19]) fault("/label/pages", "undo returns to another page");
if ((await tally()) !== 19) fault("/label/pages", "undo keeps the label");
await desk.keyboard.press("b");
if (!(await desk.locator(".page-blocks li").first().isVisible())) fault("/label/pages", "shows no blocks");
await go(desk, "/label/blocks");
await desk.keyboard.press("j");
await desk.keyboard.press("Space");
const ticked = await desk.locator("input[type=checkbox]").first().isChecked();
await desk.keyboard.press("c");
await desk.keyboard.press("b");
await desk.keyboard.press("k");
if (await desk.locator("input[type=checkbox]").nth(1).isChecked()) fault("/label/blocks", `b does not clear the box, after ${ticked}`);
await press("Enter");
if ((await tally()) !== 1) fault("/label/blocks", "Enter saves nothing");
await go(desk, "/label/stories");
await press("e");
await press("u");
await press("d");
if ((await tally()) !== 1) fault("/label/stories", "a pair is not labelled once");
console.log(`labelled=${answered.length}`);
await desk.context().close();

// Makes a rule by pointing, with the keyboard: drops a block, chooses a selector, tries, saves and removes it.
const explain = all.find((path) => path.endsWith("/explain"));
if (explain) {
  const pointing = await open();
  const audit = async () => {
    const path = await pointing.evaluate(() => location.pathname + location.search);
    await inspect(pointing, path);
    await pointing.setViewportSize({ width: width.phone, height: 900 });
    const sideways = await pointing.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (sideways > 0) fault(path, `is ${sideways} pixels too wide for a phone`);
    await pointing.setViewportSize({ width: width.wide, height: 900 });
  };
  await go(pointing, explain);
  const content = pointing.locator(".blocks tr.content button[name=drop]").first();
  const row = Number(await content.getAttribute("value"));
  for (let block = 0; block < row; block += 1) await pointing.keyboard.press("j");
  const focused = await pointing.evaluate(() => document.activeElement.value);
  if (focused !== String(row)) fault(explain, `j leads to block ${focused} instead of ${row}`);
  const next = async (act) => {
    await Promise.all([pointing.waitForNavigation({ waitUntil: "load" }), act()]);
  };
  await next(() => pointing.keyboard.press("Enter"));
  const offers = await pointing.locator("input[type=radio]").count();
  if (offers < 2 || offers > 4) fault(explain, `${offers} selectors are offered`);
  await audit();
  const selector = await pointing.locator("input[type=radio]").first().getAttribute("value");
  await next(() => pointing.getByRole("button", { name: "See what it changes" }).press("Enter"));
  const printed = await pointing.locator("[role=status]").innerText();
  console.log(`rule=${selector}: ${printed}`);
  if (!/^[1-9]\d* of \d+ pages would change/.test(printed)) fault(pointing.url(), `the trial says ${printed}`);
  if ((await pointing.locator("del").count()) === 0) fault(pointing.url(), "no word is shown as removed");
  await audit();
  await next(() => pointing.getByRole("button", { name: "Save this rule" }).press("Enter"));
  if (!(await words(pointing)).includes("Saved.")) fault(pointing.url(), "the rule is not saved");
  await audit();
  await next(() => pointing.getByRole("button", { name: `Remove the rule ${selector}`, exact: true }).press("Enter"));
  const left = await pointing.locator("code", { hasText: selector }).count();
  if (left) fault(pointing.url(), "the rule is still in force");
  await pointing.context().close();
}

if (pictures) {
  mkdirSync(pictures, { recursive: true });
  const named = { stories: "/", changes: "/changes", sources: "/sources", runs: "/runs" };
  const find = (start, end = "") => all.find((path) => path.startsWith(start) && path.endsWith(end));
  named.story = find("/story/");
  named.article = find("/article/");
  named.explain = find("/article/", "/explain");
  named.rule = all.find((path) => path.includes("/rules/try?"));
  named.diff = all.find((path) => path.includes("/diff?"));
  named.search = find("/search");
  named.trends = find("/trends?");
  named.label = "/label/pages";
  named.source = all.find((path) => /^\/source\/[^/]+$/.test(path));
  for (const [name, path] of Object.entries(named).filter(([, path]) => path)) {
    for (const [look, options] of Object.entries({
      light: {},
      dark: { colorScheme: "dark" },
      phone: { width: width.phone },
    })) {
      const page = await open(options);
      await go(page, path);
      await page.screenshot({ path: join(pictures, `reader-${name}-${look}.png`) });
      await page.context().close();
    }
  }
}

await browser.close();
console.log(`faults=${faults.length}`);
process.exitCode = faults.length ? 1 : 0;
