import type { Context, MiddlewareHandler } from "hono";
import type { Report } from "../../lib/kernel/ports.ts";
import type { NoteBody } from "../../lib/readings/record-readings.actions.ts";
import { inBackground } from "../_http/in-background.ts";

/** What a request says of itself while it is answered, for the log of its device's bodies. */
type Arriving = { ingestKey: string; bytes: Uint8Array; isBridged: boolean; isNews: boolean };

const ARRIVING = "arriving";

/** A body has been read under a key of the right form: whatever comes of it, its device's pages show it. */
export const noteArrival = (c: Context, arriving: Arriving): void => c.set(ARRIVING, arriving);

/** Notes bodies with their answers, once these have gone out. */
export const noteBodies =
  (ports: { report: Report; noteBody?: NoteBody }): MiddlewareHandler =>
  async (c, next) => {
    await next();
    const arriving: Arriving | undefined = c.get(ARRIVING);
    if (arriving === undefined || ports.noteBody === undefined) return;
    const { status } = c.res;
    // Nothing was looked at, or something broke that is no fault of the body.
    if (status === 429 || status === 401 || status >= 500) return;
    const { ingestKey, bytes, isBridged } = arriving;
    const isRefused = status >= 400;
    const error = isRefused ? await sentenceOf(c.res) : null;
    const isNews = isRefused || arriving.isNews;
    const work = ports.noteBody(ingestKey, { bytes, isBridged, status, error, isNews });
    if (work !== null) inBackground(c, ports.report, "bodies_not_noted", work);
  };

async function sentenceOf(answer: Response): Promise<string | null> {
  const body: unknown = await answer.clone().json();
  const isRefusal = typeof body === "object" && body !== null && "error" in body;
  return isRefusal && typeof body.error === "string" ? body.error : null;
}
