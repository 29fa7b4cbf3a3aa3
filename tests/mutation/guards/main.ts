import { GUARDS } from "./guard.ts";
import { breakGuards } from "./run.ts";

let noticed = 0;
await breakGuards(GUARDS, ({ guard, isNoticed }) => {
  if (isNoticed) noticed += 1;
  console.log(`${isNoticed ? "noticed " : "SURVIVED"} ${guard.file}: ${guard.keeps} (${guard.test})`);
});
console.log(`${noticed} of ${GUARDS.length} guards`);
process.exitCode = noticed === GUARDS.length ? 0 : 1;
