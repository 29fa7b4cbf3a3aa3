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

/** Home Assistant's template engine is Jinja2, with additions; this program has those that the recipes use. */
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
 * Renders all templates in one run, because Python starts slowly. It runs beside this process, whose server would
 * otherwise close a client's connection before the client notices.
 * @throws Error with Python's message if a template can't be rendered
 */
export async function renderJinja(renderings: readonly Rendering[]): Promise<string[]> {
  const python = spawn("python3", ["-c", PROGRAM]);
  python.stdin.end(JSON.stringify(renderings.map((each) => ({ entities: {}, ...each }))));
  const ended = once(python, "close");
  const [said, fault, [status]] = await Promise.all([text(python.stdout), text(python.stderr), ended]);
  if (status !== 0) throw new Error(fault);
  return JSON.parse(said) as string[];
}
