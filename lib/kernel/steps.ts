/** Work that others may come between; each step says how much it was, in a unit of the work's own. */
export type Steps<Result> = Generator<number, Result, void>;

/** Goes through items one step each, and answers what was found in all of them, in their order. */
export function* inSteps<Item, Found>(
  items: readonly Item[],
  work: (item: Item) => readonly Found[],
  sizeOf: (item: Item) => number = () => 1,
): Steps<Found[]> {
  const found: Found[][] = [];
  for (const item of items) {
    found.push([...work(item)]);
    yield sizeOf(item);
  }
  return found.flat();
}
