import * as z from "zod/mini";
import { SECRET_CHARACTERS_MIN } from "../../lib/kernel/runtime.vendor.ts";
import { jsonIn } from "../../lib/kernel/text.ts";

// Shapes of the variables' values. A message follows the variable's name, so that a mistake shows at startup.

const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
/** `+1`, or `+49:8` for a country whose text messages count eight times. */
const SMS_PREFIX = /^(\+[1-9]\d{0,8})(?::([1-9]\d{0,2}))?$/;
/** A host with its port; an IPv6 address is in brackets. */
const HOST_AND_PORT = /^(?:\[[\da-fA-F:.]+\]|[^\s:/[\]]+):\d{1,5}$/;
const HOST_NAME = /^[\w.-]+$/;
const ADDRESS = /^[^@\s<>]+@[^@\s<>]+$/;
const SENDER = /^[^<>]*<[^@\s<>]+@[^@\s<>]+>$|^[^@\s<>]+@[^@\s<>]+$/;
/** A `%` of a password, say, which makes the whole address unreadable. */
const LONE_PERCENT = /%(?![\da-f]{2})/i;
const HOME_COUNTRY = { prefix: "+1", price: 1 };

/** Words the first error, after the names of its variable and field. For a list, the message itself names the entry. */
export const slipIn = ({ issues: [issue] }: z.core.$ZodError): string =>
  `${issue?.path.filter((part) => typeof part === "string").join(".")} ${issue?.message}`;

export const text = z.optional(z.string());

export const longSecret = z.string({ error: "is not set" }).check(
  // A guessable secret would open every job to anyone.
  z.minLength(SECRET_CHARACTERS_MIN, { error: `is shorter than ${SECRET_CHARACTERS_MIN} characters` }),
);

/** `https://host` without a trailing slash, as links and ingest URLs begin. */
export const origin = z.pipe(
  z.url({ error: ({ input }) => (input === undefined ? "is not set" : "is no web address") }),
  z.transform((url) => new URL(url).origin),
);

/** A URL that matches `form`; `such` is an example for the message. */
export const addressLike = (form: RegExp, such: string) =>
  z.optional(
    z.string().check(
      z.refine((given: string) => !LONE_PERCENT.test(given), {
        error: "has a % that starts no code: write it as %25",
        abort: true,
      }),
      z.refine((given: string) => URL.canParse(given) && form.test(given), {
        error: `must look like ${such}`,
      }),
    ),
  );

export const databaseAddress = addressLike(/^postgres(ql)?:/, "postgresql://user:password@host/database");

const WEB_ADDRESS = z.url({ protocol: /^https?$/, error: "is no web address" });

export const webAddress = z.optional(WEB_ADDRESS);

export const webAddressOrOff = z.optional(
  z.string().check(
    z.refine((given: string) => given === "off" || WEB_ADDRESS.safeParse(given).success, {
      error: "must be a web address, or off",
    }),
  ),
);

/** One of the values; the first one by default. */
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z._default(z.enum(values, { error: `must be one of ${values.join(", ")}` }), values[0]);

export function amount(otherwise: number, min = 0) {
  const error = `must be a number from ${min} on`;
  return z._default(z.coerce.number({ error }).check(z.minimum(min, { error })), otherwise);
}

/** A whole number within the bounds; `max` by default, unless `otherwise` is given. */
export function wholeNumber(min: number, max: number, otherwise: number = max) {
  const error = `must be a whole number from ${min} to ${max}`;
  const checks = [z.multipleOf(1, { error }), z.minimum(min, { error }), z.maximum(max, { error })] as const;
  return z._default(z.coerce.number({ error }).check(...checks), otherwise);
}

const entriesLike = (form: RegExp, error: (entry: unknown) => string, between = /,/) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((given) => given.split(between).filter((entry) => entry.trim() !== "")),
    ),
    z.array(z.string().check(z.trim(), z.regex(form, { error: ({ input }) => error(input) }))),
  );

/** A list of `such`, in lower case, as accounts store addresses; empty by default. */
const listOf = (form: RegExp, such: string, between?: RegExp) =>
  z._default(
    z.pipe(
      z.string().check(z.toLowerCase()),
      entriesLike(form, (entry) => `takes ${such}, not "${entry}"`, between),
    ),
    [],
  );

export const hosts = listOf(HOST_AND_PORT, "host:port, such as 192.168.1.5:80");
export const addresses = listOf(ADDRESS, "addresses, such as ada@home.example");
export const hostNames = listOf(HOST_NAME, "names, such as nas.home.example", /[\s,]+/);

export const sender = z.optional(
  z.string().check(z.regex(SENDER, { error: "must look like Hearthwatch <alerts@home.example>" })),
);

/** Undefined if the variable isn't set: an empty list is a choice, too. */
export const headerNames = z.optional(entriesLike(HEADER_NAME, (entry) => `"${entry}" is no header's name`));

/** The countries that text messages may go to, and how many times each text counts. */
export const prefixes = z._default(
  z.pipe(
    entriesLike(SMS_PREFIX, (entry) => `"${entry}" is no prefix such as +1, or +49:8 with its price`),
    z.transform((all) =>
      all.map((entry) => {
        const [, prefix = "", price = "1"] = SMS_PREFIX.exec(entry) ?? [];
        return { prefix, price: Number(price) };
      }),
    ),
  ),
  [HOME_COUNTRY],
);

const JSON_OBJECT = z.record(z.string(), z.unknown());

export const jsonObject = z.optional(
  z.string().check(
    z.refine((given: string) => JSON_OBJECT.safeParse(jsonIn(given)).success, {
      error: "is no JSON object: give the file's text",
    }),
  ),
);

const field = z.string({ error: "is not there" }).check(z.minLength(1, { error: "is not there" }));

/** Firebase's configuration of a web app, as JSON. */
export const webApp = z.optional(
  z.pipe(
    z.pipe(z.string(), z.transform(jsonIn)),
    z.object(
      { apiKey: field, appId: field, messagingSenderId: field, projectId: field },
      { error: "is no JSON object" },
    ),
  ),
);
