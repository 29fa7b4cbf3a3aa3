type Counts = Record<string, number>;

export function addCounts(sum: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count;
}

/** Names and counts in two columns, the most frequent first. */
export function tableOf(title: string, counts: Counts): string {
  const rows = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const width = Math.max(title.length, ...rows.map(([name]) => name.length));
  return [
    title,
    ...rows.map(([name, count]) => `  ${name.padEnd(width)}  ${count.toLocaleString("en")}`),
  ].join("\n");
}
