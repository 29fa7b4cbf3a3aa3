import type { CronServices } from "../lib/kernel/services.actions.ts";

/** Gives measured code only the services that it uses. Code that uses another service fails. */
export const benchServices = (used: Partial<CronServices>): CronServices => used as CronServices;
