import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Member } from "../../lib/people/activity.ts";
import type { HomeFacts } from "../../lib/people/households.queries.ts";
import { HOUSEHOLD_UNITS, type HouseholdUnit, LANGUAGES, type Language } from "../../schema/vocabulary.ts";
import { languageFor } from "../_http/caller.ts";
import { COOKIE_ATTRIBUTES } from "../_http/cookies.ts";
import { type Teller, tellerFor } from "./format/teller.tsx";

/** The reader's choices, by links on the page that need no script; a cookie remembers them. */
export type Reader = { language: Language; unit: HouseholdUnit | null; isLarge: boolean };

const CHOICES = { lang: LANGUAGES, unit: HOUSEHOLD_UNITS, text: ["large", "normal"] } as const;
type Choice = keyof typeof CHOICES;

const YEAR_SECONDS = 31_536_000;

/** What the address chooses is remembered in this browser; it is no secret and names nobody. */
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

/** Who is signed in, and their home; nobody on the pages that lead there. */
export const signedIn = (c: Context): { member?: Member; home?: HomeFacts | null } => c.var;

/** What an account has chosen holds for the pages of this browser too; a unit of null is the home's. */
export function rememberReading(c: Context, { language, unit }: Pick<Reader, "language" | "unit">): void {
  remember(c, "lang", language);
  if (unit === null) deleteCookie(c, "reader_unit", { path: "/", secure: true });
  else remember(c, "unit", unit);
}

export type Zone = { timeZone: string; temperatureUnit: HouseholdUnit };

/** Uses the home's zone, and its scale where the reader has chosen none; a page about no home says the zone. */
export const tellerOf = ({ unit, ...reader }: Reader, home: Zone | null, now: Date): Teller =>
  tellerFor({
    ...reader,
    timeZone: home?.timeZone ?? "UTC",
    isZoneSaid: home === null,
    unit: `°${unit ?? home?.temperatureUnit ?? "F"}`,
    now,
  });
