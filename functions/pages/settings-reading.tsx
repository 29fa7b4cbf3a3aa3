import type { Hono, MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { changeUser } from "../../lib/people/members.actions.ts";
import { LANGUAGES } from "../../schema/vocabulary.ts";
import { UserChange } from "../../schema/wire/account/sign-in.ts";
import { Choice, Form, Segments } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formsOn } from "./form-action.ts";
import { OwnName } from "./own-name.tsx";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { rememberReading } from "./reader.ts";
import type { PageEnv } from "./session.ts";

const PATH = "/settings/language";

/** `/settings/language`: in which language and unit a person is written to, wherever and by whatever. */
export function addReadingSettings(
  routes: Hono<PageEnv>,
  ports: Pick<Services, "db" | "clock">,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const forms = formsOn(routes, guard);
  routes.get(PATH, guard, (c) => {
    const { frame, words } = ownerPage(c, ports.clock(), "settings");
    const { language, temperatureUnit } = c.var.member;
    const { settings } = words;
    return c.html(
      <OwnerFrame {...frame} title={settings.reading} up="settings">
        <Form action={PATH} class="panel narrow">
          <OwnName name={c.var.member.name} words={words} />
          <Choice
            label={words.common.language}
            name="language"
            value={language}
            hint={settings.readingHint}
            options={LANGUAGES.map((each) => [each, WORDS[each].name])}
          />
          <Segments
            label={words.common.degrees}
            name="temperature_unit"
            value={temperatureUnit ?? ""}
            options={[
              ["", settings.unitOfHome],
              ["F", "°F"],
              ["C", "°C"],
            ]}
          />
          <button type="submit">{words.owner.save}</button>
        </Form>
      </OwnerFrame>,
    );
  });
  forms(PATH, null, {
    shape: UserChange,
    wish: ({ text }) => ({
      name: text("your_name") || null,
      language: text("language"),
      temperature_unit: text("temperature_unit") || null,
    }),
    run: (c, change) => changeUser(ports, c.var, change),
    done: (c, { language, temperatureUnit: unit }) => {
      rememberReading(c, { language, unit });
      return doneAt(c, "/settings", "saved");
    },
  });
}
