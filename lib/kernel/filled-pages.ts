/**
 * The items in their order, so many together that their sizes come to `max` at most; a larger one is alone.
 */
export function filledPages<Item>(
  items: readonly Item[],
  max: number,
  sizeOf: (item: Item) => number,
): Item[][] {
  const pages: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const page = pages.at(-1);
    if (page === undefined || size > left) {
      pages.push([item]);
      left = max - size;
    } else {
      page.push(item);
      left -= size;
    }
  }
  return pages;
}
