import type { Context } from "hono";
import type { Problem } from "../../lib/kernel/outcome.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { PROBLEMS, type ProblemName } from "../../schema/problems.ts";
import { Brand, Document, Navigation } from "./components/document.tsx";
import { Banner, type IconName, LinkLine } from "./components/list.tsx";
import { problemSentence } from "./form.ts";
import { readerOf, signedIn, tellerOf } from "./reader.ts";

type Way = readonly [href: string, text: string];
type Notice = { title: string; text?: string; icon?: IconName; way?: Way };

/** Answers a refusal with a page and its status code. Uses the API's sentence if the page's texts have none. */
export function problemPage(c: Context, problem: Problem): Response | Promise<Response> {
  c.set("problem", problem.name);
  const { language } = readerOf(c);
  const { problem: words, settings, signIn, ended, owner } = WORDS[language];
  const { member, home } = signedIn(c);
  const sentence = problemSentence(problem, WORDS[language]);
  const start: Way = home == null ? ["/", words.home] : ["/home", owner.places.home];
  const own: Partial<Record<ProblemName, Notice>> = {
    // For a path with a token, the page must not reveal if there ever was such a home.
    not_found:
      c.req.param("token") === undefined ? { title: words.notFound, text: words.notFoundText } : ended,
    store_failed: { title: words.unreachable, text: words.unreachableText, icon: "waiting" },
    internal: { title: words.broken, text: words.brokenText, icon: "alert" },
    rate_limited: { title: words.tooMany, icon: "waiting" },
    pro_required: {
      title: words.pro,
      text: problem.sentence === undefined ? words.proText : sentence,
      icon: "alert",
      way: ["/settings/plan", settings.plan],
    },
    dead_link: { title: ended.title },
    bad_sign_in: { title: ended.title, text: signIn.linkGone, way: ["/sign-in", signIn.title] },
  };
  const { status } = PROBLEMS[problem.name];
  const isForbidden = status === 401 || status === 403;
  const otherwise: Notice = { title: isForbidden ? words.forbidden : words.refused, icon: "alert" };
  const notice = own[problem.name] ?? otherwise;
  const { title, text = sentence, icon = "unknown", way: [href, wayText] = start } = notice;
  return c.html(
    <Document
      title={title}
      teller={tellerOf(readerOf(c), null, new Date())}
      member={member}
      script={home == null ? undefined : "owner.js"}
      top={home == null ? <Brand /> : <Navigation place={null} home={home} />}
      main="column"
    >
      <Banner tone="unknown" icon={icon}>
        <h1 class="first">{title}</h1>
        <p>{text}</p>
      </Banner>
      <LinkLine kind="button" href={href} text={wayText} />
    </Document>,
    status,
  );
}
