// The command line of Hearthwatch for people who script: bin/hearthwatch.mjs starts it.
import { setTimeout as sleep } from "node:timers/promises";
import type { CommandPorts } from "./command.ts";
import { CommandError } from "./command-error.ts";
import { COMMANDS, HELP } from "./commands.ts";
import { readProfile, writeProfile } from "./profile.ts";

// `hearthwatch export | head` closes the pipe early: nobody reads any further.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
process.exitCode = await main(process.argv.slice(2));

async function main([name = "--help", ...words]: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const asked = name === "--help" || name === "-h" || name === "help";
    (asked ? console.log : console.error)(HELP);
    return asked ? 0 : 1;
  }
  try {
    await command.run(words, await portsOfThisMachine());
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError || isArgumentError(error))) throw error;
    console.error(error.message);
    return 1;
  }
}

async function portsOfThisMachine(): Promise<CommandPorts> {
  return {
    fetch: (url, init) => fetch(url, init),
    print: (line) => console.log(line),
    write: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, () => resolve());
      }),
    now: () => new Date(),
    pause: (ms) => sleep(ms),
    profile: await readProfile(process.env),
    saveProfile: (profile) => writeProfile(process.env, profile),
  };
}

/** What node:util says of options that it does not know. */
function isArgumentError(error: unknown): error is Error {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
