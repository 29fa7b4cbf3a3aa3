import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

export const ROOT = join(import.meta.dirname, "../..");

export const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

export const filesOf = (glob: string): string[] =>
  globSync(glob, { cwd: ROOT }).map((file) => file.replaceAll("\\", "/"));

export type Module = {
  file: string;
  /** The imports, as a file's path or `npm:` and a package's name; true if more than types is imported. */
  imports: Map<string, boolean>;
  /** The number of import statements. */
  statements: number;
};

function moduleOf(file: string): Module {
  const { staticImports, staticExports } = parseSync(file, read(file)).module;
  const imports = new Map<string, boolean>();
  const note = (specifier: string, stays: boolean) => {
    const isOurs = specifier.startsWith(".");
    const target = isOurs
      ? normalize(join(dirname(file), specifier)).replaceAll("\\", "/")
      : `npm:${specifier}`;
    imports.set(target, stays || (imports.get(target) ?? false));
  };
  for (const { moduleRequest, entries } of staticImports)
    note(moduleRequest.value, entries.length === 0 || entries.some(({ isType }) => !isType));
  for (const { entries } of staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest != null) note(moduleRequest.value, !isType);
  return { file, imports, statements: staticImports.length };
}

export const MODULES: readonly Module[] = filesOf(
  "{schema,lib,functions,local,deploy,bench}/**/*.{ts,tsx}",
).map(moduleOf);
