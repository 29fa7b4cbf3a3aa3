import { parseArgs } from "node:util";
import type { Command } from "../command.ts";
import { allDevices, shownValue } from "./devices.ts";

const PAUSE_MS = 10_000;

export const tail: Command = {
  usage: "[--once]",
  about: "print each new reading as it arrives, until Ctrl-C",
  run: async (words, ports) => {
    const { values } = parseArgs({ args: [...words], options: { once: { type: "boolean" } } });
    const seen = new Map<string, string>();
    for (;;) {
      for (const device of await allDevices(ports))
        for (const sensor of device.sensors) {
          if (sensor.recorded_at === null || seen.get(sensor.id) === sensor.recorded_at) continue;
          seen.set(sensor.id, sensor.recorded_at);
          ports.print(`${sensor.recorded_at}  ${device.name}  ${sensor.label}  ${shownValue(sensor)}`);
        }
      if (values.once === true) return;
      await ports.pause(PAUSE_MS);
    }
  },
};
