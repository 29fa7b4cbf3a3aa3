import { PROBLEMS } from "../../../schema/problems.ts";
import type { AlertKind, Channel } from "../../../schema/vocabulary.ts";
import type { Problem } from "../../kernel/outcome.ts";
import { SENSOR_KIND_NAMES } from "../sensor-name.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import { calledTexts } from "../words.ts";
import { EN_CALLED, EN_FAILURES } from "./channels.ts";
import texts from "./pages.json" with { type: "json" };
import valued from "./told.json" with { type: "json" };

type AlertWords = {
  title: (where: string, value: string, isCritical: boolean) => string;
  advice: (isCritical: boolean) => string;
};

/** English: plain texts stand in `pages.json`, those with values in `told.json`, and here those that take a decision. */
const told = {
  standing: {
    pastLimitAdvice: (limit: string, isOwn: boolean) =>
      `Its limit is ${limit}.${isOwn ? " We'll alert you if it stays there." : ""}`,
  },
  alert: {
    freeze: {
      title: (where: string, value: string, isCritical: boolean) =>
        `${isCritical ? "Pipes may freeze" : "Getting cold"}: ${where} is at ${value}`,
      advice: (isCritical: boolean): string =>
        isCritical
          ? "Check the heating now. Open cabinet doors, let taps drip, and know where the main shut-off valve is."
          : "Check the heating, doors and windows there.",
    },
    humidity: {
      title: (where: string, value: string) => `Humidity: ${where} is at ${value}`,
      advice: () => "Air the room, or run a dehumidifier: mold grows above 60\u00a0%.",
    },
    leak: {
      title: (where: string) => `Water leak: ${where} is wet`,
      advice: () => "Shut off the water, and the power there if water is near it. Then look for the source.",
    },
    outage: {
      title: (where: string) => `${where} is offline`,
      advice: () =>
        "Check its power, its battery and the Wi-Fi there. This room isn't being monitored until it's back online.",
    },
    forecast: {
      title: (where: string, value: string) => `Frost ahead: ${where}, down to ${value}`,
      advice: () =>
        "Before it gets cold: let taps drip, open cabinet doors, close vents, and check the heating.",
    },
    time_to_freeze: {
      title: (where: string, value: string) => `About ${value} until ${where} freezes`,
      advice: () => "Get the heating going, or drain the pipes in time.",
    },
    heating_stopped: {
      title: (where: string) => `The heating may be off: ${where} keeps getting colder`,
      advice: () => "Check the boiler or the thermostat, or tell us that you turned it down on purpose.",
    },
    incident: {
      title: (where: string) => `Several devices are affected: ${where}`,
      advice: () =>
        "Several problems at once usually have one cause. Check the power, the internet and the heating.",
    },
    sensor_fault: {
      title: (where: string) => `Sensor problem: ${where} may be wrong`,
      advice: () => "Check its cable and battery. This room isn't being monitored until it's fixed.",
    },
    cold_storage: {
      title: (where: string, value: string) => `Too warm: ${where} is at ${value}`,
      advice: () => "Check its door, its plug and the fuse. Keep it closed to hold the cold.",
    },
    rule: {
      title: (where: string, value: string) => `${where}: ${value}`,
      advice: () => "From your custom rule.",
    },
  } satisfies Record<AlertKind, AlertWords>,
  card: {
    changed: (size: string, isDown: boolean, span: string | null) =>
      `${isDown ? "down" : "up"} ${size} in ${span ?? "an hour"}`,
    more: (count: number, troubled: number) =>
      `Show ${count === 1 ? "1 more sensor" : `${count} more sensors`}${troubled === 0 ? "" : troubled === 1 ? " (1 needs attention)" : ` (${troubled} need attention)`}`,
  },
  charts: {
    neverPast: (where: string) => `Never ${where.charAt(0).toLowerCase()}${where.slice(1)}`,
    neverOn: (word: string) => `Never ${word.toLowerCase()}`,
  },
  signIn: {
    linkOpens: (email: string, home: string | null) =>
      home === null
        ? `Press the button to sign in as ${email} and create a new home. This link works once.`
        : `Press the button to sign in as ${email} and open "${home}". This link works once.`,
  },
  home: {
    online: (count: number, all: number) =>
      count === all
        ? all === 1
          ? "1 device, online."
          : `All ${all} devices are online.`
        : `${count} of ${all} devices are online.`,
  },
  alertPage: {
    channels: {
      ...texts.alertPage.channels,
      ...calledTexts(EN_CALLED, "name"),
    } satisfies Record<Channel, string>,
  },
  evidence: {
    span: (from: string, to: string | null) =>
      to === null ? `Since ${from}, still open.` : `${from} to ${to}.`,
    range: (sensor: string, count: number, low: string, high: string) =>
      `${sensor}: ${count} ${count === 1 ? "reading" : "readings"}, from ${low} to ${high}.`,
    asMeasured: (isRaw: boolean): string =>
      isRaw
        ? "As measured. The document lists each reading with its time."
        : "Some are averages, because your plan no longer stores the single readings. The document says which.",
  },
  sensorKinds: SENSOR_KIND_NAMES,
  received: {
    refusal: (sentence: string) => sentence,
  },
  notifications: {
    contactKinds: {
      ...calledTexts(EN_CALLED, "asked"),
    } as Partial<Record<Channel, string>>,
  },
  sessions: {
    since: (time: string, address: string | null) =>
      address === null ? `signed in ${time}` : `signed in ${time} from ${address}`,
  },
  activity: {
    operator: (name: string | null) => (name === null ? "an operator" : `operator ${name}`),
  },
  operator: {
    figures: ({
      homes,
      devices,
      heard,
      posts,
      sent,
      failed,
    }: Record<"homes" | "devices" | "heard" | "posts" | "sent" | "failed", number>) =>
      `${homes === 1 ? "1 home" : `${homes} homes`} · ${devices === 1 ? "1 device" : `${devices} devices`}, ${heard} of them online in the last hour · about ${posts} ${posts === 1 ? "post" : "posts"} a minute · ${sent} messages sent and ${failed} failed in the last 24 hours`,
  },
  failures: EN_FAILURES,
  problem: {
    told: ({ name, sentence, sentences }: Problem): string =>
      sentences?.en ?? sentence ?? PROBLEMS[name].error,
  },
};

export type ToldWords = typeof told;
export const en = withTexts(withTexts(texts, toldBy(valued)), told);
export type Words = typeof en;
