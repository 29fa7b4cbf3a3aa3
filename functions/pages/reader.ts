import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Member } from "../../lib/people/activity.ts";
import type { HomeFacts } from "../../lib/people/households.queries.ts";
import { HOUSEHOLD_UNITS, type HouseholdUnit, LANGUAGES, type Language } from "../../schema/vocabulary.ts";
import { languageFor } from "../_http/caller.ts";
import { COOKIE_ATTRIBUTES } from "../_http/cookies.ts";
import { type Teller, tellerFor } from "./format/teller.tsx";

/** The reader's choices. The page has links for them, which need no script; cookies remember them. */
export type Reader = { language: Language; unit: HouseholdUnit | null; isLarge: boolean };

const CHOICES = { lang: LANGUAGES, unit: HOUSEHOLD_UNITS, text: ["large", "normal"] } as const;
type Choice = keyof typeof CHOICES;

const YEAR_SECONDS = 31_536_000;

/** Returns the choices in the query or the cookies, and remembers those of the query. They identify nobody. */
export function readerOf(c: Context): Reader {
  c.header("Vary", "Accept-Language, Cookie");
  return {
    language: languageFor(chosen(c, "lang"), c.req.header("Accept-Language")),
    unit: chosen(c, "unit") ?? null,
    isLarge: chosen(c, "text") === "large",
  };
}

function chosen<Name extends Choice>(c: Context, choice: Name): (typeof CHOICES)[Name][number] | undefined {
  const known: readonly (typeof CHOICES)[Name][number][] = CHOICES[choice];
  const among = (text: string | undefined) => known.find((each) => each === text);
  const asked = among(c.req.query(choice));
  if (asked !== undefined) remember(c, choice, asked);
  return asked ?? among(getCookie(c, `reader_${choice}`));
}

const remember = (c: Context, choice: Choice, value: string): void =>
  setCookie(c, `reader_${choice}`, value, { ...COOKIE_ATTRIBUTES, maxAge: YEAR_SECONDS });

/** Returns the signed-in member and their home; both undefined on pages without a session. */
export const signedIn = (c: Context): { member?: Member; home?: HomeFacts | null } => c.var;

/** Copies an account's choices into this browser's cookies. A `unit` of null stands for the home's unit. */
export function rememberReading(c: Context, { language, unit }: Pick<Reader, "language" | "unit">): void {
  remember(c, "lang", language);
  if (unit === null) deleteCookie(c, "reader_unit", { path: "/", secure: true });
  else remember(c, "unit", unit);
}

export type Zone = { timeZone: string; temperatureUnit: HouseholdUnit };

/** Creates the teller. Uses the home's time zone and default unit. Without a home, uses UTC and names it. */
export const tellerOf = ({ unit, ...reader }: Reader, home: Zone | null, now: Date): Teller =>
  tellerFor({
    ...reader,
    timeZone: home?.timeZone ?? "UTC",
    isZoneSaid: home === null,
    unit: `°${unit ?? home?.temperatureUnit ?? "F"}`,
    now,
  });
