import { logReport } from "../../lib/adapters/log-report.ts";
import { webRandom } from "../../lib/adapters/web-random.ts";
import { serve } from "../_platform/serve.ts";
import { publicApp } from "./app.ts";

export default serve(() => publicApp({ random: webRandom, report: logReport }));
