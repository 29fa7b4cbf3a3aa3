export type CsvField = string | number | boolean | null;

/** What a spreadsheet takes for the beginning of a formula, in either width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One line of RFC 4180, with its CRLF. Text that a spreadsheet would run gets an apostrophe in front; numbers
 * stay numbers, null is empty.
 */
export const csvLine = (fields: readonly CsvField[]): string => `${fields.map(csvField).join(",")}\r\n`;

function csvField(field: CsvField): string {
  if (field === null) return "";
  if (typeof field !== "string") return String(field);
  const text = FORMULA.test(field) ? `'${field}` : field;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
