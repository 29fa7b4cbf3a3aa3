import { describe, expect, test } from "vitest";
import type { Finding } from "../../../lib/alerts/finding.ts";
import type { Evidence } from "../../../lib/alerts/reason.ts";
import { RULE_DEFAULTS } from "../../../lib/alerts/settings.ts";
import type { NoticeInput } from "../../../lib/messages/notice/notice-view.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import type { Language, SensorKind } from "../../../schema/vocabulary.ts";
import { freeze, HOUR, input, reading, T0 } from "./notice-fixtures.ts";

const MINUTE = 60_000;
const render = (finding: Partial<Finding>, rest: Partial<NoticeInput> = {}) =>
  renderNotice(input(freeze(finding), rest));
const withMore = (value: number, unit: string | null, more: NonNullable<Evidence["more"]>): Evidence => ({
  ...reading(value, T0, unit),
  more,
});
const NAMELESS = { names: { sensor: null, device: null, space: null } };
const OVER = { transition: "closed", reason: "recovered", closedAt: T0, openedAt: T0 - HOUR } as const;
const LOW = { name: "low", is: "at_or_below", value: 30, unit: "%", forMs: 0 } as const;
const rule = (name: string) => ({
  ...RULE_DEFAULTS,
  name,
  is: "above" as const,
  limit: { value: 60, unit: "°F" },
  hysteresis: { value: 1, unit: "°F" },
});
const silent = (more: NonNullable<Evidence["more"]>): Partial<Finding> => ({
  kind: "incident",
  evidence: { ...withMore(90, "min", more), at: T0 - 90 * MINUTE },
  peak: { ...withMore(90, "min", more), at: T0 - 90 * MINUTE },
});
const WHOLE_HOME = { cause: "power_or_internet", place: null, not_before: null };
const DARK = { ...WHOLE_HOME, cause: "power_out" };
const WHERE = "Crawlspace, Pipe probe";

