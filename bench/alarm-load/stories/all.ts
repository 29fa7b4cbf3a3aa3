import type { Chance } from "../weather.ts";
import { DANGERS } from "./danger.ts";
import type { Story } from "./home.ts";
import { QUIET } from "./quiet.ts";
import { SETTLED } from "./settled.ts";
import { STRANGE } from "./strange.ts";
import type { Tale } from "./tale.ts";
import { Builder, type World } from "./worlds.ts";
import { YEARS } from "./year.ts";

export const TALES: Record<string, Tale> = { ...DANGERS, ...QUIET, ...STRANGE, ...YEARS, ...SETTLED };

/** One story of a world; the seed decides its weather, houses and noise. */
export function storyOf(world: World, name: string, seed: number): { story: Story; chance: Chance } {
  const tale = TALES[name];
  if (tale === undefined) throw new Error(`No story is called ${name}`);
  const build = new Builder(world, seed * 97 + Object.keys(TALES).indexOf(name));
  return { story: build.story(name, tale(build, world)), chance: build.chance };
}
