/** What an operator has to do first, as a sentence. */
export class CellError extends Error {
  override name = "CellError" as const;
}
