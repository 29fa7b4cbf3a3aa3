/** How bytes travel between the database and here: as base64, which takes a third more than they do, and not twice. */

/** A call takes only so many arguments. */
const PIECE_BYTES = 8_192;

export function chunkText(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE_BYTES));
  return btoa(text);
}

/** Not every platform's language has it yet. */
const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };

/** PostgreSQL breaks base64 into lines, which both ways overlook. */
export function chunkBytes(text: string): Uint8Array {
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/** PostgreSQL counts from the year 2000. */
const MOMENTS_FROM_MICROS = Date.UTC(2000, 0, 1) * 1_000;

const FORMS = {
  integer: { bytes: 4, read: (view: DataView, at: number) => view.getInt32(at) },
  float: { bytes: 8, read: (view: DataView, at: number) => view.getFloat64(at) },
  /** Epoch microseconds. */
  moment: {
    bytes: 8,
    read: (view: DataView, at: number) =>
      view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4) + MOMENTS_FROM_MICROS,
  },
};

export type ColumnForm = keyof typeof FORMS;

/** The numbers of a column that the database has packed. */
export function unpacked(form: ColumnForm, text: string | null): number[] {
  const numbers: number[] = [];
  const { bytes, read } = FORMS[form];
  const view = new DataView(chunkBytes(text ?? "").buffer);
  for (let at = 0; at < view.byteLength; at += bytes) numbers.push(read(view, at));
  return numbers;
}
