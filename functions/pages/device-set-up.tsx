import type { Context, Hono, MiddlewareHandler } from "hono";
import { type ShownCallout, showCallout } from "../../lib/devices/ingest-keys.actions.ts";
import { findKeyReplacedAt } from "../../lib/devices/ingest-keys.queries.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import { findReceived } from "../../lib/readings/readings.queries.ts";
import type { ReceivedBody } from "../../lib/readings/received-body/received-body.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageDevice, PageHome } from "../../lib/sharing/home-page/page-home.ts";
import type { SecurityAct } from "../../schema/vocabulary.ts";
import { Ago } from "./components/ago.tsx";
import { CopyButton } from "./components/copy-button.tsx";
import { Section } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { QrCode } from "./components/qr-code.tsx";
import { FirstReading, ReceivedBodies } from "./components/received-bodies.tsx";
import type { DevicePagePorts } from "./device-ports.ts";
import { formsOn, idIn } from "./form-action.ts";
import { isPoster, POSTERS, type Poster, SNIPPETS } from "./format/snippets.ts";
import type { Teller } from "./format/teller.ts";
import { liveHtml } from "./live.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const PATH = "/devices/:id/set-up";

/**
 * `/devices/{id}/set-up`: the key with what to paste it into, then a page that turns at the first reading.
 */
export function addSetUpPages(
  routes: Hono<PageEnv>,
  ports: DevicePagePorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const forms = formsOn(routes, guard);
  const may = pageMay("manage_devices");
  routes.get(PATH, guard, may, async (c) => {
    const found = await load(c, ports);
    if (found === null) return problemPage(c, { name: "not_found" });
    const { frame, words, teller } = ownerPage(c, found.now, "devices", found.home);
    const how = c.req.query("how");
    const callout = await showCallout(ports, c.var.member, found.device.id);
    if (callout.ok) (c as Context).set("told", "secret_revealed" satisfies SecurityAct);
    return c.html(
      <OwnerFrame
        {...frame}
        title={`${found.device.name}: ${words.device.setUp}`}
        up="devices"
        heading={
          <h1 class="page-title" data-live={`/devices/${found.device.id}/set-up/live`} data-every="3">
            {found.device.name}
          </h1>
        }
      >
        {callout.ok ? (
          <HowPanels
            how={isPoster(how) ? how : "curl"}
            callout={callout.value}
            device={found.device}
            teller={teller}
          />
        ) : (
          <KeyGone device={found.device} teller={teller} />
        )}
        <Arrivals found={found} teller={teller} />
      </OwnerFrame>,
    );
  });
  routes.get(`${PATH}/live`, guard, may, async (c) => {
    const found = await load(c, ports);
    if (found === null) return problemPage(c, { name: "not_found" });
    const { teller } = ownerPage(c, found.now, "devices", found.home);
    return liveHtml(c, String(<Arrivals found={found} teller={teller} />));
  });
  forms(`${PATH}/test`, pageMay("read_home"), {
    page: (c) => `/devices/${idIn(c)}/set-up`,
    run: (c) => sendTest(ports, actingOf(c), "email"),
    done: "sent",
    wakes: ports,
  });
}

type Found = {
  home: PageHome;
  device: PageDevice;
  bodies: ReceivedBody[];
  replacedAt: Date | null;
  now: Date;
};

async function load(c: Context<PageEnv>, ports: DevicePagePorts): Promise<Found | null> {
  const now = ports.clock();
  const [{ householdId }, deviceId] = [c.var.member, idIn(c)];
  const [home, bodies, replacedAt] = await Promise.all([
    findHomePage(ports.db, householdId, now),
    findReceived(ports.db, householdId, deviceId, now),
    findKeyReplacedAt(ports.db, { householdId, deviceId }),
  ]);
  const device = home?.devices.find(({ id }) => id === deviceId);
  return home === null || device === undefined ? null : { home, device, bodies, replacedAt, now };
}

/** The third step, which turns by itself: waiting for this key, then what has come and what only its owner knows. */
const Arrivals = ({ found: { device, bodies, replacedAt }, teller }: { found: Found; teller: Teller }) => (
  <div id="live">
    <FirstReading device={device} replacedAt={replacedAt} teller={teller} />
    <ReceivedBodies bodies={bodies} teller={teller} />
  </div>
);

const KeyGone = ({ device, teller }: { device: PageDevice; teller: Teller }) => (
  <Section id="key" title={teller.words.device.key} hint={teller.words.device.keyGone}>
    <p>
      <a class="button second" href={`/devices/${device.id}`}>
        {teller.words.device.toKey}
      </a>
    </p>
  </Section>
);

type HowProps = { how: Poster; callout: ShownCallout; device: PageDevice; teller: Teller };

/** The first two steps: what it is, and what to paste there with the key in it. */
function HowPanels({ how, callout, device, teller }: HowProps) {
  const { device: words } = teller.words;
  const { ingest_url: url, until } = callout;
  return (
    <>
      <Section id="how" title={<>{`1. ${words.how}`}</>}>
        <nav class="ranges" aria-label={words.how}>
          {POSTERS.map((poster) => (
            <a
              href={`/devices/${device.id}/set-up?how=${poster}#how`}
              aria-current={poster === how ? "true" : undefined}
            >
              {words.posts[poster]}
            </a>
          ))}
        </nav>
      </Section>
      <Section id="paste" title={<>{`2. ${words.paste}`}</>}>
        <p>{words.steps[how]}</p>
        <pre class="snippet" tabindex={0}>
          <code id="snippet">{SNIPPETS[how](url)}</code>
        </pre>
        <CopyButton of="snippet" words={words} />
        <p class="hint">
          {words.keyUntil} {teller.clock(new Date(until))} (<Ago at={new Date(until)} teller={teller} />)
        </p>
        <details class="figures">
          <summary>{words.addressAlone}</summary>
          <code class="key" id="address">
            {url}
          </code>
          <CopyButton of="address" words={words} />
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
