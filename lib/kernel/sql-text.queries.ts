import type { SQL, SQLWrapper } from "drizzle-orm";

/** A part of either kind, or a value, which is never part of the text. */
type Piece = SQLWrapper | string | number | boolean | Date | Uint8Array | null;

/** By this name drizzle knows its own parts, whoever has made them. */
const KIND = Symbol.for("drizzle:entityKind");

class Words {
  static readonly [KIND] = "StringChunk";
  readonly value: string[];

  constructor(text: string) {
    this.value = [text];
  }
}

/** A statement, or a part of one. Drizzle takes it for one of its own, and asks for `queryChunks`. */
export class SqlText implements SQLWrapper {
  static readonly [KIND] = "SQL";
  readonly #words: readonly string[];
  readonly #pieces: readonly Piece[];

  constructor(words: readonly string[], pieces: readonly Piece[]) {
    this.#words = words;
    this.#pieces = pieces;
  }

  getSQL(): SQL {
    return this as unknown as SQL;
  }

  get queryChunks(): unknown[] {
    return this.#words.flatMap((text, place) =>
      place === 0 ? [new Words(text)] : [this.#pieces[place - 1], new Words(text)],
    );
  }

  /** As PostgreSQL gets it; `params` grows by the values. */
  render(params: unknown[]): string {
    let text = this.#words[0] ?? "";
    for (const [place, piece] of this.#pieces.entries())
      text += textOf(piece, params) + (this.#words[place + 1] ?? "");
    return text;
  }
}

function textOf(piece: Piece, params: unknown[]): string {
  if (piece instanceof SqlText) return piece.render(params);
  if (piece !== null && typeof piece === "object" && "getSQL" in piece)
    throw new Error("Only drizzle can write this part of a statement");
  params.push(piece);
  return `$${params.length}`;
}

/**
 * Drizzle's `sql` where statements are text alone, in a twentieth of it: drizzle's also knows tables, columns and their types,
 * which were 4 KB of the ingest function. Each may stand in the other; what holds a part of drizzle's is for drizzle to write.
 */
export const sql = (words: TemplateStringsArray, ...pieces: Piece[]): SqlText => new SqlText(words, pieces);

/** Text of the code itself, such as the name of a CTE: nothing that somebody has sent. */
export const rawSql = (text: string): SqlText => new SqlText([text], []);
