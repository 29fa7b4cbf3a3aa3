import type { SharedStanding } from "../../../lib/sharing/home-page/home-pages.actions.ts";
import { sensorBadge } from "../format/badge-of.ts";
import type { Teller } from "../format/teller.ts";
import { PAGE_LIMITS } from "../limits.ts";
import { Document } from "./document.tsx";
import { Standing } from "./standing.tsx";

type Props = SharedStanding & { teller: Teller; href: string };

/** A home in the frame of another site: how it is, its first values, and the way to the whole page. */
export function EmbedCard({ home, standing, now, teller, href }: Props) {
  const { words, language } = teller;
  const shown = home.devices
    .flatMap((device) => device.sensors.map((sensor) => ({ device, sensor })))
    .slice(0, PAGE_LIMITS.cardSensorsMax);
  return (
    <Document title={home.name} language={language} words={words} now={now}>
      <main id="content" class="embed" tabindex={-1}>
        <h1>{home.name}</h1>
        <Standing standing={standing} home={home} teller={teller} />
        <ul class="lines">
          {shown.map((each) => {
            const { label, message } = sensorBadge(each, home, teller);
            return (
              <li>
                <span>{label}</span>
                <strong>{message}</strong>
              </li>
            );
          })}
        </ul>
        <p>
          <a href={href} target="_blank" rel="noopener noreferrer">
            {words.common.poweredBy}
          </a>
        </p>
      </main>
    </Document>
  );
}
