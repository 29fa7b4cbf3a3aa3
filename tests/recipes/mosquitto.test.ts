import type { ChildProcess } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { documentedRecipe } from "../support/documented-recipe.ts";
import { addDevice } from "../support/fixtures.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";
import { type Spawned, spawnProgram } from "../support/spawned.ts";

const PROGRAMS = ["mosquitto", "mosquitto_pub", "mosquitto_sub", "awk", "curl"];
const missing = PROGRAMS.filter((program) => !isOnPath(program));
if (missing.length > 0) console.warn(`SKIPPED: the MQTT recipe needs ${missing.join(", ")}`);

describe.skipIf(missing.length > 0)("the MQTT recipe with a real broker", () => {
  let house: ServedHouse;
  let folder: string;
  let port: number;
  const started: Spawned[] = [];

  const run = (program: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
    const spawned = spawnProgram(program, args, { cwd: folder, env });
    started.push(spawned);
    return spawned.child;
  };
  const publish = (topic: string, message: string) =>
    new Promise((resolve) => {
      const args = ["-p", String(port), "-q", "1", "-r", "-t", topic, "-m", message];
      run("mosquitto_pub", args).once("exit", resolve);
    });

  beforeAll(async () => {
    house = await serveHouse();
    folder = await memoryFolder("hearthwatch-mqtt-");
    port = await freePort();
    run("mosquitto", ["-p", String(port)]);
  });
  afterAll(async () => {
    for (const program of started) await program.end();
    await house?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("keeps the sensors of two devices apart, and sends nothing of a topic without a key", async () => {
    const [cellar, attic] = [
      await addDevice(house.database, house.home),
      await addDevice(house.database, house.home),
    ];
    await writeFile(
      path.join(folder, "keys.txt"),
      `tele/cellar/SENSOR ${cellar.ingestKey}\ntele/attic/SENSOR ${attic.ingestKey}\n`,
    );
    const telemetry = (celsius: number) => `{"DS18B20":{"Temperature":${celsius}},"TempUnit":"C"}`;
    const stored = () =>
      house.database.sql<{ id: string; value: number; unit: string }>`
        select d.id, s."values"[1] as value, sensor.unit from snapshots s join devices d
        on d.number = s.device_number join sensors sensor on sensor.device_id = d.id
        where d.id in (${cellar.id}, ${attic.id}) order by value`;
    await expect.poll(() => publish("tele/cellar/SENSOR", telemetry(4.5))).toBe(0);
    await publish("tele/attic/SENSOR", telemetry(-3.25));
    await publish("tele/neighbor/SENSOR", telemetry(-40));
    run("sh", ["-c", documentedRecipe("devices", "### MQTT", "sh")], {
      MQTT_PORT: String(port),
      HEARTHWATCH: house.url,
    });
    await expect.poll(stored).toEqual([
      { id: attic.id, value: -3.25, unit: "°C" },
      { id: cellar.id, value: 4.5, unit: "°C" },
    ]);
    expect(house.asked.filter((asked) => asked.includes("/api/ingest/"))).toHaveLength(2);
  });
});
