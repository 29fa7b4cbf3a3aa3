import type { CronServices } from "../lib/kernel/services.actions.ts";

/** What a measured flow uses of a function's services; a flow that asks for another fails. */
export const benchServices = (used: Partial<CronServices>): CronServices => used as CronServices;
