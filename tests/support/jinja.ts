import { spawnSync } from "node:child_process";

/** A state as Home Assistant's templates see it. */
type Entity = { state: string; attributes: Record<string, string | null> };

type Rendering = {
  template: string;
  variables: Record<string, unknown>;
  entities?: Record<string, Entity>;
};

/** Home Assistant's own template engine is Jinja2; what it adds to it and the recipes use, stands in here. */
const PROGRAM = `
import json, sys
from jinja2.sandbox import ImmutableSandboxedEnvironment

def render(template, variables, entities):
    environment = ImmutableSandboxedEnvironment()
    environment.filters["to_json"] = json.dumps
    environment.globals["states"] = lambda id: entities.get(id, {"state": "unknown"})["state"]
    environment.globals["state_attr"] = lambda id, name: entities.get(id, {}).get("attributes", {}).get(name)
    return environment.from_string(template).render(**variables)

print(json.dumps([render(**given) for given in json.load(sys.stdin)]))
`;

export const hasJinja = (): boolean => spawnSync("python3", ["-c", "import jinja2"]).status === 0;

/**
 * All in one run, for Python takes its time to start.
 * @throws Error with what Python says where a template cannot be rendered
 */
export function renderJinja(renderings: readonly Rendering[]): string[] {
  const input = JSON.stringify(renderings.map((each) => ({ entities: {}, ...each })));
  const { status, stdout, stderr } = spawnSync("python3", ["-c", PROGRAM], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}
