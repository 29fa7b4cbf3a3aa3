import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import longest from "./longest-first.json" with { type: "json" };

/**
 * Starts the longest files first, so that no core waits for them at the end; others by size. Workers are kept between
 * files of one project, so projects stay together, those with few long files first.
 */
const PROJECTS = ["architecture", "simulation", "browser", "service", "domain", "platform"];

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
  const place = longest.indexOf(path.basename(moduleId, ".test.ts").replace(".release", ""));
  return place === -1 ? longest.length : place;
}