test.each<[string, Partial<Finding>, string]>([
  [
    "air that stays dry",
    { kind: "humidity", transition: "reminded", evidence: reading(24, T0, "%"), limit: LOW },
    `Still dry: ${WHERE} is at 24%`,
  ],
  [
    "air that stays damp",
    { kind: "humidity", transition: "reminded", evidence: reading(65, T0, "%") },
    `Still damp: ${WHERE} is at 65%`,
  ],
  [
    "a forecast that lasts",
    { kind: "forecast", transition: "reminded", evidence: reading(-7, T0, "°C") },
    "Hard freeze outside: 19.4 °F",
  ],
  [
    "a room that cools, by an estimate without hours",
    { kind: "time_to_freeze", evidence: withMore(5, "h", {}) },
    `${WHERE} may freeze within hours`,
  ],
  [
    "a room that goes on cooling",
    { kind: "time_to_freeze", transition: "reminded", evidence: null },
    `${WHERE} may freeze within hours`,
  ],
  [
    "a room that cools no more",
    { kind: "time_to_freeze", ...OVER, evidence: withMore(30, "h", { celsius: 6 }) },
    `${WHERE} is holding at 42.8 °F`,
  ],
  [
    "a heating of no room that is known",
    { kind: "heating_stopped", evidence: withMore(14.5, "°C", { hours_low: 9 }) },
    `Has the heating stopped? ${WHERE} is at 58.1 °F, falling; may freeze as early as 12:05 PM`,
  ],
  [
    "a heating that stays off",
    { kind: "heating_stopped", transition: "reminded", evidence: withMore(14.5, "°C", { place: "Hall" }) },
    "The heating may be off: Hall is at 58.1 °F",
  ],
  [
    "a freezer that stays warm",
    { kind: "cold_storage", transition: "reminded", evidence: reading(22) },
    `Still too warm for food: ${WHERE} is at 22 °F`,
  ],
  [
    "a sensor that is wrong for a reason to come",
    { kind: "sensor_fault", evidence: withMore(3, "h", { fault: "melted" }) },
    `Sensor problem: ${WHERE} sends readings that look wrong`,
  ],
  [
    "a sensor that stays wrong",
    { kind: "sensor_fault", transition: "reminded", evidence: withMore(3, "h", { fault: "stuck" }) },
    `Still a sensor problem: ${WHERE} repeats one value and may be stuck`,
  ],
  ["a silent home", silent(WHOLE_HOME), "Offline since 1:35 AM: Ada's cabin. Power or internet?"],
  [
    "a silent home that may be freezing this very moment",
    silent({ ...WHOLE_HOME, not_before: T0 }),
    "Offline since 1:35 AM: Ada's cabin. Power or internet? A room may be at 32 °F by now",
  ],
  [
    "a home that stays silent",
    { ...silent(WHOLE_HOME), transition: "reminded" },
    "Still offline: Ada's cabin, for 1 h 30 min",
  ],
  [
    "a home without power, of which a room is known",
    silent({ ...DARK, not_before: T0, room: "Bedroom" }),
    "No power in Ada's cabin since 1:35 AM, and it's getting cold. Bedroom may be at 32 °F by now",
  ],
  ["a home that is heard again", { ...silent(WHOLE_HOME), ...OVER }, "Ada's cabin is back online"],
  ["a home that has power again", { ...silent(DARK), ...OVER }, "The power is back in Ada's cabin"],
  [
    "a rule that goes on",
    { kind: "rule", transition: "reminded", settings: rule("Wine") },
    `Still: Wine: ${WHERE} is at 33.1 °F`,
  ],
  ["a rule without a name", { kind: "rule", settings: rule(" ") }, `Custom rule: ${WHERE} is at 33.1 °F`],
  [
    "a sensor that sent another unit all along",
    { ...OVER, reason: "misread" },
    `Unit corrected: ${WHERE} sends °C, not °F`,
  ],
  ["an answer to what asks nothing", { ...OVER, reason: "answered" }, `No longer monitored: ${WHERE}`],
  [
    "an end for another reason than an answer",
    { ...OVER, kind: "heating_stopped", reason: "moved" },
    `No longer monitored: ${WHERE}`,
  ],
])("the subject of %s", (_, finding, subject) => {
  expect(render(finding).subject).toBe(subject);
});

describe("what to do about", () => {
  const fault = (more: NonNullable<Evidence["more"]>, rest: Partial<NoticeInput> = {}) =>
    render({ kind: "sensor_fault", evidence: withMore(3, "h", more) }, rest).pushBody;
  const LOOK = "Ada's cabin: Check its cable and battery. Until then";
  const standIn = { stand_in: "Wall", stand_in_value: 2, stand_in_unit: "°C", stand_in_severity: "warning" };

  test.each<[string, NonNullable<Evidence["more"]>, string]>([
    ["a sensor of frost", { guards: "frost", stand_in: null }, "that place isn't monitored for frost."],
    ["a sensor of water", { guards: "water", stand_in: null }, "that place isn't monitored for water."],
    [
      "a sensor with a stand-in",
      { guards: "frost", stand_in: "Wall" },
      "the nearest sensor, Wall, stands in for it.",
    ],
    [
      "a sensor whose stand-in is cold",
      standIn,
      "the nearest sensor, Wall, stands in for it, and is at 35.6 °F.",
    ],
    [
      "a sensor whose stand-in is warm enough",
      { ...standIn, stand_in_severity: null },
      "the nearest sensor, Wall, stands in for it.",
    ],
  ])("%s", (_, more, words) => {
    expect(fault(more)).toBe(`${LOOK} ${words}`);
  });

  test.each([
    [4.4, "4%"],
    [4.5, "5%"],
  ])("an outage of a battery at %f%%", (battery, percent) => {
    const { pushBody } = render({ kind: "outage", evidence: withMore(125, "min", { battery_pct: battery }) });
    expect(pushBody).toBe(`Ada's cabin: Check its power and the Wi-Fi there. Its battery was at ${percent}.`);
  });
});

