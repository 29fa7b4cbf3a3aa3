import type { Command } from "./command.ts";
import { devices } from "./commands/devices.ts";
import { doctor } from "./commands/doctor.ts";
import { exportReadings } from "./commands/export.ts";
import { login } from "./commands/login.ts";
import { send } from "./commands/send.ts";
import { tail } from "./commands/tail.ts";

export const COMMANDS: Record<string, Command> = {
  login,
  devices,
  tail,
  send,
  export: exportReadings,
  doctor,
};

export const HELP = [
  "Usage: hearthwatch COMMAND",
  "",
  ...Object.entries(COMMANDS).map(
    ([name, { usage, about }]) => `  ${`${name} ${usage}`.trimEnd()}\n      ${about}`,
  ),
  "",
  "HEARTHWATCH_URL and HEARTHWATCH_API_KEY take the place of a login.",
].join("\n");
