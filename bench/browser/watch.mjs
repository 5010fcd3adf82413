// Watches the page of runs during a night, until the night ends.
//
//     node watch.mjs http://127.0.0.1:8080      while `gleaner nightly` runs; may be started before it
import { chromium } from "playwright-core";

const [base] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
const page = await browser.newPage();
let faults = 0;
const fault = (what) => {
  faults += 1;
  console.log(`fault=/runs: ${what}`);
};
page.on("pageerror", (error) => fault(`script: ${error.message}`));
page.on("console", (message) => message.type() === "error" && fault(`console: ${message.text()}`));

const live = page.locator("[data-live]");
for (let tries = 0; tries < 300; tries += 1) {
  await page.goto(`${base}/runs`);
  if (await live.count()) break;
  await page.waitForTimeout(200);
}
// What the page showed without a reload.
const stages = new Set();
const done = new Set();
try {
  while (await live.count()) {
    const [stage, far] = await page.evaluate(() =>
      [".live h2 span", ".live strong"].map((place) => document.querySelector(place)?.textContent ?? ""));
    if (stage) stages.add(stage);
    if (far) done.add(far);
    await page.waitForTimeout(100);
  }
} catch (error) {
  // The page reloads when the run has ended.
  if (!/navigation|destroyed/i.test(String(error))) throw error;
}
await page.waitForLoadState("load");
if (done.size < 2) fault(`the progress of the night did not change: ${[...done].join(", ")}`);
if (await live.count()) fault("the night has ended, but the page still shows it");
await browser.close();
console.log(`stages_seen=${[...stages].join(", ")}`);
console.log(`steps_seen=${done.size}`);
process.exitCode = faults ? 1 : 0;
