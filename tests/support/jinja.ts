import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

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
 * All in one run, for Python takes its time to start; beside this process, whose server would otherwise hang up on a client
 * that learns of it too late.
 * @throws Error with what Python says where a template cannot be rendered
 */
export async function renderJinja(renderings: readonly Rendering[]): Promise<string[]> {
  const python = spawn("python3", ["-c", PROGRAM]);
  python.stdin.end(JSON.stringify(renderings.map((each) => ({ entities: {}, ...each }))));
  const ended = once(python, "close");
  const [said, fault, [status]] = await Promise.all([text(python.stdout), text(python.stderr), ended]);
  if (status !== 0) throw new Error(fault);
  return JSON.parse(said) as string[];
}
