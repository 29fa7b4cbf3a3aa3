import { type CalledStandIn, firstIn, objectIn, type StandInAnswer, textIn } from "../sandbox.ts";

const TEXT_UNITS_MAX = 4_096;
const DATA_BYTES_MAX = 64;

const refused = (description: string): StandInAnswer => ({
  status: 400,
  body: { ok: false, error_code: 400, description: `Bad Request: ${description}` },
});

function buttonsOf(markup: unknown): { text?: string; url?: string; callback_data?: string }[] {
  const { inline_keyboard: rows } = objectIn(markup);
  return Array.isArray(rows) ? rows.flat() : [];
}

export const TELEGRAM_STAND_IN: CalledStandIn = {
  path: /^\/telegram\/bot[^/]+\/sendMessage$/,
  to: (_path, { chat_id }) => String(chat_id),
  answer: ({ text, entities, reply_markup }) => {
    const length = textIn(text).length;
    if (length === 0) return refused("message text is empty");
    if (length > TEXT_UNITS_MAX) return refused("message is too long");
    const { offset = 0, length: marked = 0 } = firstIn(entities);
    if (Number(offset) + Number(marked) > length) return refused("entity beyond the end of the text");
    for (const { url, callback_data: data = "" } of buttonsOf(reply_markup)) {
      // A host without a dot is refused, such as one at home.
      if (url !== undefined && !new URL(url).hostname.includes("."))
        return refused(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
      if (data.length > DATA_BYTES_MAX) return refused("BUTTON_DATA_INVALID");
    }
    return { status: 200, body: { ok: true, result: { message_id: 1 } } };
  },
  shows: ({ text, entities, reply_markup, disable_notification }) => {
    const length = Number(firstIn(entities).length ?? 0);
    const buttons = buttonsOf(reply_markup);
    const said = textIn(text);
    return {
      title: said.slice(0, length),
      text: said.slice(length).trim(),
      links: [...buttons.flatMap(({ url }) => url ?? []), ...(said.match(/https?:\/\/\S+/g) ?? [])],
      button: buttons[0]?.text ?? null,
      loudness: disable_notification === true ? "silent" : "rings",
      // Entities alone decide what is bold; a name such as @someone is a link to them and notifies nobody here.
      commands: [],
    };
  },
  address: () => "-1001234567890",
  baseUrl: "/telegram",
  typed: ["-1001234567890", "123456789", "@my_channel"],
  wrong: ["ada", "12 34"],
};
