import { parseArgs } from "node:util";
import type { Alert, AlertList } from "../../schema/wire/alerts.ts";
import type { Device, DeviceList } from "../../schema/wire/devices.ts";
import { callApi, OPERATIONS, requireProfile } from "../api.ts";
import { type Command, type CommandPorts, JSON_OPTION, printJson } from "../command.ts";
import { EXIT_CODES } from "../command-error.ts";

const OPTIONS = {
  ...JSON_OPTION,
  state: { type: "string" },
  kind: { type: "string" },
  check: { type: "boolean" },
} as const;
const PAGES_MAX = 20;

const DEVICE_PAGES_MAX = 100;

export const alerts: Command = {
  usage: "[--state open|closed|all] [--kind KIND] [--check] [--json]",
  about: "list alerts, open ones unless you say otherwise; --check exits with 3 where one is open",
  run: async (words, ports) => {
    const { values } = parseArgs({ args: [...words], options: OPTIONS });
    const found = await alertsOf(ports, { state: values.state ?? "open", kind: values.kind });
    if (values.json === true) printJson(ports, { alerts: found });
    else if (found.length === 0) ports.print("There is no such alert.");
    else for (const alert of found) ports.print(lineOf(alert));
    return values.check === true && found.some(({ state }) => state === "open")
      ? EXIT_CODES.alertsOpen
      : EXIT_CODES.done;
  },
};

/** Newest first, of all pages. */
export async function alertsOf(
  ports: CommandPorts,
  { state, kind }: { state: string; kind: string | undefined },
): Promise<Alert[]> {
  const profile = requireProfile(ports);
  const query = new URLSearchParams({ state, ...(kind === undefined ? {} : { kind }) });
  const found: Alert[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await callApi(ports, profile, { path: `${OPERATIONS["alerts.list"].path}?${query}` });
    const list = (await answer.json()) as AlertList;
    found.push(...list.alerts);
    if (list.next_cursor === null) break;
    query.set("cursor", list.next_cursor);
  }
  return found;
}

function lineOf({
  id,
  kind,
  severity,
  state,
  title,
  opened_at: opened,
  acknowledged_at: acknowledged,
}: Alert): string {
  const standing = state === "open" && acknowledged !== null ? "acknowledged" : state;
  return `${id}  ${opened}  ${severity}  ${kind}  ${standing}  ${title}`;
}

export const devices: Command = {
  usage: "[--json]",
  about: "list the devices and the latest values of their sensors",
  run: async (words, ports) => {
    const { values } = parseArgs({ args: [...words], options: JSON_OPTION });
    const found = await allDevices(ports);
    if (values.json === true) return printJson(ports, { devices: found });
    if (found.length === 0) ports.print("There is no device yet.");
    for (const device of found) for (const line of linesOf(device)) ports.print(line);
    return undefined;
  },
};

/** Every page of the list. */
export async function allDevices(ports: CommandPorts): Promise<Device[]> {
  const profile = requireProfile(ports);
  const found: Device[] = [];
  let cursor: string | null = "";
  for (let page = 0; cursor !== null && page < DEVICE_PAGES_MAX; page += 1) {
    const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const answer = await callApi(ports, profile, { path: OPERATIONS["devices.list"].path + query });
    const list = (await answer.json()) as DeviceList;
    found.push(...list.devices);
    cursor = list.next_cursor;
  }
  return found;
}

function linesOf({ id, name, space, status, sensors }: Device): string[] {
  const place = space === "" ? "" : `, ${space}`;
  return [
    `${name}${place} (${id}): ${status}`,
    ...sensors.map((sensor) => `  ${sensor.label}: ${shownValue(sensor)}`),
  ];
}

export function shownValue({
  value_num: number,
  value_bool: state,
  unit,
}: Pick<Device["sensors"][number], "value_num" | "value_bool" | "unit">): string {
  if (state !== null) return String(state);
  if (number === null) return "no reading";
  return unit === null ? String(number) : `${number} ${unit}`;
}
