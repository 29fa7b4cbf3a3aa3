// npm run bench scale: the capacity table of docs/scale.md, computed from the figures of the other measurements
import { scaleFigures, scaleTable } from "./scale/scale-table.ts";

console.log(`${scaleFigures()}\n\n${scaleTable()}`);
