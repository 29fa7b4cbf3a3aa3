import type { Context } from "hono";
import { type ShownCallout, showCallout } from "../../lib/devices/ingest-keys.actions.ts";
import { findKeyReplacedAt } from "../../lib/devices/ingest-keys.queries.ts";
import { refuse } from "../../lib/kernel/outcome.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import { findReceived } from "../../lib/readings/ingest.queries.ts";
import type { SecurityAct } from "../../schema/vocabulary.ts";
import { Ago } from "./components/ago.tsx";
import { CopyButton, QrCode } from "./components/copy-button.tsx";
import { Section } from "./components/list.tsx";
import { Go, Ways } from "./components/press.tsx";
import { FirstReading, ReceivedBodies } from "./components/received-bodies.tsx";
import { useTeller } from "./components/teller-scope.ts";
import { isPoster, POSTERS, type Poster, snippetOf } from "./format/snippets.ts";
import { isAskedAgain } from "./live.tsx";
import { deviceOf, idIn, type Site, together } from "./site.ts";

const PATH = "/devices/:id/set-up";

/**
 * `/devices/{id}/set-up`: the key with what to paste it into, then a page that turns at the first reading.
 */
export function setUpPages({ services, page }: Site): void {
  const { form } = page(PATH, "manage_devices", {
    place: "devices",
    load: async (c) => {
      const [{ householdId }, deviceId] = [c.var, idIn(c)];
      const found = await together({
        device: deviceOf(c, services),
        bodies: findReceived(services.db, householdId, deviceId, services.clock()),
        replacedAt: findKeyReplacedAt(services.db, { householdId, deviceId }),
      });
      if (!found.ok) return found;
      const callout = isAskedAgain(c)
        ? refuse("not_found")
        : await showCallout(services, c.var.member, deviceId);
      if (callout.ok) (c as Context).set("told", "secret_revealed" satisfies SecurityAct);
      return { ...found.value, callout };
    },
    title: ({ device: words }, { device }) => `${device.name}: ${words.setUp}`,
    heading: ({ device }) => <h1>{device.name}</h1>,
    liveSeconds: 3,
    view: ({ device, bodies, replacedAt, callout }, { c, words }) => {
      const how = c.req.query("how");
      return (
        <>
          {callout.ok ? (
            <HowPanels how={isPoster(how) ? how : "curl"} callout={callout.value} />
          ) : (
            <Section id="key" title={words.device.key} hint={words.device.keyGone}>
              <p>
                <Go href={`/devices/${device.id}`}>{words.device.toKey}</Go>
              </p>
            </Section>
          )}
          <div id="live">
            <FirstReading device={device} replacedAt={replacedAt} />
            <ReceivedBodies bodies={bodies} />
          </div>
        </>
      );
    },
  });
  form(`${PATH}/test`, "read_home", {
    run: (c) => sendTest(services, c.var, "email"),
    done: "sent",
  });
}

function HowPanels({ how, callout }: { how: Poster; callout: ShownCallout }) {
  const { words: all, clock } = useTeller();
  const { device: words } = all;
  const { ingest_url: url, until } = callout;
  return (
    <>
      <Section id="how" title={`1. ${words.how}`}>
        <Ways
          label={words.how}
          ways={POSTERS.map((poster) => [`?how=${poster}#how`, words.posts[poster], poster === how])}
        />
      </Section>
      <Section id="paste" title={`2. ${words.paste}`}>
        <p>{words.steps[how]}</p>
        <pre class="snippet" tabindex={0}>
          <code id="snippet">{snippetOf(how, url)}</code>
        </pre>
        <CopyButton of="snippet" />
        <p class="hint">
          {words.keyUntil} {clock(until)} (<Ago at={until} />)
        </p>
        <details class="figures">
          <summary>{words.addressAlone}</summary>
          <code class="key" id="address">
            {url}
          </code>
          <CopyButton of="address" />
          <QrCode text={url} label={words.qr} />
          <p class="hint">{words.qrHint}</p>
        </details>
        <p class="links">
          <a href="/docs/devices">{words.moreRecipes}</a>
        </p>
      </Section>
    </>
  );
}
