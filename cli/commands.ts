import type { Command } from "./command.ts";
import { alerts, devices } from "./commands/alerts.ts";
import { ack, doctor, login, snooze } from "./commands/home.ts";
import { exportReadings, send, tail } from "./commands/readings.ts";

export const COMMANDS: Record<string, Command> = {
  login,
  devices,
  alerts,
  ack,
  snooze,
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
  "--json prints JSON for programs, --help a command's own help.",
  "HEARTHWATCH_URL and HEARTHWATCH_API_KEY take the place of a login.",
  "Exit codes: 0 done, 1 refused or unreachable, 2 wrong words, 3 alerts --check found an open alert.",
].join("\n");

/** A command's own help. */
export const helpOf = (name: string, { usage, about }: Command): string =>
  [
    `Usage: hearthwatch ${name} ${usage}`.trimEnd(),
    "",
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
  ].join("\n");

const HELP_WORDS = ["--help", "-h"];
export const asksForHelp = (words: readonly string[]): boolean =>
  words.some((word) => HELP_WORDS.includes(word));
