// The command line of Hearthwatch for people who script: bin/hearthwatch.mjs starts it.
import { setTimeout as sleep } from "node:timers/promises";
import type { CommandPorts } from "./command.ts";
import { CommandError, EXIT_CODES, type ExitCode } from "./command-error.ts";
import { asksForHelp, COMMANDS, HELP, helpOf } from "./commands.ts";
import { readProfile, writeProfile } from "./profile.ts";

// `hearthwatch export | head` closes the pipe early: nobody reads any further.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
process.exitCode = await main(process.argv.slice(2));

async function main([name = "--help", ...words]: string[]): Promise<ExitCode> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const asked = name === "help" || asksForHelp([name]);
    (asked ? console.log : console.error)(HELP);
    return asked ? EXIT_CODES.done : EXIT_CODES.usage;
  }
  if (asksForHelp(words)) {
    console.log(helpOf(name, command));
    return EXIT_CODES.done;
  }
  try {
    return (await command.run(words, await portsOfThisMachine())) ?? EXIT_CODES.done;
  } catch (error) {
    if (!(error instanceof CommandError || isArgumentError(error))) throw error;
    console.error(error.message);
    return error instanceof CommandError ? error.exitCode : EXIT_CODES.usage;
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
