/** How often one mutant may ask before it counts as a loop without an end. */
const ASKED_MAX = 30_000_000;

let active = -1;
let left = ASKED_MAX;
/** By their numbers: no method is called here that a test may count. */
let met: boolean[] | null = null;

declare global {
  // Instrumented files ask through here, at each place that a mutant would change.
  var __mutant: (id: number) => boolean;
}

globalThis.__mutant = (id) => {
  if (met !== null) met[id] = true;
  left -= 1;
  if (left < 0) throw new Error("asked too often: this loop has no end");
  return id === active;
};

/** The mutants that `run` would meet, while none of them is active. */
export async function mutantsMet(run: () => Promise<unknown>): Promise<Set<number>> {
  activate(-1);
  left = Number.POSITIVE_INFINITY;
  const found: boolean[] = [];
  met = found;
  try {
    await run();
  } finally {
    met = null;
  }
  return new Set(found.flatMap((isMet, id) => (isMet ? [id] : [])));
}

export function activate(id: number): void {
  [active, left] = [id, ASKED_MAX];
}
