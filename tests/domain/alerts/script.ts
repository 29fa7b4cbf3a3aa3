import { acknowledge, handOver } from "../../../lib/alerts/episode.ts";
import type {
  DeviceFacts,
  HouseholdFacts,
  RuleFacts,
  TickFacts,
  TickSensor,
} from "../../../lib/alerts/facts.ts";
import { answerQuestion } from "../../../lib/alerts/heating/recovery.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import type { AlertKind, SensorKind } from "../../../schema/vocabulary.ts";
import type { QuestionAnswer } from "../../../schema/wire/alerts.ts";
import { PlayedHome, type Said } from "./home-story.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";
import { deviceOf, thermometer } from "./things.ts";

type Place = Partial<TickSensor> & {
  name?: string;
  space?: string;
  device?: Partial<DeviceFacts>;
  /** The clock time since which its feed has failed; absent for none. */
  failing?: string;
};

/** A story of Ada's house, one line of a JSONL file. */
export type Script = {
  story: string;
  /** A place's facts, if they differ from the usual; other places take kind and unit from their readings. */
  places?: Record<string, Place>;
  settings?: HouseholdFacts["settings"];
  /** For stories of something else: freeze alerts open at once, and again without a quiet time. */
  atOnce?: true;
  rules?: Omit<RuleFacts, "id">[];
  /** The kinds whose findings count; absent for those of single sensors. */
  kinds?: AlertKind[];
  /** The outdoor temperature in °C, now and for days; absent for a home without a location. */
  outdoors?: number;
  /** When our own ticks didn't run. */
  deaf?: [from: string, to: string];
  /** Minutes between a device's posts by habit; absent for five. */
  every?: number;
  /**
   * `2:30 hall 38F`: a post. `0:00+5 hall 38F 42F`: posts five minutes apart. `0:00..24:00+15 tick`: all day. Also
   * acknowledgements, snoozes, vacations, answers, and what is disabled.
   */
  course: string[];
  /** The findings in order: `2:30 hall freeze opened warning`. */
  told: string[];
  /** The number of findings, if they are too many to list. */
  count?: number;
  /** True if suppressed findings are listed, too, in brackets with the reason. */
  held?: true;
  /** Further fields of the last finding. */
  last?: object;
  /** The sentence of the last finding. */
  why?: string;
  /** True if an alert is open at the end. */
  open?: boolean;
};

const UNITS: Record<string, { kind: SensorKind; unit: string | null }> = {
  F: { kind: "temperature", unit: "°F" },
  C: { kind: "temperature", unit: "°C" },
  K: { kind: "temperature", unit: "K" },
  "": { kind: "temperature", unit: null },
  "%": { kind: "humidity", unit: "%" },
  ratio: { kind: "humidity", unit: "/" },
  hPa: { kind: "pressure", unit: "hPa" },
  kPa: { kind: "pressure", unit: "kPa" },
};
const STATES: Record<string, { kind: SensorKind; value: number }> = {
  dry: { kind: "flood", value: 0 },
  wet: { kind: "flood", value: 1 },
  shut: { kind: "door", value: 0 },
  ajar: { kind: "door", value: 1 },
  still: { kind: "motion", value: 0 },
  motion: { kind: "motion", value: 1 },
  dark: { kind: "power", value: 0 },
  lit: { kind: "power", value: 1 },
};

type Read = { said: Said; kind?: SensorKind; unit?: string | null };

function readOf(word: string): Read {
  if (word === "fault") return { said: "fault" };
  const state = STATES[word];
  if (state !== undefined) return { said: state.value, kind: state.kind, unit: null };
  const [, value, suffix = ""] = /^(-?[\d.]+)(\D*)$/.exec(word) ?? [];
  const of = UNITS[suffix];
  if (value === undefined || of === undefined) throw new Error(`Nothing reads ${word}`);
  return { said: Number(value), ...of };
}

const minutesOf = (clock: string): number => {
  const [, hours, minutes] = /^(\d+):(\d\d)$/.exec(clock) ?? [];
  if (hours === undefined) throw new Error(`${clock} is no time`);
  return Number(hours) * 60 + Number(minutes);
};
export const clockOf = (at: number): string => {
  const minutes = Math.round((at - T0) / MINUTE);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
};

type Step = { at: number; who: string; words: string[] };

/** Returns the steps that a line of a course stands for. */
function stepsOf(line: string): Step[] {
  const [, from = "", to, , apart = "5", who = "", rest = ""] =
    /^(\d+:\d\d)(?:\.\.(\d+:\d\d))?(\+([\d.]+))? (\S+)(?: (.*))?$/.exec(line) ?? [];
  if (who === "") throw new Error(`Nobody reads: ${line}`);
  const words = rest === "" ? [] : rest.split(" ");
  const first = minutesOf(from);
  const isPosts =
    words.length > 1 && words.every((word) => /^-?\d|^(dry|wet|ajar|shut|dark|lit)$/.test(word));
  const step = (minute: number, said: string[]) => ({ at: T0 + minute * MINUTE, who, words: said });
  if (to === undefined)
    return isPosts
      ? words.map((word, index) => step(first + index * Number(apart), [word]))
      : [step(first, words)];
  const count = Math.floor((minutesOf(to) - first) / Number(apart)) + 1;
  return Array.from({ length: count }, (_, index) =>
    step(first + index * Number(apart), isPosts ? [words[index % words.length] ?? ""] : words),
  );
}

