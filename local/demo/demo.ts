import { DAY_MS } from "../../lib/kernel/time.ts";
import type { Plan, Role, SensorKind, ShareScope } from "../../schema/vocabulary.ts";

// The content of the demo. Ids are fixed, so that a second start finds what the first one created.

export const PULL_FEED_ID = "feed_demo";
export const PULL_DEVICE_ID = "dev_demoFeed";

/** A sensor of the demo. `at` returns its value, in its unit, at a time in epoch milliseconds. */
type DemoSensor = {
  key: string;
  label: string;
  kind: SensorKind;
  unit: string | null;
  isState: boolean;
  at: (ms: number) => number;
};

/** `battery` is the current percentage, and how much it falls a day. */
export type DemoDevice = {
  id: string;
  name: string;
  space: string;
  battery: { pct: number; fallsPerDay: number };
  sensors: readonly DemoSensor[];
};

export type DemoMember = {
  userId: string;
  email: string;
  name: string;
  role: Role;
  /** The sandbox takes the demo's texts and pushes, since nobody has this number or app. */
  phone?: string;
  pushToken?: string;
};

export type DemoHome = {
  householdId: string;
  name: string;
  plan: Plan;
  timeZone: string;
  latitude: number;
  longitude: number;
  members: readonly DemoMember[];
  devices: readonly DemoDevice[];
  shareScope: ShareScope;
};

/** A daily swing around `mean`, with some noise as from a real probe. */
const daily = (mean: number, swing: number) => (ms: number) => {
  const phase = ((ms % DAY_MS) / DAY_MS) * 2 * Math.PI;
  const noise = Math.sin(ms / 1.7e6) * 0.2 + Math.sin(ms / 4.1e5) * 0.1;
  return Number((mean - swing * Math.cos(phase - 0.6) + noise).toFixed(1));
};

/** 1 for `minutes` from the given hour (UTC) of every day. */
const dailyFor = (hour: number, minutes: number) => (ms: number) => {
  const minuteOfDay = (ms % DAY_MS) / 60_000;
  return minuteOfDay >= hour * 60 && minuteOfDay < hour * 60 + minutes ? 1 : 0;
};

const never = () => 0;

const measure =
  (kind: "temperature" | "humidity", unit: string) =>
  (key: string, label: string, mean: number, swing: number): DemoSensor => ({
    key,
    label,
    kind,
    unit,
    isState: false,
    at: daily(mean, swing),
  });
const temperature = measure("temperature", "°F");
const humidity = measure("humidity", "%");

const state = (key: string, label: string, kind: "door" | "flood", at: DemoSensor["at"]): DemoSensor => ({
  key,
  label,
  kind,
  unit: null,
  isState: true,
  at,
});

const member = (name: string, role: Role): DemoMember => ({
  userId: `usr_demo${name}`,
  email: `${name.toLowerCase()}@hearthwatch.example`,
  name,
  role,
});

export const ADA = {
  householdId: "hh_demoAda",
  name: "Ada's home",
  plan: "pro",
  timeZone: "America/Chicago",
  latitude: 44.98,
  longitude: -93.27,
  members: [
    { ...member("Ada", "owner"), phone: "+15555550123", pushToken: "demo-push-token-of-ada" },
    member("Mona", "manager"),
    member("Max", "member"),
    member("Ben", "viewer"),
  ],
  shareScope: "metrics",
  devices: [
    {
      id: "dev_demoCellar",
      name: "Cellar node",
      space: "Cellar",
      battery: { pct: 88, fallsPerDay: 0.28 },
      sensors: [
        temperature("temp1", "Pipe at the north wall", 51, 2),
        humidity("humidity1", "Cellar humidity", 52, 4),
        state("flood1", "Sump", "flood", never),
      ],
    },
    {
      id: "dev_demoGarage",
      name: "Garage node",
      space: "Garage",
      battery: { pct: 64, fallsPerDay: 0.85 },
      sensors: [
        temperature("temp1", "Garage", 46, 5),
        state("door1", "Garage door", "door", dailyFor(7, 30)),
      ],
    },
  ],
} as const satisfies DemoHome;

export const CLEO = {
  householdId: "hh_demoCleo",
  name: "Cleo's home",
  plan: "free",
  timeZone: "Europe/Berlin",
  latitude: 52.52,
  longitude: 13.4,
  members: [member("Cleo", "owner")],
  shareScope: "live",
  devices: [
    {
      id: "dev_demoKitchen",
      name: "Kitchen node",
      space: "Kitchen",
      battery: { pct: 91, fallsPerDay: 0.2 },
      sensors: [temperature("temp1", "Kitchen", 68, 3), humidity("humidity1", "Kitchen humidity", 45, 4)],
    },
  ],
} as const satisfies DemoHome;
