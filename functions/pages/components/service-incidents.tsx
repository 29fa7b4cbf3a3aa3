import { incidentNews, incidentTitle } from "../../../lib/language/languages.ts";
import type { StatusIncident } from "../../../lib/status/automatic-incidents.ts";
import type { Teller } from "../format/teller.ts";
import type { Words } from "../words/en.ts";

type IncidentProps = { incident: StatusIncident; words: Words["service"]; teller: Teller };

/** What was said of each incident of the service, oldest first. The operators write theirs in English. */
export const ServiceIncidents = ({
  incidents,
  ...told
}: Omit<IncidentProps, "incident"> & { incidents: readonly StatusIncident[] }) => (
  <>
    {incidents.map((incident) => (
      <Incident incident={incident} {...told} />
    ))}
  </>
);

const Incident = ({ incident, words, teller }: IncidentProps) => (
  <section class="panel">
    <h2>
      <Said {...incidentTitle(incident, teller.language)} />
    </h2>
    <p class="hint">
      {`${words.began} ${teller.dateTime(incident.openedAt)} · `}
      {incident.closedAt === null ? words.lasts : `${words.ended} ${teller.dateTime(incident.closedAt)}`}
    </p>
    <ul class="lines">
      {incident.news.map(({ text, at }) => (
        <li>
          <Said {...incidentNews(text, teller.language)} />
          <span class="hint">{teller.dateTime(at)}</span>
        </li>
      ))}
    </ul>
  </section>
);

const Said = ({ text, isOwn }: ReturnType<typeof incidentNews>) => (
  <span lang={isOwn ? "en" : undefined}>{text}</span>
);
