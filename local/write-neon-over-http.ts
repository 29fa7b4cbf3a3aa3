import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, transform } from "esbuild";

const PACKAGE = path.join(import.meta.dirname, "..", "node_modules", "@neondatabase", "serverless");
/** What bundles take in place of the package (the alias of wrangler.toml). */
const FILE = path.join(import.meta.dirname, "..", "deploy", "neon-over-http.mjs");
const TARGET = "es2024";
/** What we and drizzle's session over HTTP import of the package. */
const USED = ["neon", "neonConfig", "types", "NeonDbError"] as const;

/** Where the package's way over HTTP ends and its clients over WebSockets begin, up to its exports. */
const HTTP_ENDS = '"getAuthToken");';
const EXPORTS_BEGIN = /^var \w+ = "mjs";$/m;
/** The parsers of values, as the package loads them for its queries over HTTP. */
const TYPES = /var (\w+) = (\w+)\(\);\n\s+function \w+\(\w+\) \{\n\s+this\._types = \w+ \|\| \1,/;

/**
 * The package's own code without its clients over WebSockets, which no function opens. Whoever imports what is
 * left out cannot be bundled. The package is one file in which each part is made by a call, so that esbuild
 * keeps them all: here those calls are marked as what they are, without effect until somebody asks for them.
 * @throws Error where another version of the package is made otherwise
 */
export async function neonOverHttp(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(PACKAGE, "package.json"), "utf8")) as {
    version: string;
  };
  const source = await readFile(path.join(PACKAGE, "index.mjs"), "utf8");
  const { code } = await transform(source, { target: TARGET });
  const bundled = await build({
    stdin: { contents: withoutEffects(overHttpAlone(code)), resolveDir: PACKAGE },
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: TARGET,
    legalComments: "none",
  });
  const text = bundled.outputFiles[0]?.text ?? "";
  return `// Written by npm run generate from @neondatabase/serverless ${version} (MIT, Neon Inc.): its way over HTTP alone.\n${text}`;
}

function overHttpAlone(code: string): string {
  const end = code.indexOf(HTTP_ENDS) + HTTP_ENDS.length;
  const exported = code.search(EXPORTS_BEGIN);
  const types = TYPES.exec(code)?.[2];
  if (end < HTTP_ENDS.length || exported < end || types === undefined)
    throw new Error("@neondatabase/serverless is made otherwise than before: look at how it is taken apart");
  const names = USED.map((name) =>
    name === "types" ? `${types}_ as types` : `${nameIn(code, name)} as ${name}`,
  );
  return `${code.slice(0, end)}\nvar ${types}_ = ${types}();\nexport { ${names.join(", ")} };\n`;
}

/** What the package itself calls what it exports. */
function nameIn(code: string, exported: string): string {
  const own = new RegExp(`^ {2}(\\w+) as ${exported},?$`, "m").exec(code)?.[1];
  if (own === undefined) throw new Error(`@neondatabase/serverless exports no ${exported}`);
  return own;
}

/** Modules that are made when they are first asked for, and lists of what they export. */
const withoutEffects = (code: string): string =>
  code
    .replace(/^(var [^=\n]*= )(\w+\(\((?:\w+(?:, \w+)*)?\) => \{)/gm, "$1/* @__PURE__ */ $2")
    .replace(/^(\w+\(\w+, \{ .*\}\);)$/gm, "/* @__PURE__ */ $1");

if (process.argv[1] === import.meta.filename) await writeFile(FILE, await neonOverHttp());
