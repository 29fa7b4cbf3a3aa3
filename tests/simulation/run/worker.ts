import { openSimulator, playSeed } from "./simulator.ts";

/** A process of a campaign: plays every seed that it gets, and sends the result. */
const [server = "", database = "", template = "", events = ""] = process.argv.slice(2);
const simulator = await openSimulator({ server, database, template });

process.on("message", async (seed: number) => {
  const { violations, tally, checked } = await playSeed(simulator, seed, Number(events));
  process.send?.({ seed, violations, tally, checked });
});
process.on("disconnect", () => void simulator.close());
process.send?.({ isReady: true });
