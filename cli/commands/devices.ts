import { parseArgs } from "node:util";
import type { Device, DeviceList } from "../../schema/wire/devices.ts";
import { callApi, OPERATIONS, requireProfile } from "../api.ts";
import type { Command, CommandPorts } from "../command.ts";
import { JSON_OPTION, printJson } from "../json.ts";

const DEVICE_PAGES_MAX = 100;

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
