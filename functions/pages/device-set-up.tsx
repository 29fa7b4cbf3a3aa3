import type { Context, Hono, MiddlewareHandler } from "hono";
import { type ShownCallout, showCallout } from "../../lib/devices/ingest-keys.actions.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import { findReceived } from "../../lib/readings/readings.queries.ts";
import type { ReceivedBody } from "../../lib/readings/received-body/received-body.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageDevice, PageHome } from "../../lib/sharing/home-page/page-home.ts";
import type { SecurityAct } from "../../schema/vocabulary.ts";
import { Ago } from "./components/ago.tsx";
import { CopyButton } from "./components/copy-button.tsx";
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
        <KeyPanel callout={callout.ok ? callout.value : null} device={found.device} teller={teller} />
        {callout.ok ? (
          <HowPanel
            how={isPoster(how) ? how : "curl"}
            url={callout.value.ingest_url}
            device={found.device}
            teller={teller}
          />
        ) : null}
        <div id="live">
          <FirstReading device={found.device} teller={teller} />
          <ReceivedBodies bodies={found.bodies} teller={teller} />
        </div>
      </OwnerFrame>,
    );
  });
  routes.get(`${PATH}/live`, guard, may, async (c) => {
    const found = await load(c, ports);
    if (found === null) return problemPage(c, { name: "not_found" });
    const { teller } = ownerPage(c, found.now, "devices", found.home);
    return liveHtml(
      c,
      String(
        <div id="live">
          <FirstReading device={found.device} teller={teller} />
          <ReceivedBodies bodies={found.bodies} teller={teller} />
        </div>,
      ),
    );
  });
  forms(`${PATH}/test`, pageMay("read_home"), {
    page: (c) => `/devices/${idIn(c)}/set-up`,
    run: (c) => sendTest(ports, actingOf(c), "email"),
    done: "sent",
    wakes: ports,
  });
}

type Found = { home: PageHome; device: PageDevice; bodies: ReceivedBody[]; now: Date };

async function load(c: Context<PageEnv>, ports: DevicePagePorts): Promise<Found | null> {
  const now = ports.clock();
  const { householdId } = c.var.member;
  const [home, bodies] = await Promise.all([
    findHomePage(ports.db, householdId, now),
    findReceived(ports.db, householdId, c.req.param("id") ?? "", now),
  ]);
  const device = home?.devices.find(({ id }) => id === c.req.param("id"));
  return home === null || device === undefined ? null : { home, device, bodies, now };
}

function KeyPanel({
  callout,
  device,
  teller,
}: {
  callout: ShownCallout | null;
  device: PageDevice;
  teller: Teller;
}) {
  const { device: words } = teller.words;
  return (
    <section class="panel" aria-labelledby="key">
      <h2 id="key">{words.key}</h2>
      {callout === null ? (
        <>
          <p class="hint">{words.keyGone}</p>
          <p>
            <a class="button second" href={`/devices/${device.id}`}>
              {words.toKey}
            </a>
          </p>
        </>
      ) : (
        <>
          <code class="key" id="address">
            {callout.ingest_url}
          </code>
          <div class="row">
            <CopyButton of="address" words={words} />
            <details>
              <summary class="button second">{words.qr}</summary>
              <QrCode text={callout.ingest_url} label={words.qr} />
              <p class="hint">{words.qrHint}</p>
            </details>
          </div>
          <p class="hint">
            {words.keyUntil} {teller.clock(new Date(callout.until))} (
            <Ago at={new Date(callout.until)} teller={teller} />)
          </p>
        </>
      )}
    </section>
  );
}

function HowPanel({
  how,
  url,
  device,
  teller,
}: {
  how: Poster;
  url: string;
  device: PageDevice;
  teller: Teller;
}) {
  const { device: words } = teller.words;
  return (
    <section class="panel" aria-labelledby="how">
      <h2 id="how">{words.how}</h2>
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
      <p>{words.steps[how]}</p>
      <pre>
        <code id="snippet">{SNIPPETS[how](url)}</code>
      </pre>
      <CopyButton of="snippet" words={words} />
      <p class="links">
        <a href="/docs/devices">{words.moreRecipes}</a>
      </p>
    </section>
  );
}
