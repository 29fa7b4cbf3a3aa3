import { parseArgs } from "node:util";
import type { Command } from "../command.ts";
import { JSON_OPTION, printJson } from "../json.ts";
import { allDevices, shownValue } from "./devices.ts";

const PAUSE_MS = 10_000;
const OPTIONS = { ...JSON_OPTION, once: { type: "boolean" } } as const;

export const tail: Command = {
  usage: "[--once] [--json]",
  about: "print each new reading as it arrives, until Ctrl-C",
  run: async (words, ports) => {
    const { values } = parseArgs({ args: [...words], options: OPTIONS });
    const seen = new Map<string, string>();
    for (;;) {
      for (const device of await allDevices(ports))
        for (const sensor of device.sensors) {
          if (sensor.recorded_at === null || seen.get(sensor.id) === sensor.recorded_at) continue;
          seen.set(sensor.id, sensor.recorded_at);
          if (values.json === true) printJson(ports, { device: device.name, sensor });
          else ports.print(`${sensor.recorded_at}  ${device.name}  ${sensor.label}  ${shownValue(sensor)}`);
        }
      if (values.once === true) return;
      await ports.pause(PAUSE_MS);
    }
  },
};
