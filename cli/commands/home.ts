import { parseArgs } from "node:util";
import type { Alert, AlertAnswer } from "../../schema/wire/alerts.ts";
import type { QuietAction, QuietAnswer } from "../../schema/wire/quiet.ts";
import { callApi, OPERATIONS, reach, requireProfile } from "../api.ts";
import { type Command, JSON_OPTION, printJson } from "../command.ts";
import { CommandError, UsageError } from "../command-error.ts";
import { alertsOf } from "./alerts.ts";

const OPTIONS = { ...JSON_OPTION, all: { type: "boolean" } } as const;

const SKEW_MS_MAX = 120_000;

export const ack: Command = {
  usage: "ALERT_ID…|--all [--json]",
  about: "acknowledge alerts, or all open ones; the key must be one that may write",
  run: async (words, ports) => {
    const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
    if ((positionals.length === 0) === (values.all !== true))
      throw new UsageError("Usage: hearthwatch ack ALERT_ID… or hearthwatch ack --all");
    const profile = requireProfile(ports);
    const open = values.all === true ? await alertsOf(ports, { state: "open", kind: undefined }) : [];
    const waiting = open.filter(({ acknowledged_at }) => acknowledged_at === null).map(({ id }) => id);
    const acknowledged: Alert[] = [];
    for (const id of [...positionals, ...waiting]) {
      const path = OPERATIONS["alerts.acknowledge"].path.replace("{id}", encodeURIComponent(id));
      const answer = await callApi(ports, profile, { method: "POST", path });
      acknowledged.push(((await answer.json()) as AlertAnswer).alert);
    }
    if (values.json === true) return printJson(ports, { alerts: acknowledged });
    if (acknowledged.length === 0) ports.print("No alert is waiting for somebody.");
    for (const { id, title } of acknowledged) ports.print(`${id} acknowledged: ${title}`);
    return undefined;
  },
};

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

export const login: Command = {
  usage: "URL API_KEY",
  about: "check the key and keep both for the other commands",
  run: async ([address, key], ports) => {
    if (address === undefined || key === undefined || !URL.canParse(address))
      throw new UsageError("Usage: hearthwatch login URL API_KEY, like https://home.example hw_key_…");
    const profile = { url: new URL(address).origin, key };
    await callApi(ports, profile, { path: `${OPERATIONS["devices.list"].path}?limit=1` });
    await ports.saveProfile(profile);
    ports.print(`Logged in to ${profile.url}.`);
  },
};

export const doctor: Command = {
  usage: "",
  about: "check the address, the key, TLS and this machine's clock",
  run: async (_, ports) => {
    const profile = requireProfile(ports);
    ports.print(
      profile.url.startsWith("https:")
        ? `ok      ${profile.url} uses TLS`
        : `warning ${profile.url} has no TLS: the key can be read in the network`,
    );
    const answer = await reach(ports.fetch, `${profile.url}/api/openapi.json`);
    await answer.body?.cancel();
    ports.print(`ok      the service answers (${answer.status})`);
    const devices = await callApi(ports, profile, { path: `${OPERATIONS["devices.list"].path}?limit=1` });
    await devices.body?.cancel();
    ports.print("ok      the key opens /api/v1");
    checkClock(answer.headers.get("Date"), ports.now());
    ports.print("ok      this machine's clock agrees with the service's");
  },
};

function checkClock(told: string | null, now: Date): void {
  const skew = told === null ? 0 : now.getTime() - Date.parse(told);
  if (Math.abs(skew) <= SKEW_MS_MAX) return;
  const minutes = Math.round(Math.abs(skew) / 60_000);
  throw new CommandError(`This machine's clock is ${minutes} minutes ${skew > 0 ? "ahead" : "behind"}.`);
}
