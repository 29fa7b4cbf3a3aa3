import { WORDS } from "../../../lib/language/pages.ts";
import { LANGUAGES } from "../../../schema/vocabulary.ts";
import { useTeller } from "./teller-scope.ts";

/** Scale, size and language, as links: they work without a script. `kept`: what of the address stays (`&range=7d`). */
export function ReaderChoices({ kept = "" }: { kept?: string | undefined }) {
  const { words, unit: chosen, isLarge, language: spoken } = useTeller();
  const { common } = words;
  return (
    <nav class="choices" aria-label={common.degrees}>
      <span>
        {(["F", "C"] as const).map((unit) => (
          <a href={`?unit=${unit}${kept}`} aria-current={chosen === `°${unit}` ? "true" : undefined}>
            °{unit}
          </a>
        ))}
      </span>
      <a href={`?text=${isLarge ? "normal" : "large"}${kept}`}>
        <span aria-hidden="true">{isLarge ? "A−" : "A+"}</span>
        <span class="visually-hidden">{isLarge ? common.normalText : common.largeText}</span>
      </a>
      <span>
        {LANGUAGES.map((language) => (
          <a
            href={`?lang=${language}${kept}`}
            lang={language}
            aria-current={spoken === language ? "true" : undefined}
          >
            {language.toUpperCase()}
            <span class="visually-hidden"> {WORDS[language].name}</span>
          </a>
        ))}
      </span>
    </nav>
  );
}
