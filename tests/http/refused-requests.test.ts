import { expect, test } from "vitest";
import { groupOf } from "../../functions/all/paths.ts";
import { headersFor } from "../support/answering.ts";
import { undocumented } from "../support/documented.ts";
import { addApiKey, addDevice, addInboundToken, addShareLink } from "../support/fixtures.ts";
import { appFor, type Group, openHouse } from "../support/house.ts";
import { readLines } from "../support/json-lines.ts";
import { aSensor } from "../support/makers.ts";

/** A request that its route refuses as malformed: its body as JSON or `raw`, and a part of the answer. */
type Refused = { line: string; body?: unknown; raw?: string; says: string };

const ROWS = readLines<Refused>(new URL("refused-requests.jsonl", import.meta.url));
const titled = ROWS.map((row) => ({
  ...row,
  sent: (row.raw ?? JSON.stringify(row.body) ?? "").slice(0, 60),
}));

const house = await openHouse();
const key = await addApiKey(house.database, house.home);
const ours = { house, home: house.home, caller: house.ada };
/** The meaning of a line's words in capitals. */
const names: Record<string, string> = {
  INBOUND: (await addInboundToken(house.database, house.home)).token,
  SHARE: await addShareLink(house.database, house.home, { scope: "history" }),
  SENSOR: await aSensor(ours),
};
await addDevice(house.database, house.home);

const named = (text: string): string =>
  text.replace(/\b(?:INBOUND|SHARE|SENSOR)\b/g, (name) => names[name] ?? name);

test.each(titled)("$line is refused with $sent", async ({ line, body, raw, says }) => {
  const [method = "", path = ""] = named(line).split(" ");
  const group = groupOf(path.replace(/\?.*$/, "")) as Group;
  const headers = { "CF-Connecting-IP": "203.0.113.7", ...headersFor(group, house, key) };
  const text = raw ?? named(JSON.stringify(body) ?? "");
  const answer = await appFor(house, path).request(path, {
    method,
    headers,
    ...(method === "GET" ? {} : { body: text }),
  });
  expect(await undocumented(method, path, answer)).toEqual([]);
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 400,
    body: { error: says },
  });
});
