import { ADMIN } from "../../routes/admin.ts";
import { SessionsEnded } from "../../wire/account/sign-in.ts";
import { JobRunList } from "../../wire/jobs.ts";
import { StatusIncidentItem, StatusIncidentList } from "../../wire/status.ts";
import { described, type WordsOf } from "../described.ts";
import { makes, shows } from "../route.ts";

export const ADMIN_WORDS = {
  "admin.listJobRuns": {
    summary: "List job runs",
    about:
      "For operators. Newest first. Operators are the people whose addresses the installation names in `ADMIN_EMAILS`.",
    answers: shows(JobRunList, "A page of runs"),
    refusals: [404],
  },
  "admin.endSessions": {
    summary: "End a person's sessions",
    about:
      "For operators. Ends sessions of browsers and phones, for example after a theft. The person can sign in again.",
    answers: shows(SessionsEnded, "The number of ended sessions"),
    refusals: [404],
  },
  "incidents.list": {
    summary: "List incidents",
    about: "For operators. Returns the incidents of the public status with their ids, open ones first.",
    answers: shows(StatusIncidentList, "The incidents"),
    refusals: [404],
  },
  "incidents.open": {
    summary: "Open an incident",
    about:
      "For operators. The status shows it to everyone, and confirmed subscribers get a mail. An incident without components doesn't change the status of any.",
    answers: makes(StatusIncidentItem, "The incident"),
    refusals: [404],
  },
  "incidents.update": {
    summary: "Update an incident",
    about: "For operators. Confirmed subscribers get a mail for each update.",
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404, 409],
  },
  "incidents.close": {
    summary: "Close an incident",
    about:
      "For operators. You can also close an incident that the service opened. If several requests close it, the first one counts. Confirmed subscribers get one mail.",
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404],
  },
} satisfies WordsOf<typeof ADMIN>;

export const ADMIN_ROUTES = described(ADMIN, ADMIN_WORDS);
