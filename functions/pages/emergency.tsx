import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import {
  type CardPorts,
  changeCard,
  keepPhoto,
  openPhoto,
  removePhoto,
  showCard,
} from "../../lib/emergency/card.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { LIMITS } from "../../schema/limits.ts";
import { CARD_PLACES, CARD_STEPS } from "../../schema/vocabulary.ts";
import { EmergencyCardChange, PhotoQuery } from "../../schema/wire/account/emergency.ts";
import { imageBody, imageReply } from "../_http/body.ts";
import { validate } from "../_http/validate.ts";
import { EmergencyCardView } from "./components/emergency-card.tsx";
import { EmergencyForm, PhotoForms } from "./components/emergency-form.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import type { Form } from "./form.ts";
import { formsOn, idIn } from "./form-action.ts";
import { formRefused } from "./form-note.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const EDIT = "/emergency/edit";

/** `/emergency`: the card to read and to print, and the forms that fill it in. */
export function emergencyPages(ports: CardPorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  const changes = pageMay("manage_emergency_card");
  routes.get("/emergency", guard, async (c) => {
    const shown = await showCard(ports, c.var.member.householdId);
    if (!shown.ok) return problemPage(c, shown.problem);
    const { card } = shown.value;
    const { frame, words } = ownerPage(c, ports.clock(), "settings");
    const mayChange = may("manage_emergency_card", c.var.member) === "yes";
    return c.html(
      <OwnerFrame {...frame} title={words.emergency.title} up="settings">
        <p class="screen">
          {words.emergency.lead} {words.emergency.print}
        </p>
        {mayChange ? (
          <p class="screen">
            <a class="button" href={EDIT}>
              {card.version === 0 ? words.emergency.write : words.emergency.edit}
            </a>
          </p>
        ) : null}
        <EmergencyCardView card={card} words={words} photosPath="/emergency/photos" />
      </OwnerFrame>,
    );
  });
  routes.get(EDIT, guard, changes, async (c) => {
    const shown = await showCard(ports, c.var.member.householdId);
    if (!shown.ok) return problemPage(c, shown.problem);
    const { frame, words } = ownerPage(c, ports.clock(), "settings");
    return c.html(
      <OwnerFrame {...frame} title={words.emergency.title} up={["/emergency", words.emergency.title]}>
        <EmergencyForm card={shown.value.card} words={words} />
        <PhotoForms card={shown.value.card} words={words} />
      </OwnerFrame>,
    );
  });
  forms(EDIT, changes, {
    shape: EmergencyCardChange,
    wish: wishOf,
    nameField: ([list, place, field]) => (list === "calls" ? `${field}_${place}` : undefined),
    run: (c, card) => changeCard(ports, actingOf(c), card),
    done: "saved",
    to: "/emergency",
  });
  routes.post("/emergency/photos", guard, changes, async (c) => {
    const query = validate(PhotoQuery, { place: c.req.query("place") });
    if (!query.ok) return formRefused(c, EDIT, query.problem);
    const bytes = await imageBody(c);
    if (!bytes.ok) return formRefused(c, EDIT, bytes.problem);
    const kept = await keepPhoto(ports, actingOf(c), { place: query.value.place, bytes: bytes.value });
    return kept.ok ? doneAt(c, EDIT, "saved") : formRefused(c, EDIT, kept.problem);
  });
  routes.get("/emergency/photos/:id", guard, async (c) => {
    const opened = await openPhoto(ports, c.var.member.householdId, c.req.param("id"));
    return opened.ok ? imageReply(c, opened.value) : problemPage(c, opened.problem);
  });
  forms("/emergency/photos/:id/remove", changes, {
    page: EDIT,
    run: (c) => removePhoto(ports, actingOf(c), idIn(c)),
    done: "removed",
  });
  return routes;
}

/** The fields of the form as the wire has them; a line of a call without a name is none. */
function wishOf({ text, has, number }: Form) {
  const calls = Array.from({ length: LIMITS.cardCallsMax }, (_, index) => ({
    name: text(`name_${index}`),
    phone: text(`phone_${index}`),
    note: text(`note_${index}`),
  })).filter(({ name, phone }) => name !== "" || phone !== "");
  const lines = (name: string) => text(name).replaceAll("\r\n", "\n");
  return {
    places: Object.fromEntries(CARD_PLACES.map((place) => [place, lines(place)])),
    steps: Object.fromEntries(CARD_STEPS.map((step) => [step, lines(step)])),
    calls: calls.map((call) => ({ ...call, name: call.name === "" ? call.phone : call.name })),
    is_shared: has("share"),
    version: number("version"),
  };
}
