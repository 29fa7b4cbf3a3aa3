import { expect, test } from "vitest";
import { addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { aDeadLetter } from "../support/makers.ts";
import { readerOf } from "../support/reader.ts";

test("a message that was given up says why", async () => {
  const house = await openHouse();
  const home = await addHome(house.database, "Elm Street");
  const caller = await addMember(house.database, home, "member");
  const member = await readerOf(house, caller);
  const shown = async () => (await member.see("/deliveries")).html;
  expect(await shown()).toContain("No messages yet.");
  const id = await aDeadLetter({ house, home, caller });
  await house.database.sql`update outbox set last_error = 'Mailbox <full>' where id = ${id}`;
  const html = await shown();
  expect(html).toContain("failed");
  expect(html).toContain("Mailbox &lt;full&gt;");
});

test("the log names the person of the home whose address it is, and nobody else's", async () => {
  const house = await openHouse("2026-11-20T10:00:00Z");
  const home = await addHome(house.database, "Elm Street");
  const caller = await addMember(house.database, home, "owner", "a@example.com");
  const owner = await readerOf(house, caller);
  const id = await aDeadLetter({ house, home, caller });
  expect((await owner.see("/deliveries")).text).toContain("Email · a@example.com");
  await house.database.query("update users set name = 'Ada Lovelace' where id = $1", [caller.userId]);
  expect((await owner.see("/deliveries")).text).toContain("Email · Ada Lovelace");
  await addMember(house.database, await addHome(house.database, "Another home"), "owner", "b@example.com");
  await house.database.query("update outbox set recipient = 'b@example.com' where id = $1", [id]);
  expect((await owner.see("/deliveries")).text).toContain("Email · b…@example.com");
});
