// npm run bench fuzz: 120,000 bodies, makers' own changed at random and whatever JSON may be, through the reader
import { fuzzReader, invented } from "../tests/support/fuzz-reader.ts";

const BODIES = 120_000;
const SEED = Number(process.argv[2] ?? 20_261_122);

const { bodies, faults } = fuzzReader(SEED, BODIES);
console.log(`${bodies} bodies of seed ${SEED}, ${faults.length} faults`);
const places = invented(SEED, BODIES / 10);
for (const fault of [...faults, ...places]) console.log(fault);
process.exitCode = faults.length + places.length === 0 ? 0 : 1;
