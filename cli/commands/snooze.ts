import { parseArgs } from "node:util";
import type { QuietAction, QuietAnswer } from "../../schema/wire/quiet.ts";
import { callApi, OPERATIONS, requireProfile } from "../api.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { JSON_OPTION, printJson } from "../json.ts";

export const snooze: Command = {
  usage: "[HOURS|off] [--json]",
  about: "snooze warnings for so many hours (4), or end that; critical alerts and leaks still come through",
  run: async (words, ports) => {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: JSON_OPTION,
      allowPositionals: true,
    });
    const profile = requireProfile(ports);
    const { path } = OPERATIONS["quiet.set"];
    const answer = await callApi(ports, profile, { method: "POST", path, body: actionOf(positionals) });
    const { status } = (await answer.json()) as QuietAnswer;
    if (values.json === true) return printJson(ports, { status });
    ports.print(
      status.snoozed_until === null
        ? "Warnings aren't snoozed."
        : `Warnings are snoozed until ${status.snoozed_until}.`,
    );
    return undefined;
  },
};

function actionOf([hours, ...more]: readonly string[]): QuietAction {
  if (hours === undefined) return { action: "snooze" };
  if (hours === "off" && more.length === 0) return { action: "clear_snooze" };
  if (more.length > 0 || !/^\d{1,4}$/.test(hours))
    throw new UsageError("Usage: hearthwatch snooze [HOURS|off], like hearthwatch snooze 8");
  return { action: "snooze", hours: Number(hours) };
}
