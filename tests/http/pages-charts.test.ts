import { expect, test } from "vitest";
import { HOUR_MS } from "../../lib/kernel/time.ts";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { readerOf } from "../support/reader.ts";
import { sensorOf } from "../support/readings.ts";

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
    `/charts?s=${ids.temp1}&s=${ids.humidity1}&from=2026-11-19&to=2026-11-21`,
  );
  expect(html).toMatch(/Lowest 44\.0.°F · Highest 50\.0.°F · Average 46\.7.°F/);
  expect(html).toContain("Average 55%");
  expect([html.includes('class="trace-0 lone"'), html.includes('class="trace-1 lone"')]).toEqual([
    true,
    true,
  ]);
});

test("a range is from one time of the home's clock to another, and the address opens it again", async () => {
  const { html } = await reader.see(`/charts?s=${ids.temp1}&from=2026-11-19T00:00&to=2026-11-20T00:00`);
  expect(html).toMatch(/Lowest 44\.0.°F · Highest 50\.0.°F · Average 47\.0.°F/);
  expect(html).toContain('name="from" type="datetime-local" value="2026-11-19T00:00"');
  expect(html).toContain(`href="?range=7d&amp;s=${ids.temp1}"`);
});

test("a chart opens on the last day, up to the last reading", async () => {
  const { html } = await reader.see("/charts");
  expect(html).toContain('href="?range=24h&amp;s=');
  expect(html).toMatch(/aria-current="true">24 hours</);
});

test("two times in either order choose the range between them, and the page says which", async () => {
  for (const query of ["from=2026-11-19&to=2026-11-20T06:00", "from=2026-11-20T06:00&to=2026-11-19"])
    expect((await reader.see(`/charts?${query}`)).text).toContain(
      "Thu, Nov 19, 12:00 AM – Fri, Nov 20, 6:00 AM",
    );
  expect((await reader.see("/charts")).text).not.toContain(" – ");
});

test("days without readings and unknown sensors are no error", async () => {
  for (const query of [
    "from=2020-01-01&to=2020-01-02",
    "s=sen_unknown",
    "from=x",
    "from=0000-01-01&to=9999-12-31T23:59",
  ])
    expect([query, (await reader.see(`/charts?${query}`)).status]).toEqual([query, 200]);
});

test("a note that a member pins is numbered in the chart, read by viewers and removed again", async () => {
  const back = `from=2026-11-19&to=2026-11-21&s=${ids.temp1}`;
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
  const back = `from=2026-11-19&to=2026-11-21&s=${ids.temp1}`;
  const answer = await member.send("/charts/notes", { back, at: "2026-11-19T15:30", text: " " });
  expect(answer.status).toBe(303);
  expect(answer.location).toContain("from=2026-11-19");
  expect(answer.html).toContain("Fill this in.");
  const dated = await member.send("/charts/notes", { back, at: "2026-02-31T10:00", text: "Plumber" });
  expect(dated.html).toMatch(/id="what-is-wrong">Enter a date and a time/);
});

test("a line goes on over the readings of a quiet time, however often its device posts now", async () => {
  const { id: often, ingestKey } = await addDevice(house.database, home, { name: "Often" });
  for (let quarter = 0; quarter < 8; quarter += 1) {
    await house.post({ ingestKey }, { temp1: 50 });
    house.clock.advance(HOUR_MS / 4);
  }
  await house.database
    .sql`update devices set recent_gaps = array[60, 60, 60, 60, 60, 60, 60, 60] where id = ${often}`;
  const sensor = await sensorOf(house.database, often);
  const { html } = await reader.see(`/charts?s=${sensor}&from=2026-11-20T12:00&to=2026-11-20T15:00`);
  expect(html).toMatch(/class="trace-\d" d="M/);
  expect(html).not.toContain("lone");
});

test("a state is a band in its own words, with how long it was on", async () => {
  const { html } = await reader.see(`/charts?s=${ids.flood1}&from=2026-11-19&to=2026-11-21`);
  expect(html).toContain('<g class="state">');
  expect(html).toContain("Never wet");
});
