import { memoryFolder } from "../../support/memory-folder.ts";
import { ACTS } from "./acts.ts";
import { Machine } from "./machine.ts";
import { playMachine } from "./play.ts";
import { anotherUser } from "./user.ts";

type MachineCampaign = {
  from: number;
  seeds: number;
  events: number;
  minutes: number;
  /** The service runs as an ordinary user beside root. */
  asAnother: boolean;
};

/**
 * `npm run simulate -- --machine`: histories of the real process tree, one after the other, until one breaks a promise:
 * what comes after it on the same machine would only break it again. Gives the exit code.
 */
export async function machineCampaign(campaign: MachineCampaign): Promise<number> {
  const user = campaign.asAnother ? anotherUser() : null;
  if (campaign.asAnother && user === null) {
    console.error(
      "Only root can start the service as another user, and that user must be able to read this folder.",
    );
    return 1;
  }
  const folder = await memoryFolder("hearthwatch-machine-");
  const machine = await Machine.open({ folder, user: user ?? undefined });
  const played: Record<string, number> = {};
  const { from, seeds, events, minutes } = campaign;
  const until = Date.now() + minutes * 60_000;
  let histories = 0;
  try {
    for (let seed = from; seed < from + seeds && Date.now() < until; seed += 1) {
      const { acts, violations } = await playMachine(machine, seed, events);
      histories += 1;
      for (const act of acts) played[act] = (played[act] ?? 0) + 1;
      for (const line of violations) console.log(line);
      if (violations.length > 0) break;
    }
  } finally {
    await machine.close();
  }
  for (const { name } of ACTS) console.log(`${String(played[name] ?? 0).padStart(5)}  ${name}`);
  const { acknowledged, violations } = machine;
  console.log(
    `${histories} histories of ${events} acts on one machine: ${acknowledged.length} posts acknowledged, ${violations.length} promises broken`,
  );
  return violations.length === 0 ? 0 : 1;
}
