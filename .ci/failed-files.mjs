// The test files of a run that failed, one a line, from the project's folder.
import path from "node:path";
import { failedFiles, readResults } from "./test-results.mjs";

const [file] = process.argv.slice(2);
try {
  for (const { name } of failedFiles(readResults(file))) console.log(path.relative(process.cwd(), name));
} catch (error) {
  console.error(`The tests left no result: ${error.message}`);
}
