import { describe, expect, test } from "vitest";
import { sayIn } from "../../../lib/language/say.ts";
import { subjectText } from "../../../lib/messages/mail/mail-layout.ts";
import { cut, gsmUnits, nameText, oneLine, smsText } from "../../../lib/messages/sms-text.ts";

const say = (timeZone: string) => sayIn({ language: "en", temperatureUnit: "°F", timeZone });

describe("a name, as any message says it", () => {
  test.each([
    ["Cellar", "Cellar"],
    [" Cellar \n\t west ", "Cellar west"],
    ["Cellar\u0000west\u0085end", "Cellar west end"],
    ["\u202eCel\u200blar\ufeff", "Cellar"],
    ["Look at https://evil.example/x now", "Look at now"],
    ["Look at www.evil.example now", "Look at now"],
    ["Look at evil.example/win now", "Look at now"],
    ["version 1.2/3", "version 1.2/3"],
    ["evil.example", "evil.example"],
    ["https://evil.example/", "another"],
    ["x".repeat(41), `${"x".repeat(37)}...`],
    ["🔥".repeat(41), `${"🔥".repeat(37)}...`],
    [`${"x".repeat(36)} ${"y".repeat(10)}`, `${"x".repeat(36)}...`],
  ])("%j is %j", (name, words) => {
    expect(nameText(name, "another")).toBe(words);
  });

  test("is one line, cut at its most characters", () => {
    expect(oneLine(" a\u2028b\u2029\r\nc ", 20)).toBe("a b c");
    expect(oneLine("a  bcdefg", 6)).toBe("a b...");
    expect([cut("abcd", 4), cut("abcde", 4), cut("abcd", 3)]).toEqual(["abcd", "a...", "..."]);
  });

  test("in a subject loses what could end it", () => {
    expect(subjectText("\r\n a\r\n\u2028b \u0000")).toBe("a b");
  });
});

describe("a text message", () => {
  const LINK = "https://h.example/a/1";

  test.each([
    ["20 °C · a–b—c", "20 C - a-b-c"],
    ["‘it’ “is” …", `'it' "is" ...`],
    ["5 µg/m³", "5 ug/m3"],
    ["≤5 ≥6", "<=5 >=6"],
    ["{a} [b] ~c | d ^ e \\ 5 €", "{a} [b] ~c | d ^ e \\ 5 €"],
    ["Żółw ést ñ ç", "Zołw ést ñ c"],
    ["Straße in Köln", "Straße in Köln"],
    ["ﬁre №5", "fire No5"],
    ["Дом ½", "Дом ½"],
  ])("writes %j as %j", (text, written) => {
    expect(smsText([text], LINK)).toBe(`${written}. ${LINK}`);
  });

  test.each([
    ["abc", 3],
    ["é€", 3],
    ["^{}\\[~]|€", 18],
    ["", 0],
    ["Д", null],
  ])("%j takes %s septets", (text, units) => {
    expect(gsmUnits(text)).toBe(units);
  });

  test("has as many sentences as fit beside the link", () => {
    const room = 160 - ". ".length - LINK.length;
    const first = "a".repeat(50);
    const second = "b".repeat(50);
    const left = room - 2 * 50 - 2 * ". ".length;
    expect(smsText([first, second, "c".repeat(left)], LINK)).toBe(
      `${first}. ${second}. ${"c".repeat(left)}. ${LINK}`,
    );
    expect(smsText([first, second, "c".repeat(left + 1)], LINK)).toBe(`${first}. ${second}. ${LINK}`);
    expect(smsText([first, "b".repeat(left + 60), "c"], LINK)).toBe(`${first}. ${LINK}`);
  });

  test("leaves out what is empty, and one full stop for each sentence", () => {
    expect(smsText(["Wet. ", "", "Cabin...", "Look\n."], LINK)).toBe(`Wet. Cabin. Look. ${LINK}`);
  });

  test("cuts its first sentence where even that is too long, and keeps the link", () => {
    const room = 160 - ". ".length - LINK.length;
    expect(smsText(["a".repeat(room)], LINK)).toBe(`${"a".repeat(room)}. ${LINK}`);
    expect(smsText(["a".repeat(room + 1)], LINK)).toBe(`${"a".repeat(room - 3)}... ${LINK}`);
    expect(smsText(["€".repeat(room)], LINK)).toBe(`${"€".repeat(Math.floor((room - 2) / 2))}... ${LINK}`);
  });

  test("is cut between words", () => {
    const words = "Still wet: Pump room and another place ".repeat(5);
    expect(smsText([words], LINK)).toMatch(/ (Still|wet:|Pump|room|and|another|place)\.\.\. https:/);
  });

  test("of other letters has room for two parts of 67", () => {
    const room = 134 - ". ".length - LINK.length;
    expect(smsText(["Д".repeat(room)], LINK)).toBe(`${"Д".repeat(room)}. ${LINK}`);
    expect(smsText(["Д".repeat(room + 1)], LINK)).toBe(`${"Д".repeat(room - 3)}... ${LINK}`);
  });

  test("with a link that leaves no room is its first sentence alone", () => {
    expect(smsText(["Wet", "Cabin"], "x".repeat(160))).toBe("Wet");
    expect(smsText(["a".repeat(161)], "x".repeat(160))).toBe(`${"a".repeat(157)}...`);
    expect(smsText(["abcd"], "x".repeat(154))).toBe(`abcd. ${"x".repeat(154)}`);
    expect(smsText(["abcd"], "x".repeat(155))).toBe("abcd");
  });
});

test.each([
  [0, ""],
  [30_000, "1 min"],
  [59 * 60_000, "59 min"],
  [59.5 * 60_000, "1 h"],
  [61 * 60_000, "1 h 1 min"],
  [24 * 3_600_000 + 59 * 60_000, "1 d"],
  [25 * 3_600_000, "1 d 1 h"],
  [-60_000, ""],
])("%d milliseconds last %s", (ms, words) => {
  expect(say("UTC").duration(ms)).toBe(words);
});

test("a moment is said on the wall clock of its zone, with spaces that a text message has", () => {
  const at = Date.UTC(2027, 0, 16, 8, 5);
  expect(say("America/New_York").time(at)).toBe("Sat, Jan 16, 3:05 AM EST");
  expect(say("America/New_York").clock(at)).toBe("3:05 AM");
  expect(say("America/New_York").time(Date.UTC(2026, 2, 8, 7, 0))).toBe("Sun, Mar 8, 3:00 AM EDT");
  expect(say("Pacific/Auckland").weekday(at)).toBe("Sat");
  expect([say("Mars/Olympus").clock(at), say("Mars/Olympus").weekday(at)]).toEqual(["8:05 AM", "Sat"]);
});
