import type { Context } from "hono";
import type { Report } from "../../lib/kernel/ports.ts";
import type { NoteBody } from "../../lib/readings/record-readings.actions.ts";
import { inBackground } from "../_http/in-background.ts";

/** What a request says of itself while it is answered, for the log of its device's bodies. */
type Arriving = { keyHash: Uint8Array; bytes: Uint8Array; isBridged: boolean; isNews: boolean };

const ARRIVING = "arriving";

/** A body has been read under a key of the right form: whatever comes of it, its device's pages show it. */
export const noteArrival = (c: Context, arriving: Arriving): void => c.set(ARRIVING, arriving);

/** Notes a body with its answer, once this has gone out. */
export function noteBody(c: Context, ports: { report: Report; noteBody?: NoteBody }): void {
  const arriving: Arriving | undefined = c.get(ARRIVING);
  if (arriving === undefined || ports.noteBody === undefined) return;
  const { status } = c.res;
  // Nothing was read, or something broke that isn't the body's fault.
  if (status === 429 || status === 401 || status >= 500) return;
  const { keyHash, bytes, isBridged } = arriving;
  const isRefused = status >= 400;
  const error = isRefused ? (c.get("refusedWith") ?? null) : null;
  const isNews = isRefused || arriving.isNews;
  const work = ports.noteBody(keyHash, { bytes, isBridged, status, error, isNews });
  if (work !== null) inBackground(c, ports.report, "bodies_not_noted", work);
}
