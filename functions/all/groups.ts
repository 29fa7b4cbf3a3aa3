import account from "../account/index.ts";
import companion from "../companion/index.ts";
import cron from "../cron/index.ts";
import inbound from "../inbound/index.ts";
import ingest from "../ingest/index.ts";
import pages from "../pages/index.ts";
import publicGroup from "../public/index.ts";
import share from "../share/index.ts";
import v1 from "../v1/index.ts";

/** Every group by its name in wrangler.toml. */
export const GROUPS = { ingest, share, v1, account, companion, inbound, cron, pages, public: publicGroup };
