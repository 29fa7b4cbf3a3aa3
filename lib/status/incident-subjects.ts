/** What an incident of the service is about: the clock that has gone silent, or a job that fails. */
export const SILENT_CLOCK = "clock";

export const failureOf = (job: string): string => `job/${job}`;
