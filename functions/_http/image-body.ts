import type { Context } from "hono";
import type { OpenedPhoto } from "../../lib/emergency/card.actions.ts";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { LIMITS } from "../../schema/limits.ts";
import { declaresMoreThan, readBytes } from "./body.ts";

/** A picture's bytes as the body; of a form with one file (multipart/form-data) that file. */
export async function imageBody(c: Context): Promise<Outcome<Uint8Array>> {
  const max = LIMITS.apiBodyBytesMax;
  if (declaresMoreThan(c.req.raw, max)) return refuse("bad_photo");
  const bytes = await readBytes(c.req.raw, max);
  if (!bytes.ok) return refuse("bad_photo");
  const type = c.req.header("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) return bytes;
  const file = await fileOf(bytes.value, type);
  return file === null ? refuse("bad_photo") : { ok: true, value: file };
}

async function fileOf(bytes: Uint8Array, type: string): Promise<Uint8Array | null> {
  try {
    const form = await new Response(Uint8Array.from(bytes), { headers: { "Content-Type": type } }).formData();
    const file = form.get("photo");
    return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : null;
  } catch {
    // The platform's reader throws for what is no form.
    return null;
  }
}

/** Shown as the picture that it is and as nothing else, to nobody but the one who asked. */
export const imageReply = (c: Context, { type, bytes }: OpenedPhoto): Response =>
  c.body(Uint8Array.from(bytes), 200, {
    "Content-Type": type,
    "Content-Disposition": "inline",
    "Content-Security-Policy":
      "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
