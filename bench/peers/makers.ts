import { writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "../../local/processes/free-port.ts";
import { poster } from "../load.ts";
import { type Entry, findNodePackages, folderBytes, type Peer, postOf, startProgram } from "./peer.ts";

const LOGGER = path.join(import.meta.dirname, "logger.ts");
export const LOGGER_NAME = "Express and SQLite, as makers write it";
export const NODE_RED_NAME = "Node-RED: HTTP in, function, file";

type Place = { folder: string; concurrency: number; devices: number };

export async function startLogger({ folder, concurrency, devices }: Place): Promise<Entry> {
  const packages = await findNodePackages();
  if ("skipped" in packages) return { name: LOGGER_NAME, ...packages };
  const port = await freePort();
  const file = path.join(folder, "readings.db");
  const ready = `http://127.0.0.1:${port}/`;
  const program = await startProgram(process.execPath, [LOGGER, packages.at, file, String(port)], { ready });
  return overHttp({ name: LOGGER_NAME, isDurable: true }, program, { folder, concurrency, devices, port });
}

/** A flow of four nodes: the function looks at a limit, the file node appends a line, then it is answered. */
export async function startNodeRed({ folder, concurrency, devices }: Place): Promise<Entry> {
  const packages = await findNodePackages();
  if ("skipped" in packages) return { name: NODE_RED_NAME, ...packages };
  const port = await freePort();
  const settings = path.join(folder, "settings.js");
  await writeFile(path.join(folder, "flows.json"), JSON.stringify(flow(path.join(folder, "readings.jsonl"))));
  await writeFile(
    settings,
    `module.exports = ${JSON.stringify({
      uiPort: port,
      uiHost: "127.0.0.1",
      flowFile: "flows.json",
      userDir: folder,
      disableEditor: true,
      telemetry: { enabled: false, updateNotification: false },
      logging: { console: { level: "error" } },
    })}`,
  );
  const red = path.join(packages.at, "node_modules/node-red/red.js");
  const ready = `http://127.0.0.1:${port}/ready`;
  const program = await startProgram(process.execPath, [red, "--settings", settings], { ready });
  return overHttp({ name: NODE_RED_NAME, isDurable: false }, program, { folder, concurrency, devices, port });
}

const flow = (file: string) => [
  { id: "tab", type: "tab" },
  { id: "ask", type: "http in", z: "tab", url: "/ready", method: "get", wires: [["answer"]] },
  { id: "in", type: "http in", z: "tab", url: "/post/:device", method: "post", wires: [["look"]] },
  {
    id: "look",
    type: "function",
    z: "tab",
    func: `if (msg.payload.temp1 < 38) node.warn(msg.req.params.device + " is cold");
      msg.payload = JSON.stringify({ at: Date.now(), device: msg.req.params.device, ...msg.payload });
      return msg;`,
    outputs: 1,
    wires: [["keep"]],
  },
  {
    id: "keep",
    type: "file",
    z: "tab",
    filename: file,
    filenameType: "str",
    appendNewline: true,
    overwriteFile: "false",
    encoding: "none",
    wires: [["answer"]],
  },
  { id: "answer", type: "http response", z: "tab", statusCode: "200", wires: [] },
];

function overHttp(
  said: Pick<Peer, "name" | "isDurable">,
  program: { pid: number; stop(): Promise<void> },
  { folder, concurrency, devices, port }: Place & { port: number },
): Peer {
  const { post, close } = poster(`http://127.0.0.1:${port}`, concurrency);
  return {
    ...said,
    judges: "a limit",
    pids: [program.pid],
    send: (index) => {
      const { device, ...body } = postOf(index, devices);
      return post(`/post/${device}`, JSON.stringify(body));
    },
    held: () => folderBytes(folder),
    stop: async () => {
      close();
      await program.stop();
    },
  };
}
