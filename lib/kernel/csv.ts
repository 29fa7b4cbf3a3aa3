type CsvField = string | number | boolean | null;

/** Begins a file that spreadsheets shall read as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * Where a spreadsheet could take what follows for a formula, in either width. Many locales separate cells by
 * a semicolon, some programs by a tab, and break the quoted text of others there: each such place is a
 * beginning too.
 */
const BEFORE_FORMULA = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/g;
const LEADING_CONTROL = /^[\t\r\n]/;

const NEEDS_QUOTES = /[",;\t\r\n]/;
/** Most fields, recognised in one test: they need no quotes, and no formula begins. */
const PLAIN = /^(?!\s*[=+\-@＝＋－＠])[^",;\t\r\n]*$/;

/**
 * One line of RFC 4180, with its CRLF. An apostrophe stands before whatever a spreadsheet would run, in every
 * locale; numbers stay numbers, null is empty.
 */
export const csvLine = (fields: readonly CsvField[]): string => `${fields.map(csvField).join(",")}\r\n`;

function csvField(field: CsvField): string {
  if (field === null) return "";
  if (typeof field !== "string") return String(field);
  if (PLAIN.test(field)) return field;
  const guarded = field.replace(BEFORE_FORMULA, "'");
  const text = LEADING_CONTROL.test(guarded) ? `'${guarded}` : guarded;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