describe("a trend", () => {
  const subject = (value: number, before: number, minutes = 60, unit: string | null = "°F", home = "°F") =>
    render(
      { evidence: reading(value, T0, unit) },
      {
        before: { value: before, at: T0 - minutes * MINUTE },
        household: { name: "x", timeZone: "UTC" },
        reader: { language: "en", temperatureUnit: home as "°F" },
      },
    ).subject.replace(/^.* is at /, "");

  test.each<[string, string, string]>([
    ["less than half a degree is none", subject(34, 34.49), "34 °F"],
    ["half a degree up is one", subject(35, 34.5), "35 °F, up 1 in an hour"],
    ["a degree down", subject(34, 35), "34 °F, down 1 in an hour"],
    ["degrees of the home's, not of the sensor's", subject(0, 5, 60, "°C"), "32 °F, down 9 in an hour"],
    ["points of humidity", subject(60, 40, 60, "%"), "60%, up 20 in an hour"],
    ["no trend of anything else", subject(60, 40, 60, "hPa"), "60 hPa"],
    ["an hour and ten minutes", subject(34, 36, 70), "34 °F, down 2 in 1 h 10 min"],
    ["ten minutes less than an hour", subject(34, 36, 50), "34 °F, down 2 in 50 min"],
  ])("%s", (_, notified, wanted) => {
    expect(notified).toBe(wanted);
  });
});

test.each([
  [1, null, "1"],
  [0.125, null, "0.13"],
  [1.005, "°F", "1 °F"],
  [-0.04, "°F", "0 °F"],
  [44.5, "%", "45%"],
  [7.25, "h", "7.3 h"],
  [1_013.24, "hPa", "1013.2 hPa"],
] as const)("%f with the unit %s is said as %s", (value, unit, words) => {
  const { subject } = render({ evidence: reading(value, T0, unit) });
  expect(subject).toMatch(/^(Pipes may freeze|Below freezing): /);
  expect(subject.endsWith(`: ${WHERE} is at ${words}`)).toBe(true);
});

describe("when it may freeze", () => {
  const subject = (value: number, unit: string, more: NonNullable<Evidence["more"]>) =>
    render({ kind: "time_to_freeze", evidence: withMore(value, unit, more) }).subject.replace(
      `${WHERE} may freeze`,
      "",
    );

  test.each<[string, string, string]>([
    ["an hour later is named", subject(8, "h", { hours_low: 7 }), " as early as 10:05 AM, about 11:05 AM"],
    ["less than an hour later is not", subject(7.9, "h", { hours_low: 7 }), " as early as 10:05 AM"],
    [
      "of a temperature the late end stands",
      subject(50, "°F", { hours_low: 7, hours_high: 9 }),
      " as early as 10:05 AM, by 12:05 PM",
    ],
    [
      "from half a day on it has a weekday",
      subject(30, "h", { hours_low: 12 }),
      " as early as Sat 3:05 PM, about Sun 9:05 AM",
    ],
  ])("%s", (_, notified, wanted) => {
    expect(notified).toBe(wanted);
  });
});

test("a name that nobody typed is in the reader's language, and what somebody typed stays", () => {
  const said = (sensor: string, sensorKind: SensorKind, language: Language) => {
    const { subject, sms, text } = render(
      { kind: "leak" },
      {
        names: { sensor, sensorKind, device: "Node", space: "Cellar" },
        reader: { language, temperatureUnit: "°C" },
      },
    );
    return [subject, sms, text];
  };
  const has = (text: string) => [1, 2, 3].map(() => expect.stringContaining(text));
  expect(said("Attic node temperature", "temperature", "es")).toEqual(has("Cellar, Temperatura, Attic node"));
  expect(said("Leak sensor", "flood", "es")).toEqual(has("Cellar, Sensor de fugas"));
  expect(said("Temperature 2", "temperature", "es")).toEqual(has("Cellar, Temperatura 2"));
  expect(said("Attic node temperature", "temperature", "en")).toEqual(has("Cellar, Attic node temperature"));
  expect(said("Grandma's door", "temperature", "es")).toEqual(has("Cellar, Grandma's door"));
});

