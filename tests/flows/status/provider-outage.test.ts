import { afterEach, beforeEach, expect, test } from "vitest";
import type { OutgoingMessage } from "../../../lib/kernel/ports.ts";
import type { SendResult } from "../../../lib/messages/delivery/settle.ts";
import { showStatus } from "../../../lib/status/status.actions.ts";
import { watchedChannels } from "../../../lib/status/watch-providers.actions.ts";
import { channelsBy } from "../../support/channels.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { DOWN, SENT } from "../../support/delivery.ts";
import { type TestClock, testClock, testPorts } from "../../support/ports.ts";

const MESSAGE = { id: "msg_1", recipient: "a@example.com", content: {}, attempt: 1 } as OutgoingMessage;

let database: TestDatabase;
let clock: TestClock;
let ports: ReturnType<typeof testPorts>;
beforeEach(async () => {
  database = await openTestDatabase();
  clock = testClock("2026-11-20T10:00:00Z");
  ports = testPorts(database, clock);
});
afterEach(() => database.close());

/** An instance whose mail provider answers what it is told to, after a while. */
function instance() {
  const channels = watchedChannels(
    channelsBy(() => async () => answer),
    ports,
  );
  let answer: SendResult = SENT;
  return async (afterSeconds: number, next: SendResult) => {
    clock.advance(afterSeconds * 1_000);
    answer = next;
    return await channels.email?.(MESSAGE);
  };
}

const incidents = async () => (await showStatus({ ...ports, databaseSilentSince: () => null })).incidents;
const said = () => ports.reports.map(({ message }) => message);

test("logs a mail provider that refuses for 65 s once and records the outage afterwards", async () => {
  const mail = instance();
  for (const seconds of [0, 15, 30, 20, 10]) expect(await mail(seconds, DOWN)).toEqual(DOWN);
  expect(said()).toEqual([
    "The mail provider has taken no message for 65 s: messages wait and are tried again",
  ]);
  expect(await incidents()).toMatchObject([{ components: ["email"], closed_at: null, automatic: true }]);
  await mail(10, SENT);
  expect(said()).toHaveLength(2);
  expect(await incidents()).toMatchObject([
    { title: "The mail provider takes no messages", opened_at: "2026-11-20T10:00:00.000Z" },
  ]);
  expect((await incidents())[0]?.closed_at).toBe("2026-11-20T10:01:25.000Z");
});

test("one that nobody tried again within the minute is on record once it is over", async () => {
  const mail = instance();
  await mail(0, DOWN);
  await mail(30, DOWN);
  await mail(120, SENT);
  expect(said()).toEqual(["The mail provider takes messages again, 150 s after it refused the first"]);
  expect(await incidents()).toHaveLength(1);
});

test("a message that is refused once is no outage", async () => {
  const mail = instance();
  await mail(0, DOWN);
  await mail(600, SENT);
  expect(said()).toEqual([]);
  expect(await incidents()).toEqual([]);
});

test("an incident of an instance that is gone ends with the first message of the next", async () => {
  const gone = instance();
  await gone(0, DOWN);
  await gone(70, DOWN);
  await instance()(60, SENT);
  expect((await incidents())[0]?.closed_at).toBe("2026-11-20T10:02:10.000Z");
});
