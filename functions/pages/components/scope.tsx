import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { Fragment } from "hono/jsx/jsx-runtime";

type Props<Value> = { value: Value; children?: Child };

/**
 * A value that holds for all that is rendered within `Scope`. Hono's own context comes with its renderer for browsers,
 * which a function would load and never run. Components here do not wait, so that one variable is enough.
 */
export function newScope<Value>(outside: Value) {
  let current = outside;
  const Scope = ({ value, children }: Props<Value>) => {
    const before = current;
    current = value;
    try {
      return raw(String(Fragment({ children })));
    } finally {
      current = before;
    }
  };
  return { Scope, current: (): Value => current };
}
