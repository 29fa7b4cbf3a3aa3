import type { Town } from "../../../lib/people/place/towns.ts";
import type { Language } from "../../../schema/vocabulary.ts";

/** `Duluth, Minnesota, United States`: the country in the reader's language. */
export function townText({ name, region, country }: Town, language: Language): string {
  const countryName = new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
  return [name, region, countryName].filter((part) => part !== "").join(", ");
}
