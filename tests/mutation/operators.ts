import type { Node } from "oxc-parser";
import {
  DROPPED_CALLS,
  type Operator,
  OTHER_ASSIGNMENTS,
  OTHER_CALLS,
  OTHER_OPERATORS,
} from "./replacements.ts";

type Span = { start: number; end: number };

/** `text` in place of what stands from `start` to `end`. */
export type Edit = Span & {
  operator: Operator;
  text: string;
  /** The place that switches, where it is not the node itself. */
  at?: Span;
  form?: "statement" | "body";
};

/** What may be changed at one node; nodes below it are asked for themselves. */
export function editsOf(node: Node, text: string): Edit[] {
  const whole = (operator: Operator, ...texts: string[]): Edit[] =>
    texts.map((replaced) => ({ operator, start: node.start, end: node.end, text: replaced }));
  const of = (part: Span) => text.slice(part.start, part.end);
  switch (node.type) {
    case "IfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
      return conditions(node.test, node.type === "IfStatement" ? ["true", "false"] : ["false"]);
    case "ForStatement":
      return node.test === null ? [] : conditions(node.test, ["false"]);
    case "ConditionalExpression":
      return whole("condition", of(node.consequent), of(node.alternate));
    case "LogicalExpression":
      return whole("logic", of(node.right), ...(isUnchecked(node) ? [] : [of(node.left)]));
    case "BinaryExpression":
      return (OTHER_OPERATORS[node.operator] ?? [])
        .filter(([operator]) => operator !== "arithmetic" || (!isText(node.left) && !isText(node.right)))
        .map(([operator, sign]) => ({
          operator,
          start: node.start,
          end: node.end,
          text: `${of(node.left)} ${sign} ${of(node.right)}`,
        }));
    case "UnaryExpression":
      return node.operator === "!" || node.operator === "-" ? whole("logic", of(node.argument)) : [];
    case "AssignmentExpression":
      return (OTHER_ASSIGNMENTS[node.operator] ?? []).flatMap((sign) =>
        whole("arithmetic", `${of(node.left)} ${sign} ${of(node.right)}`),
      );
    case "CallExpression":
      return calls(node, text);
    case "MemberExpression":
      return node.optional && !isIndexed(node.object) ? [unchained(node, text)] : [];
    case "Literal":
      return literals(node, text);
    case "TemplateLiteral":
      return node.end - node.start > 2 ? whole("text", '""') : [];
    case "ArrayExpression":
      return node.elements.length > 0 ? whole("list", "[]") : [];
    case "ExpressionStatement":
      return [{ ...span(node), operator: "statement", text: ";", form: "statement" }];
    case "ArrowFunctionExpression":
    case "FunctionDeclaration":
    case "FunctionExpression":
      return emptied(node.body);
    default:
      return [];
  }
}

const span = ({ start, end }: Span): Span => ({ start, end });

const conditions = (test: Node, values: string[]): Edit[] =>
  values.map((value) => ({ ...span(test), at: span(test), operator: "condition", text: value }));

function calls(node: Extract<Node, { type: "CallExpression" }>, text: string): Edit[] {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier" || callee.computed)
    return [];
  const { name } = callee.property;
  const other = Object.hasOwn(OTHER_CALLS, name) ? OTHER_CALLS[name] : undefined;
  const inner = text.slice(callee.object.start, callee.object.end);
  return [
    ...(DROPPED_CALLS.has(name) ? [{ ...span(node), operator: "call" as const, text: inner }] : []),
    ...(other === undefined ? [] : [{ ...span(callee.property), operator: "call" as const, text: other }]),
  ];
}

/** `list[i] ?? other` stands where the type checker cannot know that `i` is in the list. */
const isUnchecked = (node: Extract<Node, { type: "LogicalExpression" }>): boolean =>
  node.operator === "??" && isIndexed(node.left);

const isIndexed = (node: Node): boolean => node.type === "MemberExpression" && node.computed;

/** `a?.b` as `a.b`. */
function unchained(node: Extract<Node, { type: "MemberExpression" }>, text: string): Edit {
  const between = text.slice(node.object.end, node.property.start);
  const start = node.object.end + between.indexOf("?.");
  return { start, end: start + 2, operator: "chain", text: node.computed ? "" : "." };
}

const SMALL = 10;

function literals(node: Extract<Node, { type: "Literal" }>, text: string): Edit[] {
  const { value } = node;
  const edit = (operator: Operator, replaced: string) => [{ ...span(node), operator, text: replaced }];
  if (typeof value === "boolean") return edit("boolean", String(!value));
  if (typeof value === "number") return edit("number", String(value <= SMALL ? value + 1 : value * 2));
  if (typeof value === "string") return edit("text", value === "" ? '"x"' : '""');
  if (!("regex" in node)) return [];
  return unanchored(text.slice(node.start, node.end)).flatMap((regex) => edit("text", regex));
}

/** A pattern without its first `^`, and without its last `$`. */
function unanchored(regex: string): string[] {
  const open = regex.replace(/^\/\^/, "/");
  const end = regex.replace(/\$(\/[a-z]*)$/, "$1");
  return [open, end].filter((changed) => changed !== regex && !changed.startsWith("//"));
}

const isText = (node: Node): boolean =>
  node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");

function emptied(body: Node | null): Edit[] {
  if (body === null) return [];
  const edit = { ...span(body), operator: "result" as const, text: "undefined" };
  if (body.type !== "BlockStatement") return [{ ...edit, at: span(body) }];
  if (body.body.length === 0) return [];
  return [{ ...edit, at: { start: body.start + 1, end: body.start + 1 }, form: "body", text: "{}" }];
}
