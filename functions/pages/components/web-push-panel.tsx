import type { WebPush } from "../../../lib/kernel/ports.ts";
import type { Words } from "../../../lib/language/en/pages.ts";

/**
 * Push on the very browser that looks: two forms, of which a script shows the one that fits and fills in the token that
 * only the browser knows.
 */
export function WebPushPanel({ webPush, words }: { webPush: WebPush | null; words: Words }) {
  const { webPush: texts } = words;
  return (
    <section
      class="panel"
      aria-labelledby="browser"
      data-web-push={webPush === null ? undefined : JSON.stringify(webPush)}
    >
      <h2 id="browser">{texts.title}</h2>
      {webPush === null ? (
        <p class="hint">{texts.notConfigured}</p>
      ) : (
        <>
          <p
            class="hint"
            role="status"
            data-on={texts.on}
            data-denied={texts.denied}
            data-unsupported={texts.unsupported}
            data-failed={texts.failed}
          >
            {texts.lead}
          </p>
          <form method="post" action="/notifications/push" hidden>
            <input type="hidden" name="token" value="" />
            <button type="submit">{texts.allow}</button>
          </form>
          <form method="post" action="/notifications/push/remove" hidden>
            <input type="hidden" name="token" value="" />
            <button type="submit" class="second">
              {texts.stop}
            </button>
          </form>
          <noscript>
            <p class="hint">{texts.script}</p>
          </noscript>
        </>
      )}
    </section>
  );
}
