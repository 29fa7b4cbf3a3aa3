import type { Report } from "../../lib/kernel/ports.ts";
import type { NoteBody } from "../../lib/readings/record-readings.actions.ts";
import { inBackground } from "../_http/in-background.ts";
import type { Answer, IngestExchange } from "./exchange.ts";

/** What a request says of itself while it is answered, for the log of its device's bodies. */
type Arriving = { ingestKey: string; bytes: Uint8Array; isBridged: boolean; isNews: boolean };

const ARRIVING = "arriving";

/** A body has been read under a key of the right form: whatever comes of it, its device's pages show it. */
export const noteArrival = (c: IngestExchange, arriving: Arriving): void => c.set(ARRIVING, arriving);

/** Notes a body with its answer, once this has gone out. */
export function noteBody(c: IngestExchange, ports: { report: Report; noteBody?: NoteBody }): void {
  const arriving = c.get(ARRIVING) as Arriving | undefined;
  if (arriving === undefined || ports.noteBody === undefined) return;
  const { status } = c.res;
  // Nothing was read, or something broke that isn't the body's fault.
  if (status === 429 || status === 401 || status >= 500) return;
  const { ingestKey, bytes, isBridged } = arriving;
  const isRefused = status >= 400;
  const error = isRefused ? sentenceOf(c.res) : null;
  const isNews = isRefused || arriving.isNews;
  const work = ports.noteBody(ingestKey, { bytes, isBridged, status, error, isNews });
  if (work !== null) inBackground(c, ports.report, "bodies_not_noted", work);
}

function sentenceOf({ body }: Answer): string | null {
  const said: unknown = JSON.parse(body ?? "null");
  const isRefusal = typeof said === "object" && said !== null && "error" in said;
  return isRefusal && typeof said.error === "string" ? said.error : null;
}
