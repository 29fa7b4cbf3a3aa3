import { changeCard, keepPhoto, openPhoto, removePhoto, showCard } from "../../lib/emergency/card.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { CARD_PLACES, CARD_STEPS } from "../../schema/vocabulary.ts";
import { EmergencyCardChange, PhotoQuery } from "../../schema/wire/account/emergency.ts";
import { imageBody } from "../_http/body.ts";
import { validate } from "../_http/validate.ts";
import { EmergencyCardView } from "./components/emergency-card.tsx";
import { EmergencyForm, PhotoForms } from "./components/emergency-form.tsx";
import type { Form } from "./form.ts";
import { idIn } from "./form-action.ts";
import { formRefused } from "./form-note.ts";
import { doneAt } from "./owner-page.tsx";
import type { PageContext } from "./page.tsx";
import { actingOf } from "./session.ts";
import { photoReply, type Site } from "./site.ts";

const EDIT = "/emergency/edit";

/** `/emergency`: the card to read and to print, and the forms that fill it in. */
export function emergencyPages({ services, get, post, page }: Site): void {
  const load = (c: PageContext["c"]) => showCard(services, c.var.member.householdId);
  page("/emergency", null, {
    place: "settings",
    load,
    view: ({ card }, { words, mayDo }) => (
      <>
        <p class="screen">
          {words.emergency.lead} {words.emergency.print}
        </p>
        {mayDo("manage_emergency_card") ? (
          <p class="screen">
            <a class="button" href={EDIT}>
              {card.version === 0 ? words.emergency.write : words.emergency.edit}
            </a>
          </p>
        ) : null}
        <EmergencyCardView card={card} words={words} photosPath="/emergency/photos" />
      </>
    ),
  });
  const form = page(EDIT, "manage_emergency_card", {
    place: "settings",
    load,
    title: ({ settings }) => settings.emergency,
    up: ({ settings }) => ["/emergency", settings.emergency],
    view: ({ card }, { words }) => (
      <>
        <EmergencyForm card={card} words={words} />
        <PhotoForms card={card} words={words} />
      </>
    ),
  });
  form(EDIT, "manage_emergency_card", {
    shape: EmergencyCardChange,
    wish: wishOf,
    nameField: ([list, place, field]) => (list === "calls" ? `${field}_${place}` : undefined),
    run: (c, card) => changeCard(services, actingOf(c), card),
    done: "saved",
    to: "/emergency",
  });
  post("/emergency/photos", "manage_emergency_card", async (c) => {
    const query = validate(PhotoQuery, { place: c.req.query("place") });
    if (!query.ok) return formRefused(c, EDIT, query.problem);
    const bytes = await imageBody(c);
    if (!bytes.ok) return formRefused(c, EDIT, bytes.problem);
    const kept = await keepPhoto(services, actingOf(c), { place: query.value.place, bytes: bytes.value });
    return kept.ok ? doneAt(c, EDIT, "saved") : formRefused(c, EDIT, kept.problem);
  });
  get("/emergency/photos/:id", null, async (c) => {
    return photoReply(c, await openPhoto(services, c.var.member.householdId, idIn(c)));
  });
  form("/emergency/photos/:id/remove", "manage_emergency_card", {
    run: (c) => removePhoto(services, actingOf(c), idIn(c)),
    done: "removed",
  });
}

/** The fields of the form as the wire has them; a line of a call without a name is none. */
function wishOf({ text, yes, number }: Form) {
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
    is_shared: yes("is_shared"),
    version: number("version"),
  };
}
