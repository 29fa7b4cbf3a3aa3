import { parseArgs } from "node:util";
import { accepted, callApi, OPERATIONS, reach, requireProfile } from "../api.ts";
import { type Command, JSON_OPTION, printJson } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { allDevices, shownValue } from "./alerts.ts";

export const send: Command = {
  usage: "INGEST_KEY NAME=VALUE… [--json]",
  about: "post readings as a device does, like temp1=41.5 door1=true",
  run: async (words, ports) => {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: JSON_OPTION,
      allowPositionals: true,
    });
    const [key, ...pairs] = positionals;
    if (key === undefined || pairs.length === 0)
      throw new UsageError("Usage: hearthwatch send INGEST_KEY temp1=41.5 door1=true");
    const { url } = requireProfile(ports);
    const path = OPERATIONS["ingest.post"].path.replace("{deviceKey}", encodeURIComponent(key));
    const body = JSON.stringify(Object.fromEntries(pairs.map(readPair)));
    const answer = await accepted(await reach(ports.fetch, url + path, { method: "POST", body }));
    const stored = (await answer.json()) as Record<string, number>;
    if (values.json === true) return printJson(ports, stored);
    const { readings, sensors_created: created } = stored;
    ports.print(`${readings} readings stored, ${created} sensors created.`);
    return undefined;
  },
};

function readPair(pair: string): [string, string | number | boolean] {
  const at = pair.indexOf("=");
  if (at < 1) throw new UsageError(`"${pair}" is not NAME=VALUE.`);
  const [name, text] = [pair.slice(0, at), pair.slice(at + 1)];
  if (text === "true" || text === "false") return [name, text === "true"];
  return [name, text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text];
}

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

const EXPORT_OPTIONS = {
  from: { type: "string" },
  to: { type: "string" },
  sensor: { type: "string", multiple: true },
  resolution: { type: "string" },
} as const;

export const exportReadings: Command = {
  usage: "[--from TIME] [--to TIME] [--sensor ID…] [--resolution raw|15m|1h|1d]",
  about: "write the history as CSV to the standard output",
  run: async (words, ports) => {
    const { values } = parseArgs({ args: [...words], options: EXPORT_OPTIONS });
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
