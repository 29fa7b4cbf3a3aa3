import type { Wake } from "../../../lib/kernel/ports.ts";
import type { Instance } from "../stage/instance.ts";
import { portsOf } from "../world/ports.ts";
import type { Scene } from "../world/world.ts";
import { beginJob } from "./job.ts";

/** Returns an instance's services, which send the outbox as soon as it has something. */
export function wakingServices(instance: Instance, scene: Scene) {
  const { stage, weather } = instance;
  // The call may be lost; then the clock sends.
  const wake: Wake = async () => {
    if (weather.happens("wake_lost", 0.5)) return;
    stage.join(() => beginJob(scene, weather, "dispatch", { trigger: "manual" }));
  };
  return { ...portsOf(instance, scene), wake };
}
