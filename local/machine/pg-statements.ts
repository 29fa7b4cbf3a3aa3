import { DatabaseError } from "pg";

/**
 * The names under which connections keep statements parsed, each the same on all of them; absent for what is parsed anew:
 * what is beyond `max`, and what `isKept` leaves out.
 */
export function statementNames(
  max: number,
  isKept: (text: string) => boolean = () => true,
): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= max || !isKept(text)) return known;
    const name = `kept_${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** True if the connection can be used after this error. */
export function leavesConnection(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.severity !== "FATAL";
}
