export type Operator =
  | "condition"
  | "comparison"
  | "logic"
  | "arithmetic"
  | "call"
  | "statement"
  | "result"
  | "number"
  | "boolean"
  | "list"
  | "chain"
  | "text";

export const OTHER_OPERATORS: Record<string, [Operator, string][]> = {
  "<": [
    ["comparison", "<="],
    ["comparison", ">="],
  ],
  "<=": [
    ["comparison", "<"],
    ["comparison", ">"],
  ],
  ">": [
    ["comparison", ">="],
    ["comparison", "<="],
  ],
  ">=": [
    ["comparison", ">"],
    ["comparison", "<"],
  ],
  "===": [["comparison", "!=="]],
  "!==": [["comparison", "==="]],
  "+": [["arithmetic", "-"]],
  "-": [["arithmetic", "+"]],
  "*": [["arithmetic", "/"]],
  "/": [["arithmetic", "*"]],
  "%": [["arithmetic", "*"]],
  "**": [["arithmetic", "*"]],
  "<<": [["arithmetic", ">>"]],
  ">>": [["arithmetic", "<<"]],
  ">>>": [["arithmetic", "<<"]],
  "&": [["arithmetic", "|"]],
  "|": [["arithmetic", "&"]],
  "^": [["arithmetic", "|"]],
};

export const OTHER_ASSIGNMENTS: Record<string, string[]> = {
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "/=": ["*="],
  "??=": ["="],
  "||=": ["="],
  "|=": ["&="],
  "^=": ["|="],
};

/** Without these the list or the text stays as it was. */
export const DROPPED_CALLS = new Set([
  "filter",
  "slice",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "trim",
  "trimEnd",
  "trimStart",
  "toLowerCase",
  "toUpperCase",
  "normalize",
  "replace",
  "replaceAll",
]);

export const OTHER_CALLS: Record<string, string> = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  round: "floor",
  find: "findLast",
  findLast: "find",
  add: "has",
};
