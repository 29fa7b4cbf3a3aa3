type Group = readonly [region: string, zones: readonly (readonly [value: string, text: string])[]];

/** The zones by the region in their names, the chosen one among them even where it is an older name. */
export function zoneGroups(chosen: string): Group[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), chosen]);
  const regions = Map.groupBy(
    [...zones].filter((zone) => zone.includes("/") && !zone.startsWith("Etc/")).toSorted(),
    (zone) => zone.slice(0, zone.indexOf("/")),
  );
  return [...regions].map(([region, names]) => [region, names.map((zone) => [zone, townOf(zone)] as const)]);
}

/** `America/Indiana/Knox` is called `Knox, Indiana`. */
const townOf = (zone: string): string => zone.split("/").slice(1).reverse().join(", ").replaceAll("_", " ");
