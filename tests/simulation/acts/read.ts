import { shareApp } from "../../../functions/share/app.ts";
import { RESOLUTIONS } from "../../../schema/vocabulary.ts";
import type { ApiReadings } from "../../../schema/wire/readings.ts";
import type { Weather } from "../stage/faults.ts";
import { Instance } from "../stage/instance.ts";
import { portsOf } from "../world/ports.ts";
import type { Home, Scene } from "../world/world.ts";
import { type Answer, asPerson, asProgram, call } from "./api.ts";
import { keptMs, readPages } from "./read-pages.ts";

const LISTS = ["/devices", "/sensors", "/alerts?state=all", "/rules", "/alert-settings", "/quiet"];

/** A person views a list of the home, or its readings in a tier, or a share link. */
export async function readHome(scene: Scene, weather: Weather, home: Home): Promise<void> {
  const { chance } = scene;
  const link = home.links.at(-1);
  const looks = [readList, readReadings, readReadings];
  if (link !== undefined && chance.happens(0.3)) await lookThrough(scene, weather, home, link);
  else await chance.pick(looks)(scene, weather, home);
}

async function readList(scene: Scene, weather: Weather, home: Home): Promise<void> {
  const path = scene.chance.pick(LISTS);
  const answer = await ask(scene, weather, home, path);
  if (answer?.status === 200) keep(scene, home, path, JSON.stringify(answer.body));
}

async function readReadings(scene: Scene, weather: Weather, home: Home): Promise<void> {
  const { world, chance } = scene;
  const resolution = chance.pick(RESOLUTIONS);
  const promised = await promisedOf(scene, home, keptMs(resolution));
  const readings = await readPages(world, resolution, async (query) => {
    const answer = await ask(scene, weather, home, `/readings?${query}`);
    return answer?.status === 200 ? (answer.body as ApiReadings) : null;
  });
  if (readings === null) return;
  keep(scene, home, `/readings in ${resolution}`, JSON.stringify(readings));
  world.model.walks.push({ homeId: home.id, resolution, readings, promised });
}

/** Returns the acknowledged readings of existing devices, which must be there whatever happens meanwhile. */
async function promisedOf({ world }: Scene, home: Home, withinMs: number): Promise<number[]> {
  const rows = await world.database.query<{ id: string }>("select id from devices where household_id = $1", [
    home.id,
  ]);
  const there = home.devices.filter(
    ({ id, hasOwnClock }) => !hasOwnClock && rows.some((row) => row.id === id),
  );
  return [...world.model.sent.values()].flatMap(({ marker, deviceId, isAcknowledged, atMs }) =>
    isAcknowledged && atMs > world.stage.nowMs - withinMs && there.some(({ id }) => id === deviceId)
      ? [marker]
      : [],
  );
}

async function lookThrough(scene: Scene, weather: Weather, home: Home, token: string): Promise<void> {
  const instance = new Instance(scene.world.stage, weather);
  const app = shareApp(portsOf(instance, scene));
  const text = await instance.run(async () => {
    const answer = await app.request(`/api/share/${token}/latest`, {
      headers: { Accept: "application/json", "CF-Connecting-IP": "203.0.113.11" },
    });
    return answer.status === 200 ? await answer.text() : null;
  });
  if (text !== null) keep(scene, home, "a shared link", text);
}

/** Asks as a person or a program, whichever the home's plan allows. */
function ask(scene: Scene, weather: Weather, home: Home, path: string): Promise<Answer | null> {
  const [person] = home.people;
  const isProgram = home.plan === "pro" && scene.chance.happens(0.5);
  const headers = isProgram ? asProgram(home.apiKey) : asPerson(person?.cookie ?? "");
  return call(scene, weather, { method: "GET", path: `/api/v1${path}`, headers });
}

const keep = ({ world }: Scene, { id }: Home, what: string, text: string): void => {
  world.model.views.push({ homeId: id, what, text });
};
