import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "../../lib/kernel/outcome.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { PROBLEMS, type ProblemName } from "../../schema/problems.ts";
import { Banner } from "./components/banner.tsx";
import { Brand, Document } from "./components/document.tsx";
import type { IconName } from "./components/icons.tsx";
import { Navigation } from "./components/navigation.tsx";
import { Start } from "./components/press.tsx";
import { problemSentence } from "./form-check.ts";
import { readerOf, signedIn, tellerOf } from "./reader.ts";

type Notice = {
  title: string;
  text: string;
  icon?: IconName;
  status?: ContentfulStatusCode;
  way?: { href: string; text: string };
};

export function noticePage(
  c: Context,
  { title, text, icon = "unknown", status = 200, way }: Notice,
): Response | Promise<Response> {
  const teller = tellerOf(readerOf(c), null, new Date());
  const { words } = teller;
  const { member, home } = signedIn(c);
  const start =
    home == null ? { href: "/", text: words.problem.home } : { href: "/home", text: words.owner.places.home };
  const { href, text: wayText } = way ?? start;
  return c.html(
    <Document title={title} teller={teller} member={member} script={home == null ? undefined : "owner.js"}>
      {home == null ? <Brand /> : <Navigation place={null} home={home} />}
      <main id="content" class="notice" tabindex={-1}>
        <Banner tone="unknown" icon={icon}>
          <h1 class="first">{title}</h1>
          <p>{text}</p>
        </Banner>
        <p>
          <Start href={href}>{wayText}</Start>
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
  const sentence = problemSentence(problem, WORDS[language]);
  const own: Partial<Record<ProblemName, Notice>> = {
    not_found: { title: words.notFound, text: words.notFoundText },
    store_failed: { title: words.unreachable, text: words.unreachableText, icon: "waiting" },
    internal: { title: words.broken, text: words.brokenText, icon: "alert" },
    rate_limited: { title: words.tooMany, text: sentence, icon: "waiting" },
    pro_required: {
      title: words.pro,
      text: problem.sentence === undefined ? words.proText : sentence,
      icon: "alert",
      way: { href: "/settings/plan", text: settings.plan },
    },
    dead_link: { title: ended.title, text: sentence },
    bad_sign_in: {
      title: ended.title,
      text: signIn.linkGone,
      way: { href: "/sign-in", text: signIn.title },
    },
  };
  const notice = own[problem.name] ?? { title: words.forbidden, text: sentence, icon: "alert" };
  return noticePage(c, { ...notice, status });
}