const PEOPLE: Record<string, (home: PlayedHome, words: string[], now: number) => void> = {
  tick: (home, _, now) => home.tick(now),
  Ada: (home, _, now) => home.change((state) => acknowledge(state, "Ada", now)),
  Bo: (home, _, now) => home.change((state) => handOver(state, { to: "Bo", by: "Ada" }, now)),
  answer: (home, [answer, hours], now) =>
    home.change((state, kind) =>
      kind === "heating_stopped"
        ? answerQuestion(
            state,
            { answer, ...(hours ? { hours: Number(hours) } : {}) } as QuestionAnswer,
            "Ada",
            now,
          )
        : state,
    ),
  snooze: (home, [hours], now) => {
    home.facts.household.quiet = { ...NO_QUIET, snoozedUntil: now + Number(hours) * HOUR };
  },
  /** What is set for each sensor from now on, as JSON without spaces. */
  sets: (home, [settings = "{}"]) => {
    for (const { sensors } of home.facts.devices)
      for (const sensor of sensors) sensor.settings = JSON.parse(settings);
  },
  away: (home) => {
    home.facts.household.quiet = { ...NO_QUIET, vacation: { until: null } };
  },
  home: (home, _, now) => {
    home.facts.household.quiet = { ...NO_QUIET, vacation: { until: now - 1 } };
  },
};

const SENSOR_KINDS: AlertKind[] = ["freeze", "humidity", "leak", "cold_storage", "rule"];

const AT_ONCE = { sureMs: 0, reopenQuietMs: 0 };

function houseOf(
  { places = {}, settings: wished = {}, atOnce, rules = [], every = 5, outdoors }: Script,
  steps: Step[],
): TickFacts {
  const settings = atOnce ? { ...wished, freeze: { ...AT_ONCE, ...wished.freeze } } : wished;
  const names = [...new Set([...Object.keys(places), ...steps.map(({ who }) => who)])].filter(
    (who) => PEOPLE[who] === undefined,
  );
  const first = (name: string): Read | undefined =>
    steps
      .filter(({ who, words }) => who === name && words[0] !== "off")
      .map(({ words }) => readOf(words[0] ?? ""))
      .find(({ kind }) => kind !== undefined);
  return {
    household: { id: "home", quiet: NO_QUIET, settings },
    place: outdoors === undefined ? null : { latitude: 45, longitude: -93 },
    devices: names.map((name) => {
      const { name: named = name, space = "", device = {}, failing, ...own } = places[name] ?? {};
      const failingFeed =
        failing === undefined ? null : { since: T0 + minutesOf(failing) * MINUTE, failure: null };
      const { kind = "temperature", unit = "°F" } = first(name) ?? {};
      const isState = kind === "flood" || kind === "door" || kind === "motion" || kind === "power";
      const blank = { label: named, value: null, at: null, placement: "room" } as const;
      return {
        device: deviceOf({
          ...{ id: `dev_${name}`, name: named, space, lastSeenAt: null, gaps: Array(20).fill(every * 60) },
          ...{ failingFeed, ...device },
        }),
        sensors: [thermometer(name, { kind, unit, isState, ...blank, ...own })],
      };
    }),
    rules: rules.map((rule, index) => ({ id: `rule_${index + 1}`, ...rule })),
    states: [],
  };
}

/** Two days back and three ahead, like a real forecast. */
const always = (celsius: number, now: number) =>
  Array.from({ length: 121 }, (_, hour) => ({ at: now + (hour - 48) * HOUR, celsius }));

const said = ({ at, subject, kind, transition, severity, suppressedBy, delayed }: Finding): string => {
  const text = `${clockOf(at)} ${subject} ${kind} ${delayed ? "late " : ""}${transition} ${severity}`;
  return suppressedBy === null ? text : `[${suppressedBy}: ${text}]`;
};

/** Plays a story through the rules. Returns all findings, and the home at its end. */
export function playScript(script: Script) {
  const { deaf, outdoors } = script;
  const steps = script.course.flatMap(stepsOf).toSorted((a, b) => a.at - b.at);
  const home = new PlayedHome(houseOf(script, steps), {
    kinds: script.kinds ?? SENSOR_KINDS,
    keepsHabits: true,
    ...(deaf === undefined
      ? {}
      : { ownGaps: [{ from: T0 + minutesOf(deaf[0]) * MINUTE, to: T0 + minutesOf(deaf[1]) * MINUTE }] }),
    ...(outdoors === undefined ? {} : { outdoors: (now) => always(outdoors, now) }),
  });
  for (const { at, who, words } of steps) {
    const person = PEOPLE[who];
    const device = home.facts.devices.findIndex(({ sensors }) => sensors[0]?.id === who);
    const [word = "", , measured] = words;
    if (person !== undefined) person(home, words, at);
    else if (word === "off") Object.assign(home.facts.devices[device]?.device ?? {}, { enabled: false });
    else {
      const lagMs = measured === undefined ? 0 : at - T0 - minutesOf(measured) * MINUTE;
      const { said, unit } = readOf(word);
      if (unit !== undefined && script.places?.[who]?.unit === undefined)
        Object.assign(home.facts.devices[device]?.sensors[0] ?? {}, { unit });
      home.post({ at, device, lagMs, values: [said] });
    }
  }
  const told = script.held
    ? home.findings
    : home.findings.filter(({ suppressedBy }) => suppressedBy === null);
  return { home, told, lines: told.map(said) };
}
