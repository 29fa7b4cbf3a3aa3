import type { Counts, Job, Trigger } from "../../domain/cron/jobs.ts";
import { type DispatchPorts, dispatch, restOfDispatch } from "../outgoing/dispatch.ts";
import { type CollectPorts, collectHistory } from "./collect-history.ts";
import { type MaintenancePorts, maintenance } from "./maintenance.ts";
import { type ReportPorts, sendReports } from "./send-reports.ts";

export type JobPorts = CollectPorts & MaintenancePorts & ReportPorts & DispatchPorts;

export type Jobs = { [J in Job]: (ports: JobPorts, tick: Date, trigger: Trigger) => Promise<Counts> };

/** What each job does; `JOBS` of the domain says when. */
export const WORK: Jobs = {
  "collect-history": collectHistory,
  maintenance,
  "weekly-digest": (ports, tick) => sendReports(ports, "weekly", tick),
  dispatch: (ports, _tick, trigger) => dispatch(ports, trigger),
};

/**
 * What a job answers where it finds nothing to do, or null. Such a call leaves no trace in the ledger, so that
 * one every few seconds, and each wake-up, writes nothing.
 */
export const RESTS: { [J in Job]?: (ports: JobPorts) => Promise<Counts | null> } = {
  dispatch: restOfDispatch,
};
