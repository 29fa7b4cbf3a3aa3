import { ADMIN } from "../../routes/admin.ts";
import { SessionsEnded } from "../../wire/account/sign-in.ts";
import { JobRunList } from "../../wire/jobs.ts";
import { StatusIncidentItem, StatusIncidentList } from "../../wire/status.ts";
import { described, type WordsOf } from "../described.ts";
import { makes, shows } from "../route.ts";

export const ADMIN_WORDS = {
  "account.admin.listJobRuns": {
    summary: "List job runs",
    about:
      "For operators. Newest first. Operators are the people whose addresses the installation names in `ADMIN_EMAILS`.",
    answers: shows(JobRunList, "A page of runs"),
    refusals: [404],
  },
  "account.admin.endSessions": {
    summary: "End a person's sessions",
    about:
      "For operators. Ends sessions of browsers and phones. For a stolen phone or a mailbox in wrong hands. The person can sign in again.",
    answers: shows(SessionsEnded, "How many were ended"),
    refusals: [404],
  },
  "account.incidents.list": {
    summary: "List incidents",
    about:
      "For operators. Open incidents come first. The same incidents as in the public status, with their ids to update and close them.",
    answers: shows(StatusIncidentList, "The incidents"),
    refusals: [404],
  },
  "account.incidents.open": {
    summary: "Open an incident",
    about:
      "For operators. Everybody sees it in the status. Confirmed subscribers are told. An incident without components changes the status of none.",
    answers: makes(StatusIncidentItem, "The incident"),
    refusals: [404],
  },
  "account.incidents.update": {
    summary: "Update an incident",
    about: "For operators. Confirmed subscribers are told each update once.",
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404, 409],
  },
  "account.incidents.close": {
    summary: "Close an incident",
    about:
      "For operators; also for an incident that the service opened. Of several ends the first counts. Confirmed subscribers are told the end once.",
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404],
  },
} satisfies WordsOf<typeof ADMIN>;

export const ADMIN_ROUTES = described(ADMIN, ADMIN_WORDS);
