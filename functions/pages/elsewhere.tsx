import { findSharedPage } from "../../lib/sharing/shared-page.queries.ts";
import { CopyButton } from "./components/copy-button.tsx";
import { Section } from "./components/list.tsx";
import { Go } from "./components/press.tsx";
import { SharedSubpage } from "./components/shared-subpage.tsx";
import { endedPage, requireShareLink } from "./family.tsx";
import { readerOf, tellerOf } from "./reader.ts";
import { linkSite, type Site, tokenIn } from "./site.ts";

/** `/s/{token}/elsewhere`: the link as a badge and a calendar, ready to be copied. */
export function elsewherePages(site: Site): void {
  const { services } = site;
  linkSite(site, ...requireShareLink(services)).get("/s/:token/elsewhere", async (c) => {
    const token = tokenIn(c);
    const now = services.clock();
    const home = await findSharedPage(services.db, token, now);
    if (home === null) return endedPage(c);
    const teller = tellerOf(readerOf(c), home, now);
    const words = teller.words.elsewhere;
    const base = `${services.baseUrl}/s/${token}`;
    const calendar = `${base}/calendar.ics?lang=${teller.language}`;
    const badge = `${base}/badge.svg?lang=${teller.language}`;
    c.header("Cache-Control", "private, no-cache");
    return c.html(
      <SharedSubpage token={token} home={home.name} title={words.title} teller={teller}>
        <p class="note">{words.warning}</p>
        <Section id="calendar" title={words.calendar}>
          <p>{words.calendarHint}</p>
          <Copied of="calendar-address" text={calendar} />
          <p>
            <Go href={calendar.replace(/^https?:/, "webcal:")}>{teller.words.service.send}</Go>
          </p>
        </Section>
        <Section id="badge" title={words.badge}>
          <p>
            <img src={`/s/${token}/badge.svg?lang=${teller.language}`} alt={words.badge} height={20} />
          </p>
          <p>{words.badgeHint}</p>
          <Copied of="badge-html" text={`<a href="${base}"><img src="${badge}" alt="Hearthwatch"></a>`} />
          <Copied of="badge-markdown" text={`[![Hearthwatch](${badge})](${base})`} />
          <p class="hint">{words.shields}</p>
          <Copied
            of="badge-shields"
            text={`https://img.shields.io/endpoint?url=${encodeURIComponent(`${base}/badge.json`)}`}
          />
        </Section>
      </SharedSubpage>,
    );
  });
}

const Copied = ({ of, text }: { of: string; text: string }) => (
  <>
    <pre>
      <code id={of}>{text}</code>
    </pre>
    <CopyButton of={of} />
  </>
);
