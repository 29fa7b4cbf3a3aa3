import { readFileSync } from "node:fs";

/** What vitest's JSON reporter wrote. Throws where the run left nothing readable. */
export function readResults(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Files with a failed test, or that failed as a whole. */
export function failedFiles(results) {
  return results.testResults.filter((file) => file.status === "failed");
}
