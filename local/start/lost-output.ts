/**
 * Goes on where what is printed can't be written, on a full disk or to a terminal that is gone: a service
 * that stops for want of a log serves nobody. What could not be written is lost.
 */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
