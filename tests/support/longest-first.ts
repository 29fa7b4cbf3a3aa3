import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * What takes longest begins first, so that no core waits for it at the end; without a word here the larger file does.
 * Workers are kept from file to file of one project: projects stay together, those of few long files first.
 */
const PROJECTS = ["architecture", "simulation", "browser", "service", "domain", "platform"];
const LONGEST = [
  "machine-histories",
  "deployed",
  "backup",
  "shared-limit",
  "extensions",
  "both-runtimes",
  "start",
  "feed-shards",
  "kill",
  "channels-workerd",
  "alert-delivery",
  "sandbox",
  "main-job",
  "upgrade",
  "front-runtime",
  "first-command",
  "every-page",
  "history-months",
  "delivery-outage",
  "killed-jobs",
  "authorisation",
  "pages-rights",
  "history-seal",
  "openapi-requests",
  "security-headers",
  "adversary",
  "called-channels",
  "escalation",
  "strange-homes",
  "work",
  "wettings",
  "story-sentences",
  "properties",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted(
      (one, other) =>
        groupOf(one) - groupOf(other) ||
        PROJECTS.indexOf(one.project.name) - PROJECTS.indexOf(other.project.name) ||
        placeOf(one) - placeOf(other),
    );
  }
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.indexOf(path.basename(moduleId, ".test.ts").replace(".release", ""));
  return place === -1 ? LONGEST.length : place;
}