test.each<[string, Partial<NoticeInput>, string]>([
  ["its space and itself", {}, WHERE],
  [
    "its device where it has no name",
    { names: { sensor: null, device: "Node", space: "Cellar" } },
    "Cellar, Node",
  ],
  [
    "itself once where its space has the same name",
    { names: { sensor: "Pipe", device: null, space: "Pipe" } },
    "Pipe",
  ],
  [
    "its space where its own name is blank",
    { names: { sensor: " ", device: "Node", space: "Cellar" } },
    "Cellar",
  ],
  ["the home where nothing has a name", NAMELESS, "Ada's cabin"],
  ["a home without a name", { ...NAMELESS, household: { name: " ", timeZone: "UTC" } }, "your home"],
])("a sensor is named by %s", (_, rest, where) => {
  const { subject, pushBody } = render({ kind: "leak" }, rest);
  expect(subject).toBe(`Water leak: ${where} is wet`);
  expect(pushBody).toBe(
    `${rest.household === undefined ? "Ada's cabin" : "your home"}: Shut off the water now.`,
  );
});

describe("the facts of a mail", () => {
  const factsOf = (finding: Partial<Finding>, rest: Partial<NoticeInput> = {}) =>
    render(finding, rest)
      .text.split("\n")
      .filter((line) =>
        /^(?:Where|Reading|Last reading|Failing since|Feed|Since|Lasted|Worst|Why): /.test(line),
      );
  const NIGHT = "Sat, Jan 16, 3:05 AM EST";
  const where = `Where: ${WHERE}`;

  test.each<[string, Partial<Finding>, string[]]>([
    ["a reading", {}, [where, `Reading: 33.1 °F, ${NIGHT}`, `Since: ${NIGHT}`]],
    ["what no reading says", { evidence: null }, [where, `Since: ${NIGHT}`]],
    ["a state", { kind: "leak", evidence: reading(1, T0, null) }, [where, `Since: ${NIGHT}`]],
    ["what began nobody knows when", { openedAt: null }, [where, `Reading: 33.1 °F, ${NIGHT}`]],
    [
      "its end",
      { ...OVER, evidence: reading(45) },
      [where, `Reading: 45 °F, ${NIGHT}`, "Lasted: 1 h", "Worst: 33.1 °F"],
    ],
    [
      "its end, of which no worst is known",
      { ...OVER, peak: null },
      [where, `Reading: 33.1 °F, ${NIGHT}`, "Lasted: 1 h"],
    ],
    [
      "an outage",
      { kind: "outage", evidence: reading(45, T0, "min"), peak: reading(45, T0 - HOUR, "min") },
      [where, `Last reading: ${NIGHT}`, "Since: Sat, Jan 16, 2:05 AM EST"],
    ],
    [
      "an outage of a device that was never heard",
      { kind: "outage", evidence: withMore(45, "min", { never_heard: 1 }), peak: null },
      [where, `Failing since: ${NIGHT}`, `Since: ${NIGHT}`],
    ],
    [
      "an outage of a feed",
      { kind: "outage", evidence: withMore(45, "min", { feed_failure: "timeout", never_heard: 0 }) },
      [where, `Last reading: ${NIGHT}`, "Feed: failing: timeout", `Since: ${NIGHT}`],
    ],
    [
      "a sensor that is not believed",
      { transition: "distrusted", why: "The probe\nreports a fault" },
      [where, `Reading: 33.1 °F, ${NIGHT}`, `Since: ${NIGHT}`, "Why: The probe reports a fault"],
    ],
  ])("%s", (_, finding, facts) => {
    expect(factsOf(finding)).toEqual(facts);
  });
});

