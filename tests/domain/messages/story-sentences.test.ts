import { describe, expect, test } from "vitest";
import { storyOf } from "../../../bench/alarm-load/stories/all.ts";
import type { StoryDevice } from "../../../bench/alarm-load/stories/home.ts";
import { STEP_HOURS } from "../../../bench/alarm-load/stories/spaces.ts";
import { hoursOf, tellStory } from "../../../bench/alarm-load/stories/tell.ts";
import { TUNED_WORLD } from "../../../bench/alarm-load/stories/worlds.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import {
  ALERT_KINDS,
  type AlertKind,
  LANGUAGES,
  type Language,
  TRANSITIONS,
} from "../../../schema/vocabulary.ts";
import { input } from "./notice-fixtures.ts";

const MINUTE_MS = 60_000;
const HALF_A_DAY_MS = 12 * 60 * MINUTE_MS;
/** A reading stands for so long, and for two intervals of a slower device. */
const STANDS_MINUTES = 20;
const STANDS_INTERVALS = 2;

/** What one sensor, device or rule is told of: the heating, hours left and forecasts have tests of their own. */
const KINDS: readonly AlertKind[] = ["freeze", "humidity", "leak", "outage", "cold_storage", "sensor_fault"];
const STORIES = [
  "drips for days",
  "two sensors drip for days",
  "drips for days, sends every hour",
  "an air conditioner drips by day",
  "condensing leak, then water",
  "damp on two days of three",
  "burst, habitually damp",
  "two leaks at once",
  "freezer and fridge die slowly",
  "showers and a humidifier",
  "battery that dies in the cold",
  "window over night",
  "holiday home, every 4 hours",
  "hourly sensors",
  "garage in a thaw",
  "power cut, all silent",
  "quiet: slow and lossy devices",
];

type Told = ReturnType<typeof tellStory>["messages"][number];
type Said = {
  story: string;
  told: Told;
  language: Language;
  unit: "°F" | "°C";
  text: string;
  headline: string;
};

function saidOf(story: string, told: Told, language: Language, unit: "°F" | "°C"): Said {
  const { finding, device } = told;
  const [sensor] = device?.sensors ?? [];
  const notice = renderNotice(
    input(finding, {
      household: { name: "Elm Street", timeZone: "UTC" },
      reader: { language, temperatureUnit: unit },
      names: {
        ...{ sensor: sensor?.label ?? null, sensorKind: sensor?.kind ?? null },
        ...{ device: device?.name ?? null, space: null },
      },
    }),
  );
  const { subject, text, sms, pushTitle, pushBody } = notice;
  return {
    ...{ story, told, language, unit },
    headline: subject,
    text: [subject, text, sms, pushTitle, pushBody].join("\n"),
  };
}

const SAID: Said[] = STORIES.flatMap((name) => {
  const { story, chance } = storyOf(TUNED_WORLD, name, 0);
  return tellStory(story, chance)
    .messages.filter(({ finding }) => KINDS.includes(finding.kind))
    .flatMap((told) =>
      LANGUAGES.flatMap((language) =>
        (["°F", "°C"] as const).map((unit) => saidOf(name, told, language, unit)),
      ),
    );
});

const wrong = (isWrong: (said: Said) => boolean) =>
  SAID.filter(isWrong)
    .slice(0, 5)
    .map(({ story, told, headline }) => [story, hoursOf(told.at).toFixed(2), headline]);

const ageMinutes = ({ finding, at }: Told): number => (at - (finding.evidence?.at ?? at)) / MINUTE_MS;
const standsMinutes = (device: StoryDevice | null): number =>
  Math.max(STANDS_MINUTES, STANDS_INTERVALS * (device?.everyMinutes ?? 0));
/** What the sensor of a leak truly was at the reading that the message rests on. */
const wasWet = ({ device, finding, at }: Told): boolean =>
  device?.sensors[0]?.says?.(Math.floor(hoursOf(finding.evidence?.at ?? at) / STEP_HOURS) * STEP_HOURS) === 1;

describe("the messages of a story", () => {
  test("covers the kinds, their ends and their reminders, in every language", () => {
    expect(new Set(SAID.map(({ told }) => told.finding.kind)).size).toBeGreaterThanOrEqual(5);
    const transitions = new Set(SAID.map(({ told }) => told.finding.transition));
    expect(
      ["opened", "worsened", "reminded", "closed", "flapping"].filter((is) => !transitions.has(is as never)),
    ).toEqual([]);
    expect(new Set(SAID.map(({ language }) => language)).size).toBe(LANGUAGES.length);
  });

  test("says of no reading that it is so once its device should have sent another", () => {
    expect(
      wrong(
        ({ told, text }) =>
          / is at -?\d| está a -?\d/.test(text) && ageMinutes(told) > standsMinutes(told.device),
      ),
    ).toEqual([]);
  });

  test("holds no key of the code, and no figure that there is not", () => {
    const keys = new RegExp(
      `\\b(${[...ALERT_KINDS, ...TRANSITIONS].filter((key) => key.includes("_")).join("|")})\\b`,
    );
    expect(
      wrong(
        ({ text }) => keys.test(text) || /undefined|null|NaN|Infinity|\[object|\b[a-z]+_[a-z]+\b/.test(text),
      ),
    ).toEqual([]);
  });

  test("says of a sensor that it is wet or dry only while it is so", () => {
    const wet =
      /leak: .* is wet|Still wet|wet since|Fuga de agua: hay|Sigue habiendo agua|hay agua en .* desde/;
    const dry = /Dry again|Vuelve a estar seco/;
    const isLeak = ({ told }: Said) => told.finding.kind === "leak" && ageMinutes(told) < STANDS_MINUTES;
    expect(wrong((said) => isLeak(said) && wet.test(said.text) && !wasWet(said.told))).toEqual([]);
    expect(wrong((said) => isLeak(said) && dry.test(said.text) && wasWet(said.told))).toEqual([]);
  });

  test("says since when on the clock alone only for what began within half a day", () => {
    const alone = { en: / since \d+:\d\d [AP]M/, es: / desde las? \d+:\d\d(?! del)/ };
    const beganAt = ({ finding }: Told) =>
      finding.evidence?.more?.wet_from ??
      (finding.kind === "outage" ? finding.evidence?.at : finding.openedAt);
    expect(
      wrong(
        ({ told, text, language }) =>
          alone[language].test(text) && told.at - Number(beganAt(told)) >= HALF_A_DAY_MS,
      ),
    ).toEqual([]);
    expect(SAID.some(({ text }) => / since \w{3} \d/.test(text))).toBe(true);
  });
});
