import type { Wake } from "../../../lib/kernel/ports.ts";
import type { Instance } from "../stage/instance.ts";
import { portsOf } from "../world/ports.ts";
import type { Scene } from "../world/world.ts";
import { beginJob } from "./job.ts";

/** The services of an instance that has the outbox sent as soon as there is something in it. */
export function wakingServices(instance: Instance, scene: Scene) {
  const { stage, weather } = instance;
  // The call may be lost, and then the clock does it.
  const wake: Wake = async () => {
    if (weather.happens("wake_lost", 0.5)) return;
    stage.join(() => beginJob(scene, weather, "dispatch", { trigger: "manual" }));
  };
  return { ...portsOf(instance, scene), wake };
}
