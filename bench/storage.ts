// npm run bench storage: bytes a bucket of a month on disk, as rows of the tiers and sealed
// What a reading takes is `npm run bench history`'s.
import { startBenchServer } from "./bench-database.ts";
import { storageOfMonths, storageOfOpenMonth } from "./storage-months.ts";

const server = await startBenchServer();
try {
  console.log(`A month of buckets of sensors that are heard each minute, bytes on disk with indexes`);
  console.log(await storageOfMonths(server));
  console.log(`\nSuch a month day by day, as it is rolled up, sealed and vacuumed`);
  console.log(await storageOfOpenMonth(server));
} finally {
  await server.stop();
}
process.exit();
