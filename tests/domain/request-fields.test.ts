import { expect, test } from "vitest";
import { ALL_ROUTES } from "../../local/openapi/all-routes.ts";

type Check = { _zod: { def: { check: string; error?: unknown } } };
type Shape = {
  _zod: {
    def: Partial<Record<"innerType" | "element" | "in" | "out" | "valueType", Shape>> & {
      type: string;
      format?: string;
      error?: unknown;
      shape?: Record<string, Shape>;
      checks?: Check[];
    };
  };
};

/** What `validate` has a sentence for, or what refuses nothing by itself. */
const SAID_ELSEWHERE =
  /^(object|record|array|string|number|int|boolean|enum|literal|unknown|optional|nullable|default|pipe|transform)$/;
const FORMATS_SAID = /^(datetime|email|safeint)$/;
const CHECKS_SAID = /^(overwrite|meta|describe|less_than|greater_than|min_length|max_length|number_format)$/;

/** Where in a shape a value would be refused without words, for zod/mini has none of its own. */
function mute(at: string, { _zod: { def } }: Shape): string[] {
  const checks = (def.checks ?? []).map((check) => check._zod.def);
  const isMute =
    (def.error === undefined &&
      (!SAID_ELSEWHERE.test(def.type) || !FORMATS_SAID.test(def.format ?? "email"))) ||
    checks.some(({ check, error }) => error === undefined && !CHECKS_SAID.test(check));
  const inside = [def.innerType, def.element, def.in, def.out, def.valueType].filter(
    (each) => each !== undefined,
  );
  return [
    ...(isMute ? [at] : []),
    ...inside.flatMap((shape) => mute(at, shape)),
    ...Object.entries(def.shape ?? {}).flatMap(([name, shape]) => mute(`${at}.${name}`, shape)),
  ];
}

test("every field that a request may have says what it must be", () => {
  const shapes = ALL_ROUTES.flatMap(({ routes }) => routes).flatMap(({ id, query, body }) =>
    [query, body].filter((shape) => shape !== undefined).map((shape) => mute(id, shape as unknown as Shape)),
  );
  expect(shapes.length).toBeGreaterThan(40);
  expect(shapes.flat()).toEqual([]);
});
