import type { Weather } from "../stage/faults.ts";
import type { Home, Scene } from "../world/world.ts";
import { asPerson, asProgram, call, outcomeOf } from "./api.ts";
import { acknowledge, addDevice, removeDevice, share, snooze, switchDevice, type Wish } from "./wishes.ts";

const WISHES = [addDevice, removeDevice, switchDevice, snooze, acknowledge, share];

/** A person changes something about the home, and learns or doesn't learn that it was done. */
export async function changeSomething(scene: Scene, weather: Weather, home: Home): Promise<void> {
  await ask(scene, weather, home, await scene.chance.pick(WISHES)(scene, home));
}

/** Does nothing without a wish. */
export async function ask(scene: Scene, weather: Weather, home: Home, wish: Wish | null): Promise<void> {
  const { world } = scene;
  const [person] = home.people;
  if (wish === null || person === undefined) return;
  const isPersonal = wish.isPersonal === true || home.plan === "free";
  const headers = isPersonal ? asPerson(person.cookie) : asProgram(home.apiKey);
  const answer = await call(scene, weather, { ...wish, headers, path: `/api/v1${wish.path}` });
  const isMoot = answer !== null && answer.status === 200 && wish.isMoot?.(answer.body) === true;
  const outcome = isMoot ? "refused" : outcomeOf(answer);
  const isDone = outcome === "done" && answer !== null;
  const subject = isDone && wish.madeIn !== undefined ? wish.madeIn(answer.body) : wish.subject;
  world.model.wishes.push({ homeId: home.id, action: wish.action, subject, outcome });
  if (isDone) wish.onDone?.(answer);
}
