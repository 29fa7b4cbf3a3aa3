import { isBuiltin } from "node:module";
import type { Plugin } from "esbuild";

const REQUIRED = "required-node-builtin";
const ANY = /^(node:)?[a-z][a-z0-9_]*(\/[a-z0-9_]+)*$/;

/**
 * Leaves Node's modules to the runtime (nodejs_compat). A module of ours has no `require`: what a CommonJS
 * package requires is imported for it, as wrangler does.
 */
export const nodeBuiltins: Plugin = {
  name: "node-builtins",
  setup(build) {
    build.onResolve({ filter: ANY }, ({ path, kind }) => {
      if (!isBuiltin(path)) return null;
      const name = path.startsWith("node:") ? path : `node:${path}`;
      return kind === "require-call" ? { path: name, namespace: REQUIRED } : { path: name, external: true };
    });
    build.onLoad({ filter: /.*/, namespace: REQUIRED }, ({ path }) => ({
      contents: `import found from ${JSON.stringify(path)}; module.exports = found;`,
      loader: "js",
    }));
  },
};
