/** A moment of a row, which comes as text; null where the row has none. */
export const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
