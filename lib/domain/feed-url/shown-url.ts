/** A feed's URL for those who may not change it: its query may hold a key, its user and fragment, too. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return "";
  return `${url.origin}${url.pathname}${url.search === "" ? "" : "?***"}`;
}

/** What stands beside a sealed URL for eyes: where it leads, and nothing that could be a key. */
export const originOf = (text: string): string => URL.parse(text)?.origin ?? "";
