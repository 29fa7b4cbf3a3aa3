import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { machineDoor } from "../_doors/door.ts";
import { inItsCell } from "../_platform/cells.ts";
import { corePorts } from "../_platform/core-ports.ts";
import { edge } from "../_platform/environment.ts";
import { serve } from "../_platform/serve.ts";
import { shareApp } from "./app.ts";

export default serve(
  "share",
  inItsCell(machineDoor(SECRET_TYPES.shareToken), (environment) =>
    shareApp({ ...corePorts(environment), edge: edge(environment) }),
  ),
);
