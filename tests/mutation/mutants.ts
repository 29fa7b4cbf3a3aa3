import { type Node, parseSync } from "oxc-parser";
import { type Edit, editsOf } from "./operators.ts";

/** One change of one file. Its id is its place in the file's list. */
export type Mutant = {
  file: string;
  line: number;
  /** The whole line, without its indentation. */
  lineText: string;
  operator: Edit["operator"];
  /** The text that is replaced, and what replaces it. */
  was: string;
  is: string;
};

/** A place in the text whose meaning depends on which mutant is active. */
export type Site = {
  start: number;
  end: number;
  form: "expression" | "statement" | "body";
  variants: { mutant: number; text: string }[];
};

const TYPES_WITH_VALUE = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
const SKIPPED_KEYS = new Set([
  "typeAnnotation",
  "returnType",
  "typeParameters",
  "typeArguments",
  "source",
  "quasi",
]);

/** Every mutant of a TypeScript file, and where they sit. */
export function findMutants(file: string, text: string): { mutants: Mutant[]; sites: Site[] } {
  const mutants: Mutant[] = [];
  const sites = new Map<string, Site>();
  const lines = text.split("\n");
  walk(parseSync(file, text).program, null, (node, chain) => {
    for (const edit of editsOf(node, text)) {
      const { start, end } = edit.at ?? chain ?? node;
      const form = edit.form ?? "expression";
      const key = `${form} ${start} ${end}`;
      const site = sites.get(key) ?? { start, end, form, variants: [] };
      sites.set(key, site);
      const changed = text.slice(start, edit.start) + edit.text + text.slice(edit.end, end);
      site.variants.push({ mutant: mutants.length, text: changed });
      const line = text.slice(0, edit.start).split("\n").length;
      mutants.push({
        file,
        line,
        lineText: lines[line - 1]?.trim() ?? "",
        operator: edit.operator,
        was: text.slice(edit.start, edit.end),
        is: edit.text,
      });
    }
  });
  return { mutants, sites: [...sites.values()] };
}

/**
 * `chain` is the whole of `a?.b.c` while one of its links is looked at: a link cannot be replaced by itself.
 */
function walk(node: Node, chain: Node | null, look: (node: Node, chain: Node | null) => void): void {
  if (isTypeOnly(node)) return;
  look(node, chain);
  for (const [key, child] of Object.entries(node)) {
    if (SKIPPED_KEYS.has(key) || isName(node, key)) continue;
    for (const each of Array.isArray(child) ? child : [child]) {
      if (isNode(each)) walk(each, chainOf(node, key, each, chain), look);
    }
  }
}

function chainOf(parent: Node, key: string, child: Node, chain: Node | null): Node | null {
  if (parent.type === "ChainExpression") return parent;
  const isLink = key === "object" || key === "callee" || parent.type === "TSNonNullExpression";
  const goesOn = ["MemberExpression", "CallExpression", "TSNonNullExpression"].includes(child.type);
  return isLink && goesOn ? chain : null;
}

function isTypeOnly(node: Node): boolean {
  if (node.type.startsWith("TS")) return !TYPES_WITH_VALUE.has(node.type);
  return node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration";
}

/** `b` in `a.b` and in `{ b: 1 }`. */
function isName(node: Node, key: string): boolean {
  if (node.type === "MemberExpression") return key === "property" && !node.computed;
  if (node.type === "Property" || node.type === "PropertyDefinition" || node.type === "MethodDefinition") {
    return key === "key" && !node.computed;
  }
  return false;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" &&
  value !== null &&
  "type" in value &&
  typeof value.type === "string" &&
  "start" in value;
