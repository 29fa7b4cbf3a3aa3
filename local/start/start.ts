// npm start in a checkout: builds what has changed, then runs it. A release runs dist/machine/start.js directly.
import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isBuildCurrent } from "../machine/build/build-marks.ts";
import { PROJECT_FOLDER } from "./project.ts";

if (!isBuildCurrent()) build();
await import(pathToFileURL(path.join(PROJECT_FOLDER, "dist", "machine", "start.js")).href);

/** Builds in a separate process, so that the build's memory is freed. */
function build(): void {
  refuseReadOnly();
  const file = path.join(PROJECT_FOLDER, "local", "machine", "build", "write-build.ts");
  const { status } = spawnSync(process.execPath, [file], { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(1);
}

function refuseReadOnly(): void {
  const folder = path.join(PROJECT_FOLDER, "dist");
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    console.error(`Hearthwatch builds itself into ${folder}, which cannot be written (${code}).`);
    process.exit(1);
  }
}
