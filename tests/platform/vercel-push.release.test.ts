import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { bundleForNode } from "../../deploy/vercel/build-output.ts";
import { readWranglerConfig } from "../../deploy/wrangler-toml.ts";
import type { firebasePush } from "../../lib/channels/push/firebase.vendor.ts";
import { startSandbox } from "../../local/sandbox/sandbox.ts";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { outgoing, sendHttpsTo } from "../support/sandbox.ts";

const SENDER = path.join(PROJECT_FOLDER, "lib/channels/push/firebase.vendor.ts");

const folder = await memoryFolder("hearthwatch-vercel-push-");
const sandbox = await startSandbox();
sendHttpsTo(sandbox.url);
afterAll(async () => {
  await sandbox?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("a push goes out through firebase-admin as Vercel's bundle carries it", async () => {
  const file = path.join(folder, "sender.mjs");
  const { alias } = await readWranglerConfig();
  await writeFile(file, await bundleForNode(SENDER, alias));
  const bundled = (await import(pathToFileURL(file).href)) as { firebasePush: typeof firebasePush };
  const send = bundled.firebasePush({ serviceAccount: sandbox.credentials.serviceAccount });
  for (const to of ["ada", "grace"]) expect(await send(outgoing(to))).toMatchObject({ kind: "sent" });
  expect(sandbox.messages().map(({ to }) => to)).toEqual(["ada", "grace"]);
});
