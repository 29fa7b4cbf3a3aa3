import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import { readSource } from "../import-graph.ts";
import { instrument } from "../instrument.ts";
import { findMutants } from "../mutants.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const OURS = pathToFileURL(path.join(import.meta.dirname, "vitest.ts")).href;
/** What a constant that is changed may have been copied into. */
const LOADED_ANEW = /^(?:lib|tests)\//;

/**
 * From here on the files in `first` (each with the number of its first mutant) are loaded with their mutants
 * in them.
 */
export function loadMutated(first: ReadonlyMap<string, number>): void {
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? "";
      if (specifier === "vitest" && parent.includes("/tests/") && !parent.includes("/tests/mutation/")) {
        return { url: OURS, format: "module-typescript", shortCircuit: true };
      }
      const found = next(specifier, context);
      const generation = /\?generation=\d+$/.exec(parent)?.[0];
      if (generation === undefined || !LOADED_ANEW.test(nameOf(found.url))) return found;
      return { ...found, url: found.url + generation };
    },
    load(url, context, next) {
      const name = nameOf(url);
      if (!LOADED_ANEW.test(name) && !name.endsWith(".tsx")) return next(url, context);
      const source = written.get(name) ?? write(name, first.get(name));
      written.set(name, source);
      return { source, format: "module", shortCircuit: true };
    },
  });
}

/** JavaScript, by name: a constant that is changed loads everything again. */
const written = new Map<string, string>();

function write(name: string, number: number | undefined): string {
  const text = readSource(name);
  const source = number === undefined ? text : instrument(text, findMutants(name, text).sites, number);
  const loader = name.endsWith("x") ? "tsx" : "ts";
  return transformSync(source, { loader, jsx: "automatic", jsxImportSource: "hono/jsx", target: "esnext" })
    .code;
}

/** Loads a test file, or another instance of it and of all that it imports. */
export const importFile = (file: string, generation: number): Promise<unknown> =>
  import(pathToFileURL(path.join(ROOT, file)).href + (generation === 0 ? "" : `?generation=${generation}`));

const nameOf = (url: string): string =>
  url.startsWith("file:") ? path.relative(ROOT, fileURLToPath(url)).replaceAll(path.sep, "/") : url;
