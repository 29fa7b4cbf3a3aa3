import type { ResponderWords } from "../notice-words.ts";

export const EN_RESPONDERS: ResponderWords = {
  kinds: {
    freeze: "Danger of freezing",
    humidity: "Very damp",
    leak: "Water detected",
    outage: "A sensor is offline",
    forecast: "A hard freeze is coming",
    time_to_freeze: "Pipes may freeze soon",
    heating_stopped: "The heating may have stopped",
    cold_storage: "A freezer or fridge is too warm",
    sensor_fault: "A sensor isn't working",
    incident: "The home is offline",
    rule: "A limit was reached",
  },
  subject: (what, home) => `${what} at ${home}`,
  reasons: {
    nobody: () => "Nobody at home has answered. Can you help?",
    worse: () => "It got worse since you took it on. Can you still help?",
    expired: (hours) => `You took this on ${hours} hours ago, and it's still open. Can you still help?`,
  },
  more: (count) => (count === 1 ? "One more alert is open." : `${count} more alerts are open.`),
  since: (where, clock) => `${where}, since ${clock}.`,
  open: "See it and answer",
  ask: (by, home) => `${by} would like to call you when something goes wrong at ${home} and nobody answers`,
  askMore: "You'll hear nothing more unless you say yes, and you can stop it at any time with the same link.",
  askOpen: "Answer",
  answers: {
    on_my_way: (who) => `${who} is on the way`,
    there: (who) => `${who} is there`,
    water_off: (who) => `${who} has turned the water off`,
    cannot: (who) => `${who} can't come`,
  },
  about: (title, home) => `${title}, at ${home}.`,
  see: "See the alert",
};
