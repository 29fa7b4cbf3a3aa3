import { type DemoSensor, daily, dailyFor, never } from "./demo-history.ts";

/** What the demo consists of. Ids are fixed, so that a second start finds what the first one made. */
export type DemoDevice = { id: string; name: string; space: string; sensors: DemoSensor[] };

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

export const ADA = {
  householdId: "hh_demoAda",
  shareLinkId: "shr_demoAda",
  name: "Ada's home",
  devices: [
    {
      id: "dev_demoCellar",
      name: "Cellar node",
      space: "Cellar",
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
      sensors: [
        temperature("temp1", "Garage", 46, 5),
        state("door1", "Garage door", "door", dailyFor(7, 30)),
      ],
    },
  ],
} as const satisfies { devices: readonly DemoDevice[]; [field: string]: unknown };
