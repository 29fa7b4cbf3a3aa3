import { v1App } from "../../../functions/v1/app.ts";
import type { Resolution } from "../../../schema/vocabulary.ts";
import type { ApiReadings } from "../../../schema/wire/readings.ts";
import { asPerson } from "../acts/api.ts";
import { type Reading, readPages } from "../acts/read-pages.ts";
import { wakingServices } from "../acts/waking-ports.ts";
import { chanceOf } from "../stage/chance.ts";
import { Weather } from "../stage/faults.ts";
import { Instance } from "../stage/instance.ts";
import { type Home, keysOf, type World } from "../world/world.ts";

type ReadBack = (home: Home, resolution: Resolution) => Promise<Reading[]>;

/** Reads all devices as a home's owner, page by page, each resolution once. */
export function readerOf(world: World): ReadBack {
  const chance = chanceOf(1);
  const app = v1App(wakingServices(new Instance(world.stage, new Weather(chance, 0, {})), { world, chance }));
  const known = new Map<string, Reading[]>();
  const page = async (path: string, headers: Record<string, string>): Promise<ApiReadings> => {
    const answers: Response[] = [];
    await world.stage.play(chance, [async () => void answers.push(await app.request(path, { headers }))]);
    const [answer] = answers;
    if (answer?.status !== 200) throw new Error(`Reading was answered ${answer?.status}`);
    return (await answer.json()) as ApiReadings;
  };
  return async (home, resolution) => {
    const key = `${home.id} ${resolution}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const headers = asPerson(home.people[0]?.cookie ?? "");
    const readings =
      (await readPages(world, resolution, (query) => page(`/api/v1/readings?${query}`, headers))) ?? [];
    known.set(key, readings);
    return readings;
  };
}

/** Leaves out the readings of a home's other devices. */
export const ofDevice = (readings: readonly Reading[], device: Parameters<typeof keysOf>[0]): Reading[] =>
  readings.filter(({ key }) => keysOf(device).includes(key));
