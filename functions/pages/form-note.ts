import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Vault } from "../../lib/kernel/ports.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import type { Words } from "../../lib/language/pages.ts";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";
import type { SentForm } from "./form.ts";
import { problemPage } from "./problem-page.tsx";

/** A form's result that the next page shows once. */
export type ShownOnce =
  | { kind: "links" | "keys" | "inbound"; text: string; secret?: string | null }
  | { kind: "webhook"; secret: string }
  | { kind: "ingest"; url: string }
  | { kind: "telegram"; url: string; groupUrl: string }
  | { kind: "feed-trial" };

/**
 * A note from a form to the next page. Each form is answered with a redirect, so that reloading or going back sends
 * nothing twice. The note travels encrypted in a cookie, and is read once.
 */
export type FormNote = {
  /** The path of the page that shows it. */
  page: string;
  /** The path that the form was sent to. */
  form: string;
  values: [name: string, value: string][];
  problem?: Problem;
  shown?: ShownOnce;
  /** Set if the session had ended, so that the form wasn't run. */
  isSignedOut?: true;
};

export type NoteVariables = { note?: FormNote; keepNote: (note: FormNote) => Promise<void> };

/** Browsers keep at most 4,096 bytes of a cookie, with its name and attributes, so a note may need several. */
const COOKIES = ["__Host-note", "__Host-note-2", "__Host-note-3"] as const;
const COOKIE_CHARACTERS = 3_800;
/** A longer note wouldn't fit into the cookies after encryption and base64url. A full emergency card in English fits. */
const NOTE_BYTES_MAX = 8_200;
const NOTE_SECONDS = PEOPLE_LIMITS.signInMinutes * 2 * 60;
const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;

/** Reads the note for this page, and lets a form's handler write one. */
export const formNotes = ({ serverVault }: CoreServices) =>
  createMiddleware<{ Variables: NoteVariables }>(async (c, next) => {
    c.set("keepNote", async (note) => {
      const sealed = await serverVault.seal("form-note", "browser", fittingText(note));
      for (const [index, name] of COOKIES.entries()) {
        const part = sealed.slice(index * COOKIE_CHARACTERS, (index + 1) * COOKIE_CHARACTERS);
        if (part !== "") setCookie(c, name, part, { ...ATTRIBUTES, maxAge: NOTE_SECONDS });
        else if (getCookie(c, name) !== undefined) forget(c, name);
      }
    });
    const note = c.req.method === "GET" ? await noteIn(c, serverVault) : undefined;
    if (note?.page === c.req.path) {
      c.set("note", note);
      for (const name of COOKIES) if (getCookie(c, name) !== undefined) forget(c, name);
    }
    await next();
  });

const forget = (c: Context, name: string): string | undefined => deleteCookie(c, name, ATTRIBUTES);

async function noteIn(c: Context, vault: Vault): Promise<FormNote | undefined> {
  const sealed = COOKIES.map((name) => getCookie(c, name) ?? "").join("");
  if (sealed === "") return undefined;
  const opened = await vault.open("form-note", "browser", sealed);
  // Only this service can encrypt a note, so the decrypted text has the right shape.
  return opened === null || opened.text === null ? undefined : (JSON.parse(opened.text) as FormNote);
}

/**
 * Encodes a note. If its values don't fit, as after a mistaken paste, the longest are left out: their fields show what is
 * stored. Cut text would look whole, and the next save would store it.
 */
function fittingText(note: FormNote): string {
  let room = NOTE_BYTES_MAX - bytesOf({ ...note, values: [] });
  const shortest = note.values.toSorted(([, one], [, other]) => one.length - other.length);
  const kept = new Set<FormNote["values"][number]>();
  for (const entry of shortest) {
    room -= bytesOf(entry) + 1;
    if (room < 0) break;
    kept.add(entry);
  }
  return JSON.stringify({ ...note, values: note.values.filter((entry) => kept.has(entry)) });
}

const bytesOf = (part: unknown): number => new TextEncoder().encode(JSON.stringify(part)).length;

/** Refusals that no correction of the form can solve. A separate page shows them. */
const FINAL: readonly Problem["name"][] = [
  "not_found",
  "cross_site",
  "role_forbids",
  "internal",
  "store_failed",
  "dead_link",
];

/** Redirects to the form's page (a path and query), which shows the typed values and the error. */
export async function formRefused(c: Context, page: string, problem: Problem, form?: SentForm) {
  if (FINAL.includes(problem.name)) return problemPage(c, problem);
  c.set("problem", problem.name);
  const [path = page] = page.split("?");
  await keeperOf(c)({ page: path, form: c.req.path, values: form?.entries() ?? [], problem });
  return c.redirect(page, 303);
}

/** Redirects to a page that says what the form has done. */
export const doneAt = (c: Context, path: string, done: keyof Words["done"]): Response =>
  c.redirect(`${path}${path.includes("?") ? "&" : "?"}done=${done}`, 303);

/** Redirects to a page that shows a result once. The trial of a feed also keeps the typed values. */
export async function shownOnce(c: Context, page: string, shown: ShownOnce, form: SentForm) {
  await keeperOf(c)({ page, form: page, values: shown.kind === "feed-trial" ? form.entries() : [], shown });
  return c.redirect(page, 303);
}

export const noteOf = (c: Context): FormNote | undefined =>
  (c as Context<{ Variables: NoteVariables }>).var.note;
export const keeperOf = (c: Context): NoteVariables["keepNote"] =>
  (c as Context<{ Variables: NoteVariables }>).var.keepNote;
