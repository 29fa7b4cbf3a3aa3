import { parseArgs } from "node:util";
import { callApi, OPERATIONS, requireProfile } from "../api.ts";
import type { Command } from "../command.ts";

const OPTIONS = {
  from: { type: "string" },
  to: { type: "string" },
  sensor: { type: "string", multiple: true },
  resolution: { type: "string" },
} as const;

export const exportReadings: Command = {
  usage: "[--from TIME] [--to TIME] [--sensor ID…] [--resolution raw|15m|1h|1d]",
  about: "write the history as CSV to the standard output",
  run: async (words, ports) => {
    const { values } = parseArgs({ args: [...words], options: OPTIONS });
    const query = new URLSearchParams();
    for (const name of ["from", "to", "resolution"] as const) {
      const value = values[name];
      if (value !== undefined) query.set(name, value);
    }
    for (const sensor of values.sensor ?? []) query.append("sensor_id", sensor);
    const path = `${OPERATIONS["readings.export"].path}${query.size > 0 ? `?${query}` : ""}`;
    const { body } = await callApi(ports, requireProfile(ports), { path });
    if (body === null) return;
    // A piece at a time: a year of history never stands in memory.
    for await (const text of body.pipeThrough(new TextDecoderStream())) await ports.write(text);
  },
};
