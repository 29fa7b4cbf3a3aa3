/** One thing that a deployment does. `run` tells what came of it: "applied", "unchanged" … */
export type Step = {
  title: string;
  run: () => Promise<string>;
};

/** A program of the platform. It throws with the program's own words where it fails. */
export type RunProgram = (
  program: readonly [string, ...string[]],
  options?: { env?: Record<string, string>; input?: string },
) => Promise<string>;

/** Prints each step and what came of it; a failure ends the deployment there, and the next run continues. */
export async function runSteps(steps: readonly Step[], print: (line: string) => void): Promise<void> {
  for (const [index, { title, run }] of steps.entries()) {
    const came = await run();
    print(`  ${index + 1}/${steps.length} ${title}: ${came}`);
  }
}
