import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "../../lib/kernel/outcome.ts";
import { WORDS } from "../../lib/language/pages.ts";
import type { HomeFacts } from "../../lib/people/households.queries.ts";
import type { Member } from "../../lib/people/items.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { Banner } from "./components/banner.tsx";
import { Brand, Document } from "./components/document.tsx";
import type { IconName } from "./components/icons.tsx";
import { Navigation, placesOf } from "./components/navigation.tsx";
import { readerOf } from "./reader.ts";

type Notice = {
  title: string;
  text: string;
  icon?: IconName;
  status?: ContentfulStatusCode;
  /** Where it goes on; else to the start. */
  way?: { href: string; text: string };
};

/** A page that says one thing, and the way back. */
export function noticePage(
  c: Context,
  { title, text, icon = "unknown", status = 200, way }: Notice,
): Response | Promise<Response> {
  const { language, isLarge } = readerOf(c);
  const words = WORDS[language];
  const { member, home } = (c as Context<{ Variables: { member?: Member; home?: HomeFacts | null } }>).var;
  const start =
    home == null ? { href: "/", text: words.problem.home } : { href: "/home", text: words.owner.places.home };
  const { href, text: wayText } = way ?? start;
  return c.html(
    <Document
      title={title}
      language={language}
      words={words}
      isLarge={isLarge}
      now={new Date()}
      scripts={home == null ? [] : ["owner.js"]}
    >
      {home == null ? (
        <Brand words={words} />
      ) : (
        <Navigation place={null} places={placesOf(member)} home={home} words={words} />
      )}
      <main id="content" class="notice" tabindex={-1}>
        <Banner tone="unknown" icon={icon}>
          <h1 class="first">{title}</h1>
          <p>{text}</p>
        </Banner>
        <p>
          <a class="button" href={href}>
            {wayText}
          </a>
        </p>
      </main>
    </Document>,
    status,
  );
}

/** A refusal as a page; the sentence is the API's own where the catalogue has none for it. */
export function problemPage(c: Context, problem: Problem): Response | Promise<Response> {
  c.set("problem", problem.name);
  const { language } = readerOf(c);
  const { problem: words, settings, signIn, ended } = WORDS[language];
  const { status } = PROBLEMS[problem.name];
  const sentence = `${words.told(problem)}.`.replace(/\.\.$/, ".");
  switch (problem.name) {
    case "not_found":
      return noticePage(c, { title: words.notFound, text: words.notFoundText, status });
    case "store_failed":
      return noticePage(c, {
        title: words.unreachable,
        text: words.unreachableText,
        status,
        icon: "waiting",
      });
    case "internal":
      return noticePage(c, { title: words.broken, text: words.brokenText, status, icon: "alert" });
    case "rate_limited":
      return noticePage(c, { title: words.tooMany, text: sentence, status, icon: "waiting" });
    case "pro_required": {
      const way = { href: "/settings/plan", text: settings.plan };
      const text = problem.sentence === undefined ? words.proText : sentence;
      return noticePage(c, { title: words.pro, text, status, icon: "alert", way });
    }
    case "dead_ack_link":
      return noticePage(c, { title: ended.title, text: sentence, status });
    case "bad_sign_in": {
      const way = { href: "/sign-in", text: signIn.title };
      return noticePage(c, { title: ended.title, text: signIn.linkGone, status, way });
    }
    default:
      return noticePage(c, { title: words.forbidden, text: sentence, status, icon: "alert" });
  }
}
