// The last line of a check: how many tests passed, failed and were skipped. A file that passed on its second try, alone, counts as passed.
import { failedFiles, readResults } from "./test-results.mjs";

const [file, code] = process.argv.slice(2);
let counts = { passed: 0, failed: 1, skipped: 0 };
try {
  const results = readResults(file);
  const wholeFiles = failedFiles(results).filter((failed) => failed.assertionResults.length === 0).length;
  const failed = results.numFailedTests + wholeFiles;
  counts = {
    passed: results.numPassedTests + (code === "0" ? failed : 0),
    failed: code === "0" ? 0 : Math.max(1, failed),
    skipped: results.numPendingTests + (results.numTodoTests ?? 0),
  };
} catch (error) {
  console.error(`The tests left no result: ${error.message}`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
