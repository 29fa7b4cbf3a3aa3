import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { connect as connectTo, createServer, type Socket } from "node:net";
import path from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type MqttBridge, startMqttBridge } from "../../local/mqtt/bridge.ts";
import { openDeviceKeys } from "../../local/mqtt/home-api.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";
import { type Spawned, spawnProgram } from "../support/spawned.ts";

const PROGRAMS = ["mosquitto", "mosquitto_passwd", "openssl"];
const missing = PROGRAMS.filter((program) => !isOnPath(program));
if (missing.length > 0) console.warn(`SKIPPED: a broker with TLS and users needs ${missing.join(", ")}`);

const POLL = { timeout: 60_000 };

/** Passes bytes on, until told to cut the connections, as a power failure does, or to lose their bytes. */
async function wire(to: number): Promise<{ port: number; cut(): void; lose(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const far = connectTo(to, "127.0.0.1");
    for (const each of [socket, far]) {
      sockets.add(each);
      each.on("error", () => each.destroy());
    }
    socket.pipe(far).pipe(socket);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const lose = () => {
    for (const socket of sockets) socket.unpipe().resume();
  };
  return { port, cut, lose };
}

describe.skipIf(missing.length > 0)("the bridge at a broker with TLS and users", () => {
  let folder: string;
  let broker: Spawned;
  let port: number;
  let ca: string;
  let outside: MqttClient;
  let bridge: MqttBridge | undefined;
  const heard = new Map<string, string>();

  beforeAll(async () => {
    folder = await memoryFolder("hearthwatch-mqtt-tls-");
    port = await freePort();
    const own = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1";
    const files = "-keyout key.pem -out cert.pem -addext subjectAltName=IP:127.0.0.1";
    execFileSync("openssl", `req ${own} ${files}`.split(" "), { cwd: folder, stdio: "ignore" });
    await writeFile(path.join(folder, "users"), "home:s3cret word\n", { mode: 0o600 });
    execFileSync("mosquitto_passwd", ["-U", "users"], { cwd: folder, stdio: "ignore" });
    const config = `listener ${port} 127.0.0.1\ncertfile cert.pem\nkeyfile key.pem\nallow_anonymous false\npassword_file users\n`;
    const asRoot = process.getuid?.() === 0 ? "user root\n" : "";
    await writeFile(path.join(folder, "broker.conf"), asRoot + config);
    ca = await readFile(path.join(folder, "cert.pem"), "utf8");
    broker = spawnProgram("mosquitto", ["-c", "broker.conf"], { cwd: folder });
    const login = { username: "home", password: "s3cret word", ca };
    outside = await vi.waitFor(() => connectAsync(`mqtts://127.0.0.1:${port}`, login), POLL);
    outside.on("message", (topic, payload) => heard.set(topic, payload.toString()));
    await outside.subscribeAsync("hearthwatch/#");
  }, 60_000);
  afterEach(async () => {
    await bridge?.stop();
    bridge = undefined;
  });
  afterAll(async () => {
    await outside?.endAsync(true);
    await broker?.end();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (login: string, at: number, authority: string | undefined) => {
    const log: string[] = [];
    const posts: unknown[] = [];
    const api = {
      makeDevice: async (name: string) => `http://home/${name}`,
      post: async (_: string, body: unknown) => {
        posts.push(body);
        return { status: 200, error: "" };
      },
      states: async () => ({ alerts: 0, worst: "none" as const, offline: 0 }),
    };
    const keys = await openDeviceKeys(folder);
    const url = `mqtts://${login}@127.0.0.1:${at}`;
    bridge = startMqttBridge(
      { url, apiKey: "", ca: authority },
      { api, keys, onLog: (line) => log.push(line) },
    );
    return { log, posts };
  };

  test("is let in with its user, and posts what is published", async () => {
    const { log, posts } = await start("home:s3cret%20word", port, ca);
    await expect.poll(() => heard.get("hearthwatch/status")).toBe("online");
    await outside.publishAsync("zigbee2mqtt/Cellar", '{"temperature":5.5,"linkquality":80}');
    await expect.poll(() => posts).toEqual([{ temperature: 5.5, linkquality: 80 }]);
    expect(log.filter((line) => !line.endsWith("has a device now"))).toEqual([]);
  });

  test("leaves its last will where the line is cut", async () => {
    const line = await wire(port);
    await start("home:s3cret%20word", line.port, ca);
    await expect.poll(() => heard.get("hearthwatch/status")).toBe("online");
    line.cut();
    await expect.poll(() => heard.get("hearthwatch/status")).toBe("offline");
  });

  test("stops though the broker answers no more", { timeout: 30_000 }, async () => {
    const line = await wire(port);
    await start("home:s3cret%20word", line.port, ca);
    await expect.poll(() => heard.get("hearthwatch/status")).toBe("online");
    line.lose();
    await bridge?.stop();
    bridge = undefined;
    line.cut();
  });

  test.each([
    ["a wrong password", "home:other", true, /not authori[sz]ed/i],
    ["an authority that nobody named", "home:s3cret%20word", false, /self[- ]signed|certificate/i],
  ])("says %s in the log, and goes on", async (_, login, isKnown, reason) => {
    const { log } = await start(login, port, isKnown ? ca : undefined);
    await expect.poll(() => log.join("\n")).toMatch(reason);
    expect(log.join("\n")).not.toMatch(/s3cret|other/);
  });
});
