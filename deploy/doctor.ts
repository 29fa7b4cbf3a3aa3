import { PROVIDERS } from "../functions/_platform/sending-policy.ts";
import { VARIABLES } from "../functions/_platform/variables.ts";
import type { Options } from "./targets.ts";

export type Given = Readonly<Record<string, string | undefined>>;

type Diagnosis = {
  /** What keeps the deployment from being made, one sentence each. */
  missing: string[];
  /** What will not work until it is set, one sentence each. */
  notes: string[];
};

const SECRET_LENGTH_MIN = 32;

/** Everything that is wrong with the settings at once, so that nobody mends them one by one. */
export const diagnose = (options: Options, given: Given): Diagnosis => ({
  missing: [...serviceFaults(given), ...accountFaults(options, given)],
  notes: [
    ...channelNotes(given),
    ...operatorNotes(given),
    ...zoneNotes(options, given),
    ...clockNotes(options),
  ],
});

function serviceFaults(given: Given): string[] {
  const required = Object.entries(VARIABLES).flatMap(([name, facts]) =>
    "isRequired" in facts && facts.kind !== "generated" && !given[name] ? [`${name} is not set.`] : [],
  );
  const secrets = Object.entries(VARIABLES).flatMap(([name, { kind }]) => {
    const value = kind === "generated" ? given[name] : undefined;
    if (!value || value.length >= SECRET_LENGTH_MIN) return [];
    return [`${name} must have at least ${SECRET_LENGTH_MIN} characters.`];
  });
  return [...required, ...databaseFaults(given), ...baseUrlFaults(given), ...secrets];
}

function databaseFaults({ DATABASE_URL: url, NEON_FETCH_ENDPOINT: endpoint }: Given): string[] {
  if (!url) return [];
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    return ["DATABASE_URL must look like postgresql://user:password@host/database."];
  if (new URL(url).hostname.endsWith(".neon.tech") || endpoint) return [];
  return [
    "DATABASE_URL is not Neon's: set NEON_FETCH_ENDPOINT to an endpoint that takes SQL over HTTP for this database.",
  ];
}

function baseUrlFaults({ BASE_URL: url }: Given): string[] {
  if (!url || /^https:\/\/[^/]+$/.test(url)) return [];
  return [`BASE_URL must look like https://home.example without a path, not "${url}".`];
}

/** A signed-in CLI is as good as a token, so a token is required only if nobody can sign in. */
function accountFaults({ target, dryRun }: Options, given: Given): string[] {
  if (dryRun || given.CI !== "true") return [];
  const name = target === "vercel" ? "VERCEL_TOKEN" : "CLOUDFLARE_API_TOKEN";
  return given[name] ? [] : [`${name} is not set, and nobody can sign in here.`];
}

const channelNotes = (given: Given): string[] =>
  PROVIDERS.flatMap(({ name, needs }) => {
    const absent = [...needs, ...(name === "Mail" ? ["EMAIL_FROM"] : [])].filter(
      (variable) => !given[variable],
    );
    if (absent.length === 0) return [];
    const consequence =
      name === "Mail" ? "Nobody can sign in by mail, and no alert goes out by mail" : `${name} are not sent`;
    return [
      `${name}: ${absent.join(", ")} not set. ${consequence.replace("Push are", "Push messages are")}.`,
    ];
  });

const operatorNotes = (given: Given): string[] =>
  given.OPERATOR_EMAILS || given.OPERATOR_CHAT_WEBHOOK_URL
    ? []
    : ["OPERATOR_EMAILS is not set: nobody is notified when a job fails."];

/** A host of three parts or more is most often below the domain that Cloudflare manages. */
const zoneNotes = ({ target }: Options, { BASE_URL: url, CLOUDFLARE_ZONE: zone }: Given): string[] =>
  target === "cloudflare" && !zone && URL.canParse(url ?? "") && new URL(url ?? "").host.split(".").length > 2
    ? [
        `CLOUDFLARE_ZONE is not set: set it to your domain if Cloudflare doesn't manage ${new URL(url ?? "").host} itself.`,
      ]
    : [];

const clockNotes = ({ target, plan }: Options): string[] =>
  target === "vercel" && plan === "hobby"
    ? [
        "Vercel's hobby plan fires triggers once a day at most, so none is deployed: let another clock call /api/cron/* (docs/operations.md).",
      ]
    : [];
