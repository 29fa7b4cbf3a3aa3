/** English. A text that needs a value is a function of it. */
export const en = {
  name: "English",
  product: "Hearthwatch",
  common: {
    skip: "Skip to the content",
    since: (time: string) => `since ${time}`,
    degrees: "Temperature unit",
    textSize: "Text size",
    normalText: "Normal text",
    largeText: "Larger text",
    language: "Language",
    back: "Back",
    offline: (time: string) => `No connection. This is how it was at ${time}.`,
    poweredBy: "Watched by Hearthwatch",
  },
  standing: {
    well: "All is well",
    waiting: "Waiting for the first reading",
    empty: "Nothing is watched here yet",
    silent: (where: string, span: string) => `We don't know: nothing heard from ${where} for ${span}`,
    faulty: (where: string) => `We don't know: the probe of ${where} is not measuring`,
    silentAdvice:
      "Check its power, its battery and the Wi-Fi there. Until it reports again nothing watches that place.",
    faultyAdvice: "Look at the probe's cable and plug.",
    heard: (ago: string) => `last heard ${ago}`,
    more: (count: number) => (count === 1 ? "and 1 more alert" : `and ${count} more alerts`),
    acknowledged: "Somebody is on it",
    snoozed: (time: string) =>
      `Warnings are snoozed until ${time}. Critical alerts and leaks still come through.`,
    vacation: "The home is on vacation: limits are tighter.",
    vacationUntil: (time: string) => `The home is on vacation until ${time}: limits are tighter.`,
  },
  alert: {
    freeze: {
      title: (where: string, value: string, isCritical: boolean) =>
        `${isCritical ? "Pipes may freeze" : "Getting cold"}: ${where} is at ${value}`,
      advice: (isCritical: boolean): string =>
        isCritical
          ? "Check the heating now. Open cabinet doors, let taps drip, and know where the main shut-off valve is."
          : "Check the heating, doors and windows there.",
    },
    humidity: {
      title: (where: string, value: string) => `Humidity: ${where} is at ${value}`,
      advice: () => "Air the room, or run a dehumidifier: mould grows above 60%.",
    },
    leak: {
      title: (where: string) => `Water leak: ${where} is wet`,
      advice: () => "Shut off the water, and the power there if water is near it. Then look for the source.",
    },
    outage: {
      title: (where: string) => `No word from ${where}`,
      advice: () =>
        "Check its power, its battery and the Wi-Fi there. Until it reports again nothing watches that place.",
    },
    forecast: {
      title: (where: string, value: string) => `Frost ahead: ${where}, down to ${value}`,
      advice: () =>
        "Before it gets cold: let taps drip, open cabinet doors, close vents, and check the heating.",
    },
    time_to_freeze: {
      title: (where: string, value: string) => `About ${value} until ${where} freezes`,
      advice: () => "Get the heating going, or drain the pipes in time.",
    },
    heating_stopped: {
      title: (where: string) => `Is the heating off? ${where} keeps getting colder`,
      advice: () => "Check the boiler or the thermostat, or say that it was turned down on purpose.",
    },
    incident: {
      title: (where: string) => `Something bigger: ${where}`,
      advice: () =>
        "Several things at once point to one cause. Check the power, the internet and the heating.",
    },
    sensor_fault: {
      title: (where: string) => `${where} cannot be believed`,
      advice: () => "Look at its cable and its battery. Until it is mended nothing watches that place.",
    },
    cold_storage: {
      title: (where: string, value: string) => `Too warm: ${where} is at ${value}`,
      advice: () => "Check its door, its plug and the fuse. Keep it closed to hold the cold.",
    },
    rule: {
      title: (where: string, value: string) => `${where}: ${value}`,
      advice: () => "This is a rule of the home's own.",
    },
  },
  card: {
    steady: "steady",
    rising: "rising",
    falling: "falling",
    perHour: (size: string) => `${size} per hour`,
    freezesIn: (span: string) => `freezes in about ${span}`,
    never: "No reading yet",
    forSpan: (span: string) => `for ${span}`,
    forAtLeast: (span: string) => `for ${span} or longer`,
    late: "late",
    offline: "not heard",
    faulty: "not measuring",
    lastDay: "the last 24 hours",
    opens: (label: string) => `${label}: open the chart`,
    on: { door: "Open", flood: "Wet", motion: "Motion", other: "On" },
    off: { door: "Closed", flood: "Dry", motion: "Quiet", other: "Off" },
  },
  chart: {
    range: "Time shown",
    ranges: { "24h": "24 hours", "7d": "7 days", "30d": "30 days", "1y": "1 year" },
    summary: (low: string, high: string, last: string) => `Between ${low} and ${high}; last ${last}.`,
    summaryState: (changes: number) =>
      changes === 0
        ? "No change in this time."
        : changes === 1
          ? "1 change in this time."
          : `${changes} changes in this time.`,
    nothing: "Nothing was heard in this time.",
    table: "Show the figures",
    time: "Time",
    value: "Value",
    lowest: "Lowest",
    highest: "Highest",
    keys: "With the chart in focus, the arrow keys read it value by value.",
    limit: (value: string) => `Limit ${value}`,
  },
  landing: {
    title: "Know before the pipes freeze",
    lead: "Hearthwatch watches your home's sensors and tells you while there is still time: when it gets too cold, when water is where it should not be, when a sensor falls silent.",
    points: [
      {
        title: "Told once, in words",
        text: "What happened, where, since when and what to do: by mail, text message and push, without a storm of repeats.",
      },
      {
        title: "Any sensor that can post",
        text: "ESP32, ESPHome, Tasmota, Shelly and Home Assistant send what they send already. No hub to buy.",
      },
      {
        title: "A link for the family",
        text: "One link shows how it is at home, on any phone, without an account. You end it whenever you like.",
      },
    ],
  },
  ended: {
    title: "This link has ended",
    text: "It was ended by whoever shared it, or its time is over. Ask them for a new one.",
  },
  problem: {
    notFound: "There is no such page",
    notFoundText: "The address may be mistyped, or what it led to is gone.",
    forbidden: "This is not for you to see",
    tooMany: "Too many requests",
    tooManyText: (seconds: string) => `Try again in ${seconds} seconds.`,
    broken: "Something broke on our side",
    brokenText: "It has been noted. Your sensors' readings are still taken in. Try again in a minute.",
    unreachable: "We can't look right now",
    unreachableText: "Our database does not answer. Try again in a minute.",
    home: "To the start page",
  },
};

export type Words = typeof en;
