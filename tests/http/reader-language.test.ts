import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { CHANNELS, type Channel } from "../../schema/vocabulary.ts";
import { askForCode } from "../support/account.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addDevice, addMember, type TestDevice } from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";
import { readerOf } from "../support/reader.ts";

/** Her address on each channel; mail goes to the one that she signs in with. */
const ADDRESSES = Object.fromEntries(CHANNELS.map((channel) => [channel, `address-of-${channel}`])) as Record<
  Channel,
  string
>;
ADDRESSES.sms = "+15555550100";
ADDRESSES.call = "+15555550101";

let house: House;
let device: TestDevice;
beforeAll(async () => {
  house = await openHouse();
  device = await addDevice(house.database, house.home, { name: "Cellar node", space: "Sótano" });
  ADDRESSES.email = house.ada.email;
  for (const channel of CHANNELS.filter((each) => each !== "email"))
    await addContactPoint(house.database, house.ada.userId, channel, ADDRESSES[channel]);
});
afterAll(() => house.database.close());

const post = (reading: object) => house.post(device, reading);

describe("a member who reads Spanish and °C in a home of °F", () => {
  beforeAll(async () => {
    const ben = await addMember(house.database, house.home, "member", "ben@example.com");
    const body = { language: "es", temperature_unit: "C" };
    const changed = await house.call("PATCH", "/acts/user", { body });
    expect(await changed.json()).toMatchObject({ language: "es", temperatureUnit: "C" });
    expect(ben.email).toBe("ben@example.com");
    house.sent.length = 0;
    await post({ flood1: true, temp1: 33.8 });
    house.clock.advance(60_000);
    await post({ flood1: true, temp1: 33.8 });
    await dispatch(house.services);
    house.clock.advance(10 * 60_000);
    await dispatch(house.services);
  });

  const sentBy = (channel: Channel) => house.sent.filter(({ recipient }) => recipient === ADDRESSES[channel]);

  test.each(CHANNELS)("hears of a leak and a frost by %s in Spanish, with no °F in it", (channel) => {
    const texts = sentBy(channel).map(({ content }) =>
      [content.subject, content.text, content.html].join("\n"),
    );
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).not.toMatch(/°F|Water leak|is wet|Shut off/);
    expect(texts.join("\n")).toMatch(/[Ff]uga|agua/);
  });

  test("leaves the others in the home their own", () => {
    const [mail] = house.sent.filter(({ recipient }) => recipient === "ben@example.com");
    expect(`${mail?.content.subject}${mail?.content.text}`).toMatch(/Water leak|wet/);
  });

  test("gets the codes and sign-in mails in their browser's language", async () => {
    house.sent.length = 0;
    await house.apps.account.request("/api/account/sign-in", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": "es-MX,en;q=0.5" },
      body: JSON.stringify({ email: "cora@example.com" }),
    });
    await dispatch(house.services);
    expect(house.sent.map(({ content }) => content.subject)).toEqual([
      expect.stringMatching(/^\d{6} es su código de inicio de sesión de Hearthwatch$/),
    ]);
  });
});

test("an account takes its browser's language when it is made", async () => {
  const { code, challenge } = await askForCode(house, "dora@example.com");
  const answer = await house.apps.account.request("/api/account/sign-in/code", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Accept-Language": "es" },
    body: JSON.stringify({ email: "dora@example.com", code, challenge }),
  });
  expect(answer.status).toBe(200);
  expect(await house.database.sql`select language from users where email = 'dora@example.com'`).toEqual([
    { language: "es" },
  ]);
});

test.each([
  ["en", "from Spain, 203.0.113.7"],
  ["es", "desde España, 203.0.113.7"],
])("a session's country is named in the reader's language (%s)", async (language, place) => {
  const reader = await readerOf(house, await addMember(house.database, house.home, "member"), language);
  await house.database.sql`update users set language = ${language} where email <> ${house.ada.email}`;
  await house.database.sql`update sessions set opened_from = '203.0.113.7', opened_country = 'ES'`;
  expect((await reader.see("/sessions")).html).toContain(place);
});
