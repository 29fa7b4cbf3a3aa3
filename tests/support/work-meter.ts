/** The cost of a built-in method's call, in characters or elements that it may touch. */
type Cost = (self: { length: number }, argument: unknown) => number;

const whole: Cost = ({ length }) => length + 1;
const one: Cost = () => 1;
const members: Cost = (_, object) => Reflect.ownKeys(Object(object)).length + 1;
/** Reordering combining marks is quadratic. */
const squared: Cost = ({ length }) => length ** 2 + 1;
/** Not for `exec`, which the others call themselves for each match. */
const read: Cost = (_, text) => (typeof text === "string" ? text.length + 1 : 1);
/** A text must be joined and hashed before it is looked up. */
const lookedUp: Cost = (_, key) => (typeof key === "string" ? key.length + 1 : 1);
/** A text that is no JSON costs an error with its stack. */
const parsed: Cost = () => 200;
const costs = (names: string, cost: Cost): [string, Cost][] => names.split(" ").map((name) => [name, cost]);

const METHODS: [object, [string, Cost][]][] = [
  [
    String.prototype,
    [
      ...costs("replace replaceAll split trim trimStart trimEnd toLowerCase toUpperCase indexOf", whole),
      ...costs("includes match matchAll startsWith endsWith localeCompare", whole),
      ...costs("charCodeAt codePointAt at slice substring", one),
      ["normalize", squared],
    ],
  ],
  [RegExp.prototype, costs("test", read)],
  [JSON, costs("parse", parsed)],
  [Map.prototype, costs("get has set", lookedUp)],
  [Set.prototype, costs("has add", lookedUp)],
  [Array.prototype, costs("map filter flatMap some every find findLast reduce forEach join slice", whole)],
  [Array.prototype, costs("concat includes indexOf toSorted sort", whole)],
  [Object, costs("keys entries values", members)],
  [Object, costs("hasOwn", one)],
];

/**
 * Counts the work of the language's own methods in `work`: characters read and elements visited, the same in every run
 * and on every machine, unlike time.
 */
export function workOf(work: () => void): number {
  let total = 0;
  const restore: (() => void)[] = [];
  const meter = (target: object, name: string, cost: Cost): void => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    if (before === undefined) throw new Error(`${name} is no method here`);
    const method: (...inputs: unknown[]) => unknown = before.value;
    const counted = function (this: { length: number }, ...inputs: unknown[]): unknown {
      total += cost(this, inputs[0]);
      return Reflect.apply(method, this, inputs);
    };
    Object.defineProperty(target, name, { ...before, value: counted });
    restore.push(() => Object.defineProperty(target, name, before));
  };
  try {
    for (const [target, methods] of METHODS) for (const [name, cost] of methods) meter(target, name, cost);
    work();
  } finally {
    for (const undo of restore.reverse()) undo();
  }
  return total;
}