describe("a mail", () => {
  const colour = (finding: Partial<Finding>) => /4px solid (#\w+)/.exec(render(finding).html)?.[1];

  test("has the colour of how bad it is, and a calm one at its end", () => {
    expect(colour({ severity: "critical" })).toBe("#9c160c");
    expect(colour({ severity: "warning" })).toBe("#7d4a00");
    expect(colour(OVER)).toBe("#14603a");
  });

  test("draws the day before, and has none without four hours of it", () => {
    const lastDay = { unit: "°F", hours: [null, 40, 38, 36, 34] };
    expect(render({}, { lastDay }).text).toContain("The last 5 hours: between 33.1 °F and 40 °F");
    const short = { unit: "°F", hours: [null, 40, 38, 36] };
    for (const each of [short, { ...lastDay, unit: null }, null])
      expect(render({}, { lastDay: each }).html).not.toContain('role="img"');
  });

  test("says how it is around a home that fell silent, and not at the end", () => {
    const neighbours = { city: "Duluth", homes: 10, dark: 4 };
    const around = "About 40% of the other participating homes in Duluth are offline too";
    expect(render(silent(WHOLE_HOME), { neighbours }).text).toContain(around);
    expect(render({ ...silent(WHOLE_HOME), ...OVER }, { neighbours }).text).not.toContain("Duluth");
  });

  test("is for whoever may take it on, until it is over", () => {
    const button = (finding: Partial<Finding>, mayAcknowledge: boolean) =>
      /^.*(?=: https)/m.exec(render(finding, { mayAcknowledge }).text)?.[0];
    expect([button({}, true), button({}, false), button(OVER, true)]).toEqual([
      "I'm on it",
      "See what happened",
      "See what happened",
    ]);
  });

  test("about dampness that is over offers nothing to acknowledge", () => {
    const damp = { kind: "leak", transition: "flapping", closedAt: T0 - HOUR } as const;
    expect(render(damp).mayAcknowledge).toBe(false);
    expect(render(damp).text).toContain("See what happened");
    expect(render({ ...damp, closedAt: null }).mayAcknowledge).toBe(true);
  });
});

describe("since when it is so", () => {
  const first = (finding: Partial<Finding>) => render(finding).sms.split(". ")[0];

  test.each<[string, Partial<Finding>, string]>([
    ["is said of what was held back", { delayed: true }, `Pipes may freeze: ${WHERE} 33.1 F, since 3:05 AM`],
    [
      "is said with its weekday from half a day on",
      { transition: "reminded", openedAt: T0 - 12 * HOUR },
      `Still close to freezing: ${WHERE} 33.1 F, since Fri 3:05 PM`,
    ],
    ["is not said twice of an outage", { kind: "outage", delayed: true }, `Offline since 3:05 AM: ${WHERE}`],
    ["is how long it lasted, at its end", OVER, `Warm again: ${WHERE} 33.1 F, after 1 h`],
  ])("%s", (_, finding, words) => {
    expect(first(finding)).toBe(words);
  });
});

test("each text is cut where its place has room for no more", () => {
  const names = { sensor: "s".repeat(40), device: null, space: "p".repeat(40) };
  const settings = rule("r".repeat(40));
  const { subject, pushTitle } = render({ kind: "rule", transition: "reminded", settings }, { names });
  expect(subject).toBe(`Still: ${"r".repeat(40)}: ${"p".repeat(40)}, ${"s".repeat(40)} is at 33.1 °F`);
  expect(pushTitle).toBe(`Still: ${"r".repeat(40)}: ${"p".repeat(28)}...`);
  const guards = {
    fault: "stuck",
    stand_in: "w".repeat(40),
    stand_in_value: 2,
    stand_in_unit: "x".repeat(200),
  };
  const long = render({
    kind: "sensor_fault",
    evidence: withMore(3, "h", { ...guards, stand_in_severity: "warning" }),
  });
  expect([...long.pushBody].length).toBe(240);
  expect(render({ ...OVER, reason: "moved" }).pushBody).toBe("Ada's cabin");
  const why = render({ transition: "distrusted", why: "y".repeat(241) }).text;
  expect(why).toContain(`Why: ${"y".repeat(237)}...`);
});
