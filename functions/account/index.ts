import { zipFiles } from "../../lib/kernel/zip-files.vendor.ts";
import { personDoor } from "../_doors/person-door.ts";
import { inItsCell } from "../_platform/cells.ts";
import { clock } from "../_platform/core-ports.ts";
import { serve } from "../_platform/serve.ts";
import { sessionPorts, webAuthn } from "../_platform/session-ports.ts";
import { accountApp } from "./app.ts";

export default serve(
  "account",
  inItsCell(personDoor(clock), (environment, otherCells) =>
    accountApp({ ...sessionPorts(environment), otherCells, zipFiles, webAuthn }),
  ),
);
