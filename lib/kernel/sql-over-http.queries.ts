import type { NeonHttpClient } from "drizzle-orm/neon-http/session";
import { readValue, valueText } from "./sql-values.ts";

/**
 * The calls that the typed queries make: of Neon's driver, of what stands here, or of a connection that a process holds
 * itself. What fails before a statement was sent has the code 08001.
 */
export type SqlClient = NeonHttpClient;

/** How a call is posted; the platform's own `fetch`, but where a test stands in between. */
export type SendSql = (url: string, init: SqlRequest) => Promise<Response>;
type SqlRequest = { method: "POST"; headers: Record<string, string>; body: string };

type Form = { arrayMode?: boolean; fullResults?: boolean };
type Batch = Form & { isolationLevel?: string; readOnly?: boolean; deferrable?: boolean };
type Field = { name: string; dataTypeID: number };
type Answer = { command: string; rowCount: number | null; fields: Field[]; rows: (string | null)[][] };

/** A statement that failed: what PostgreSQL says of it, or that nothing is known of its end. */
class SqlError extends Error {
  override name = "SqlError" as const;
  readonly sourceError: unknown;

  constructor(message: string, fields: object = {}, sourceError?: unknown) {
    super(message);
    Object.assign(this, fields);
    this.sourceError = sourceError;
  }
}

/** Runs when it is awaited, so that a batch can take it along instead. */
export class Statement<Result> implements PromiseLike<Result> {
  readonly text: string;
  readonly params: readonly unknown[];
  readonly form: Form;
  readonly #run: (statement: Statement<Result>) => Promise<Result>;

  constructor(
    text: string,
    params: readonly unknown[],
    form: Form,
    run: (statement: Statement<Result>) => Promise<Result>,
  ) {
    this.text = text;
    this.params = params;
    this.form = form;
    this.#run = run;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is what starts it.
  then<Done = Result, Failed = never>(
    onDone?: ((result: Result) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#run(this).then(onDone, onFailed);
  }
}

/**
 * Neon's SQL over HTTP: a statement, or several as one transaction, is one POST. Its own driver does the same in 83 KB,
 * and takes the connection string apart at each call.
 */
export function sqlOverHttp(url: string, endpoint: string | undefined, send: SendSql): SqlClient {
  const address = endpoint ?? endpointOf(url);
  const headers = {
    "Neon-Connection-String": url,
    "Neon-Raw-Text-Output": "true",
    "Neon-Array-Mode": "true",
  };
  const post = async (body: object, more?: Record<string, string>): Promise<unknown> => {
    const request = { method: "POST" as const, headers: { ...headers, ...more }, body: JSON.stringify(body) };
    const response = await send(address, request).catch((error: unknown) => {
      throw new SqlError(`Error connecting to database: ${error}`, {}, error);
    });
    return response.ok ? await response.json() : await refused(response);
  };
  const query = (text: string, params: readonly unknown[] = [], form: Form = {}) =>
    new Statement<unknown>(text, params, form, async (statement) =>
      resultOf((await post(sent(statement))) as Answer, form),
    );
  const transaction = async (statements: readonly Statement<unknown>[], batch: Batch = {}) => {
    const { results } = (await post({ queries: statements.map(sent) }, batchHeaders(batch))) as {
      results: Answer[];
    };
    return results.map((answer, index) => resultOf(answer, { ...batch, ...statements[index]?.form }));
  };
  return Object.assign(query, { query, transaction }) as unknown as SqlClient;
}

/** Neon's address for the region of a database's host. */
const endpointOf = (url: string): string =>
  `https://${new URL(url).hostname.replace(/^[^.]+\./, "api.")}/sql`;

const sent = ({ text, params }: Statement<unknown>) => ({ query: text, params: params.map(valueText) });

const batchHeaders = ({ isolationLevel, readOnly, deferrable }: Batch): Record<string, string> => ({
  ...(isolationLevel === undefined ? {} : { "Neon-Batch-Isolation-Level": isolationLevel }),
  ...(readOnly === undefined ? {} : { "Neon-Batch-Read-Only": String(readOnly) }),
  ...(deferrable === undefined ? {} : { "Neon-Batch-Deferrable": String(deferrable) }),
});

async function refused(response: Response): Promise<never> {
  const text = await response.text();
  if (response.status !== 400) throw new SqlError(`Server error (HTTP status ${response.status}): ${text}`);
  const fields = JSON.parse(text) as { message: string };
  throw new SqlError(fields.message, fields);
}

function resultOf({ command, rowCount, fields, rows }: Answer, { arrayMode, fullResults }: Form): unknown {
  const values = rows.map((row) =>
    row.map((text, column) => readValue(text, fields[column]?.dataTypeID ?? 0)),
  );
  const shaped =
    arrayMode === true
      ? values
      : values.map((row) => Object.fromEntries(fields.map(({ name }, column) => [name, row[column]])));
  return fullResults === true
    ? { command, rowCount, fields, rows: shaped, rowAsArray: arrayMode === true }
    : shaped;
}
