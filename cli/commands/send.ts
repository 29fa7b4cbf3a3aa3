import { parseArgs } from "node:util";
import { accepted, OPERATIONS, reach, requireProfile } from "../api.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { JSON_OPTION, printJson } from "../json.ts";

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
