import { writeFile } from "node:fs/promises";
import path from "node:path";
import { connectAsync } from "mqtt";
import { freePort } from "../../local/processes/free-port.ts";
import { type Entry, findProgram, folderBytes, postOf, startProgram } from "./peer.ts";

const NAME = "Mosquitto, QoS 1 (last values)";
const CONNECT_MS_MAX = 10_000;

/** A broker that keeps each device's last message; nobody listens to it. */
export async function startMosquitto(place: {
  folder: string;
  concurrency: number;
  devices: number;
}): Promise<Entry> {
  const { folder, concurrency, devices } = place;
  const found = await findProgram("mosquitto", "mosquitto");
  if ("skipped" in found) return { name: NAME, ...found };
  const port = await freePort();
  const config = path.join(folder, "mosquitto.conf");
  const lines = [`listener ${port} 127.0.0.1`, "allow_anonymous true", "persistence true"];
  const own = [
    `persistence_location ${folder}/`,
    "autosave_interval 5",
    `user ${process.env.USER ?? "root"}`,
  ];
  await writeFile(config, [...lines, ...own, "log_type none", ""].join("\n"));
  const program = await startProgram(found.at, ["-c", config]);
  const connecting = Array.from({ length: concurrency }, () =>
    connectAsync(`mqtt://127.0.0.1:${port}`, { connectTimeout: CONNECT_MS_MAX, reconnectPeriod: 100 }),
  );
  const clients = await Promise.all(connecting);
  return {
    name: NAME,
    isDurable: false,
    judges: "nothing",
    pids: [program.pid],
    send: async (index) => {
      const { device, ...body } = postOf(index, devices);
      const client = clients[index % concurrency];
      await client?.publishAsync(`home/${device}`, JSON.stringify(body), { qos: 1, retain: true });
    },
    held: () => folderBytes(folder),
    stop: async () => {
      for (const client of clients) await client.endAsync(true);
      await program.stop();
    },
  };
}
