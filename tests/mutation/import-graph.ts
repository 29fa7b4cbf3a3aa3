import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Each of these files with every file of ours that it imports, directly or not, and itself. */
export function reachOf(files: readonly string[]): Map<string, Set<string>> {
  const direct = new Map<string, string[]>();
  const importsOf = (file: string): string[] => {
    const known = direct.get(file) ?? readImports(file);
    direct.set(file, known);
    return known;
  };
  return new Map(
    files.map((file) => {
      const reached = new Set([file]);
      for (const each of reached) for (const imported of importsOf(each)) reached.add(imported);
      return [file, reached];
    }),
  );
}

function readImports(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  const { module } = parseSync(file, readFileSync(path.join(ROOT, file), "utf8"));
  return module.staticImports
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => path.posix.join(path.posix.dirname(file), specifier));
}

export const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).toSorted();

export const readSource = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");
