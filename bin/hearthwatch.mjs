#!/usr/bin/env node
// Starts the command line with the bundled Node, wherever this is called from.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const run = fileURLToPath(new URL("../run.mjs", import.meta.url));
const child = spawn(process.execPath, [run, "cli", ...process.argv.slice(2)], { stdio: "inherit" });
child.once("exit", (code, signal) => {
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
