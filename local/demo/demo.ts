import { type DemoHistory, type DemoSensor, daily, dailyFor, never } from "./history.ts";

/** What the demo consists of. Ids are fixed, so that a second start finds what the first one made. */
export type DemoDevice = DemoHistory & { name: string; space: string };

const temperature = (key: string, label: string, mean: number, swing: number): DemoSensor => ({
  key,
  label,
  kind: "temperature",
  unit: "°F",
  isState: false,
  at: daily(mean, swing),
});

const humidity = (key: string, label: string, mean: number): DemoSensor => ({
  key,
  label,
  kind: "humidity",
  unit: "%",
  isState: false,
  at: daily(mean, 4),
});

const state = (
  key: string,
  label: string,
  kind: "door" | "flood",
  at: (ms: number) => number,
): DemoSensor => ({
  key,
  label,
  kind,
  unit: null,
  isState: true,
  at,
});

export const PULL_FEED_ID = "feed_demo";
export const PULL_DEVICE_ID = "dev_demoFeed";

export type DemoMember = {
  userId: string;
  email: string;
  role: "owner" | "manager" | "member" | "viewer";
  /** The sandbox takes text messages and pushes of the demo, for nobody has this number or app. */
  phone?: string;
  pushToken?: string;
};

export type DemoHome = {
  householdId: string;
  name: string;
  plan: "free" | "pro";
  timeZone: string;
  latitude: number;
  longitude: number;
  members: readonly DemoMember[];
  devices: readonly DemoDevice[];
  shareScope: "live" | "metrics";
};

const member = (name: string, role: DemoMember["role"]): DemoMember => ({
  userId: `usr_demo${name}`,
  email: `${name.toLowerCase()}@hearthwatch.example`,
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
        humidity("humidity1", "Cellar humidity", 52),
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
      sensors: [temperature("temp1", "Kitchen", 68, 3), humidity("humidity1", "Kitchen humidity", 45)],
    },
  ],
} as const satisfies DemoHome;
