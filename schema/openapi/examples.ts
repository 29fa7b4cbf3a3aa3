import type { Json, RouteDescription } from "./route.ts";

/** Texts that are no JSON, as examples of their types. */
const TEXTS: readonly [RegExp, string][] = [
  [
    /^text\/csv/,
    "recorded_at,sensor_id,key,label,kind,unit,value_num,value_bool,resolution,device_id,device,space\r\n2026-11-20T10:00:00.000Z,sen_7dQm2Kx9bT4wLr5sVn1cPz3H,temp1,North wall,temperature,°F,38.5,,raw,dev_4KqT0d8WmB2rXc71ZpYa,Cellar node,Cellar\r\n",
  ],
  [
    /^text\/plain; version/,
    'hearthwatch_door_open{device_id="dev_4KqT0d8WmB2rXc71ZpYa",device="Cellar node",space="Cellar",sensor_id="sen_7dQm2Kx9bT4wLr5sVn1cPz3H",sensor="Hatch"} 0\n',
  ],
  [/^text\/plain/, "Hearthwatch watches a home's sensors.\n"],
  [/^text\/html/, "<!doctype html><title>Hearthwatch</title>"],
  [/^application\/atom/, '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"/>'],
];

export const textExample = (type: string): string => TEXTS.find(([known]) => known.test(type))?.[1] ?? "text";

const MOUNTS = /^(account|user)\./;

/**
 * The document's examples, each once: what a session and an API key have alike is told by one. A place in the
 * document refers to its example by the operation's id.
 */
export class ExampleBook {
  readonly all: Record<string, Json> = {};

  /** A media type's `examples`. `what` is `request`, or the answer's status. */
  refer({ id, summary }: Pick<RouteDescription, "id" | "summary">, what: string, value: unknown): Json {
    const short = `${id.replace(MOUNTS, "")}.${what}`;
    const known = this.all[short];
    const isOther = known !== undefined && JSON.stringify(known.value) !== JSON.stringify(value);
    const name = isOther ? `${id}.${what}` : short;
    this.all[name] = { summary, value };
    return { examples: { example: { $ref: `#/components/examples/${name}` } } };
  }
}
