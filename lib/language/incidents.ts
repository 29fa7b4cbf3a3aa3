import type { Language } from "../../schema/vocabulary.ts";
import type { StatusIncident } from "../status/automatic-incidents.ts";
import { EN_INCIDENTS } from "./en/incidents.ts";
import { ES_INCIDENTS } from "./es/incidents.ts";
import type { IncidentWords } from "./incident-words.ts";

const INCIDENTS: Record<Language, IncidentWords> = { en: EN_INCIDENTS, es: ES_INCIDENTS };

/** What operators type is shown as they typed it: `isOwn` tells whether that is so. */
type Told = { text: string; isOwn: boolean };

/** What an incident is called; one that the service opened has a subject. */
export function incidentTitle(
  { subject, title }: Pick<StatusIncident, "subject" | "title">,
  language: Language,
): Told {
  const known = subject === null ? undefined : INCIDENTS[language].titles[subject];
  return { text: known ?? title, isOwn: known === undefined };
}

/** A sentence that was stored of an incident: one of the service's own, which are stored in English, or an operator's. */
export function incidentNews(text: string, language: Language): Told {
  const codes = Object.keys(EN_INCIDENTS.news) as (keyof IncidentWords["news"])[];
  const code = codes.find((each) => EN_INCIDENTS.news[each] === text);
  return code === undefined ? { text, isOwn: true } : { text: INCIDENTS[language].news[code], isOwn: false };
}
