import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { HouseholdUnit } from "../../schema/vocabulary.ts";
import { type Language, languageFor } from "./format/language.ts";
import { type Teller, tellerFor } from "./format/teller.ts";

/** How whoever reads wants it, by links on the page that need no script; a cookie remembers. */
export type Reader = { language: Language; unit: HouseholdUnit | null; isLarge: boolean };

const CHOICES = { lang: /^(en|es)$/, unit: /^[CF]$/, text: /^(large|normal)$/ } as const;
type Choice = keyof typeof CHOICES;

const YEAR_SECONDS = 31_536_000;

/** What the address chooses is remembered in this browser; it is no secret and names nobody. */
export function readerOf(c: Context): Reader {
  c.header("Vary", "Accept-Language, Cookie");
  const unit = chosen(c, "unit");
  return {
    language: languageFor(chosen(c, "lang"), c.req.header("Accept-Language")),
    unit: unit === "C" || unit === "F" ? unit : null,
    isLarge: chosen(c, "text") === "large",
  };
}

function chosen(c: Context, choice: Choice): string | undefined {
  const asked = c.req.query(choice);
  if (asked !== undefined && CHOICES[choice].test(asked)) {
    setCookie(c, `reader_${choice}`, asked, {
      path: "/",
      secure: true,
      sameSite: "Lax",
      httpOnly: true,
      maxAge: YEAR_SECONDS,
    });
    return asked;
  }
  const kept = getCookie(c, `reader_${choice}`);
  return kept !== undefined && CHOICES[choice].test(kept) ? kept : undefined;
}

/** Uses the home's zone, and its scale where the reader has chosen none. */
export const tellerOf = (
  reader: Reader,
  home: { timeZone: string; temperatureUnit: HouseholdUnit },
  now: Date,
): Teller =>
  tellerFor({
    language: reader.language,
    timeZone: home.timeZone,
    unit: `°${reader.unit ?? home.temperatureUnit}`,
    now,
  });
