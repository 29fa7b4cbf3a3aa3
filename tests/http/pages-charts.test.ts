import { expect, test } from "vitest";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { readerOf } from "../support/reader.ts";

const HOUR_MS = 3_600_000;

const house = await openHouse("2026-11-19T00:30:00Z");
const home = await addHome(house.database, "Elm Street");
const reader = await readerOf(house, await addMember(house.database, home, "viewer"));
const member = await readerOf(house, await addMember(house.database, home, "member"));
const { id, ingestKey } = await addDevice(house.database, home);
for (const temp1 of [50, 44, 46]) {
  await house.post({ ingestKey }, { temp1, humidity1: 55, flood1: false });
  house.clock.advance(12 * HOUR_MS);
}
const rows = await house.database.sql<{ id: string; key: string }>`
  select id, key from sensors where device_id = ${id}`;
const ids: Record<string, string> = Object.fromEntries(rows.map((row) => [row.key, row.id]));

test("several sensors are drawn together, each with its lowest, highest and average", async () => {
  const { html } = await reader.see(
    `/charts?s=${ids.temp1}&s=${ids.humidity1}&from=2026-11-19&to=2026-11-20`,
  );
  expect(html).toMatch(/<td[^>]*>44\.0.°F<\/td><td[^>]*>50\.0.°F<\/td><td[^>]*>46\.7.°F<\/td>/);
  expect(html).toContain(">55\u00a0%</td>");
  expect([html.includes('class="trace-0 lone"'), html.includes('class="trace-1 lone"')]).toEqual([
    true,
    true,
  ]);
});

test("one day of the home's own calendar is what its dates say, and the address opens it again", async () => {
  const { html } = await reader.see(`/charts?s=${ids.temp1}&from=2026-11-19&to=2026-11-19`);
  expect(html).toMatch(/<td[^>]*>44\.0.°F<\/td><td[^>]*>50\.0.°F<\/td><td[^>]*>47\.0.°F<\/td>/);
  expect(html).toContain('name="from" type="date" value="2026-11-19"');
  expect(html).toContain(`href="/charts?from=2026-11-18&amp;to=2026-11-18&amp;s=${ids.temp1}#chart"`);
});

test("a chart opens on the days that have readings, seven at most", async () => {
  const { html } = await reader.see("/charts");
  expect(html).toContain('name="from" type="date" value="2026-11-19"');
  expect(html).toContain('name="to" type="date" value="2026-11-20"');
});

test("a range that ends before it begins, days without readings and unknown sensors are no error", async () => {
  for (const query of [
    "from=2026-11-20&to=2026-11-18",
    "from=2020-01-01&to=2020-01-02",
    "s=sen_unknown",
    "from=x",
  ])
    expect([query, (await reader.see(`/charts?${query}`)).status]).toEqual([query, 200]);
});

test("a note that a member pins is numbered in the chart, read by viewers and removed again", async () => {
  const back = `from=2026-11-19&to=2026-11-20&s=${ids.temp1}`;
  await member.send("/charts/notes", { back, at: "2026-11-19T15:30", text: "Plumber was here" });
  const { html } = await reader.see(`/charts?${back}`);
  expect(html).toContain("<strong>Plumber was here</strong>");
  expect(html).toContain('<g class="pin">');
  expect(html).not.toContain('action="/charts/notes"');
  const own = await member.see(`/charts?${back}`);
  const [, path = ""] = /action="(\/charts\/notes\/[^"]+\/remove)"/.exec(own.html) ?? [];
  await member.send(path, { back });
  expect((await reader.see(`/charts?${back}`)).html).not.toContain("Plumber was here");
});

test("a note without words says so at its field and keeps the chart's address", async () => {
  const back = `from=2026-11-19&to=2026-11-20&s=${ids.temp1}`;
  const answer = await member.send("/charts/notes", { back, at: "2026-11-19T15:30", text: " " });
  expect(answer.status).toBe(303);
  expect(answer.location).toContain("from=2026-11-19");
  expect(answer.html).toContain("Fill this in.");
});

test("a state is a band in its own words, with how long it was on", async () => {
  const { html } = await reader.see(`/charts?s=${ids.flood1}&from=2026-11-19&to=2026-11-20`);
  expect(html).toContain('<g class="state">');
  expect(html).toContain("Never wet");
});

test("what is shown comes as CSV, a column for each line", async () => {
  const { html } = await reader.see(
    `/charts.csv?s=${ids.temp1}&s=${ids.humidity1}&from=2026-11-19&to=2026-11-20`,
  );
  const [head, first] = html.split("\r\n");
  expect(head).toMatch(/^time,.*°F,.*%$/);
  expect(first).toBe("2026-11-19T00:30:00.000Z,50,55");
});
