import { PROBLEMS } from "../../../schema/problems.ts";
import type { AlertKind, Channel } from "../../../schema/vocabulary.ts";
import { SENSOR_KIND_NAMES } from "../../devices/sensor.ts";
import type { Problem } from "../../kernel/outcome.ts";
import { withTexts } from "../with-texts.ts";
import { calledTexts } from "../words.ts";
import { EN_CALLED, EN_FAILURES } from "./channels.ts";
import texts from "./pages.json" with { type: "json" };

type AlertWords = {
  title: (where: string, value: string, isCritical: boolean) => string;
  advice: (isCritical: boolean) => string;
};

/** English: a text that needs a value is a function of it, all others stand in `pages.json`. */
const told = {
  common: {
    since: (time: string) => `since ${time}`,
    offline: (time: string) => `No connection. Last updated at ${time}.`,
  },
  standing: {
    silent: (where: string, span: string) => `${where} is offline: no readings for ${span}`,
    faulty: (where: string) => `${where} isn't measuring: check its probe`,
    pastLimit: (where: string, value: string) => `${where} is at ${value}`,
    pastLimitAdvice: (limit: string, isOwn: boolean) =>
      `Its limit is ${limit}.${isOwn ? " We'll alert you if it stays there." : ""}`,
    morePastLimit: (count: number) =>
      count === 1 ? "1 more sensor is past its limit." : `${count} more sensors are past their limits.`,
    late: (where: string, span: string) => `${where} is late: no readings for ${span}`,
    moreLate: (count: number) => (count === 1 ? "1 more device is late" : `${count} more devices are late`),
    moreSilent: (count: number) =>
      count === 1 ? "1 more place isn't being monitored." : `${count} more places aren't being monitored.`,
    more: (count: number) => (count === 1 ? "and 1 more alert" : `and ${count} more alerts`),
    acknowledged: (who: string) => `${who} is on it`,
    helping: (who: string, time: string) => `${who} has been helping since ${time}`,
    snoozed: (time: string) =>
      `Warnings are snoozed until ${time}. Critical alerts and leaks still come through.`,
    vacationUntil: (time: string) => `The home is on vacation until ${time}: alerts are more sensitive.`,
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
      advice: () => "Air the room, or run a dehumidifier: mold grows above 60\u00a0%.",
    },
    leak: {
      title: (where: string) => `Water leak: ${where} is wet`,
      advice: () => "Shut off the water, and the power there if water is near it. Then look for the source.",
    },
    outage: {
      title: (where: string) => `${where} is offline`,
      advice: () =>
        "Check its power, its battery and the Wi-Fi there. This room isn't being monitored until it's back online.",
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
      title: (where: string) => `The heating may be off: ${where} keeps getting colder`,
      advice: () => "Check the boiler or the thermostat, or tell us that you turned it down on purpose.",
    },
    incident: {
      title: (where: string) => `Several devices are affected: ${where}`,
      advice: () =>
        "Several problems at once usually have one cause. Check the power, the internet and the heating.",
    },
    sensor_fault: {
      title: (where: string) => `Sensor problem: ${where} may be wrong`,
      advice: () => "Check its cable and battery. This room isn't being monitored until it's fixed.",
    },
    cold_storage: {
      title: (where: string, value: string) => `Too warm: ${where} is at ${value}`,
      advice: () => "Check its door, its plug and the fuse. Keep it closed to hold the cold.",
    },
    rule: {
      title: (where: string, value: string) => `${where}: ${value}`,
      advice: () => "From your custom rule.",
    },
  } satisfies Record<AlertKind, AlertWords>,
  card: {
    today: (low: string, high: string) => `low ${low}, high ${high} today`,
    changed: (size: string, isDown: boolean, span: string | null) =>
      `${isDown ? "down" : "up"} ${size} in ${span ?? "an hour"}`,
    freezesIn: (span: string) => `freezes in about ${span}`,
    forSpan: (span: string) => `for ${span}`,
    forAtLeast: (span: string) => `for ${span} or longer`,
    more: (count: number, troubled: number) =>
      `Show ${count === 1 ? "1 more sensor" : `${count} more sensors`}${troubled === 0 ? "" : troubled === 1 ? " (1 needs attention)" : ` (${troubled} need attention)`}`,
  },
  chart: {
    summary: (low: string, high: string, last: string) => `Between ${low} and ${high}; last ${last}.`,
    summarySteady: (value: string) => `${value} in this period.`,
    summaryState: (changes: number) =>
      changes === 0
        ? "No changes in this period."
        : changes === 1
          ? "1 change in this period."
          : `${changes} changes in this period.`,
    limit: (value: string) => `Limit ${value}`,
  },
  charts: {
    zone: (zone: string) => `Whole days, ${zone} time.`,
    twoScales: (units: string) => `This chart shows only lines in ${units}: it can have at most two scales.`,
    moment: (zone: string) => `${zone} time.`,
    below: (limit: string) => `Below ${limit}`,
    above: (limit: string) => `Above ${limit}`,
    neverPast: (where: string) => `Never ${where.charAt(0).toLowerCase()}${where.slice(1)}`,
    beyondFor: (span: string, amount: string) => `${span} · ${amount}`,
    stateFor: (word: string, span: string) => `${word} for ${span}`,
    neverOn: (word: string) => `Never ${word.toLowerCase()}`,
    noteBy: (who: string) => `by ${who}`,
  },
  form: {
    textAtMost: (max: string) => `Enter at most ${max} characters.`,
    atLeast: (min: string) => `Enter ${min} or more.`,
    atMost: (max: string) => `Enter ${max} or less.`,
  },
  timeline: {
    message: (who: string) => `Message to ${who}`,
    called: (who: string) => `Asked for help: ${who}`,
    step: (whom: string) => `Nobody answered, next step: ${whom}`,
    acknowledged: (who: string) => `Acknowledged by ${who}`,
    handedOver: (who: string, to: string) => `${who} assigned it to ${to}`,
    answered: (who: string, answer: string) => `${who}: ${answer}`,
  },
  escalation: {
    step: (number: number) => `Step ${number}`,
    after: (minutes: number) => (minutes === 0 ? "At once" : `After ${minutes} minutes`),
    removeWarning: (name: string) => `${name} won't be called any more.`,
  },
  responder: {
    askStates: {
      asked: (home: string) =>
        `Somebody at ${home} would like us to contact you when there's a leak or danger of freezing and nobody at home answers.`,
      ok: (home: string) =>
        `You said yes: we'll contact you if something happens at ${home} and nobody answers.`,
      stopped: (home: string) => `You won't get any messages about ${home}.`,
    },
  },
  signIn: {
    sent: (email: string, minutes: number) =>
      `If ${email} can sign in here, we've sent it a link and a code. Each works once, for ${minutes} minutes.`,
    wait: (seconds: number) =>
      `Many people on your network are signing in, so the email takes about ${seconds} seconds.`,
    linkOpens: (email: string, home: string | null) =>
      home === null
        ? `Press the button to sign in as ${email} and create a new home. This link works once.`
        : `Press the button to sign in as ${email} and open "${home}". This link works once.`,
  },
  home: {
    online: (count: number, all: number) =>
      count === all
        ? all === 1
          ? "1 device, online."
          : `All ${all} devices are online.`
        : `${count} of ${all} devices are online.`,
    battery: (percent: number) => `battery ${percent}%`,
    batteryDays: (days: number) => (days === 1 ? "about 1 day left" : `about ${days} days left`),
    clockAhead: (by: string) => `its clock is ${by} ahead`,
    clockBehind: (by: string) => `its clock is ${by} behind`,
    snooze: (span: string) => `Snooze for ${span}`,
  },
  limits: {
    below: (value: string) => `warns at ${value}`,
    criticalAt: (value: string) => `critical at ${value}`,
    above: (value: string) => `warns at ${value}`,
    warm: (value: string) => `warns above ${value}`,
    replayed: (times: number, days: number) =>
      times === 0
        ? `No alerts in the last ${days} days.`
        : times === 1
          ? `1 alert in the last ${days} days.`
          : `${times} alerts in the last ${days} days.`,
    times: (times: number) => (times === 1 ? "1 alert" : `${times} alerts`),
    firstSensors: (count: number) => `Only the first ${count} sensors were tested.`,
  },
  rooms: {
    up: (room: string) => `Move ${room} up`,
    down: (room: string) => `Move ${room} down`,
    iconOf: (room: string) => `Change the icon of ${room}`,
  },
  pucks: {
    count: (pucks: number) => (pucks === 0 ? "None" : pucks === 1 ? "1 puck" : `${pucks} pucks`),
    until: (time: string) => `until ${time}`,
    sensorCount: (sensors: number) => (sensors === 1 ? "1 sensor" : `${sensors} sensors`),
  },
  alertPage: {
    ackHint: (hours: number) => `No more reminders for ${hours} hours. Others will see that you're on it.`,
    quietUntil: (time: string) => `No more reminders for this alert until ${time}.`,
    quietUnlessWorse: (time: string) => `No more reminders until ${time}, unless it gets worse.`,
    question: {
      doorOpen: (hours: number) => `A door or window is open (ask again in ${hours} hours)`,
    },
    takenBy: (who: string, time: string) => `Acknowledged by ${who}, ${time}.`,
    lastHeard: (what: string, was: string, span: string) => `${what} was ${was} when last heard, ${span} ago`,
    over: (time: string) => `Ended ${time}.`,
    noneWhileOffline: (devices: string) =>
      `No alerts in the last few weeks, but we're not receiving readings from ${devices}.`,
    lasted: (span: string) => `lasted ${span}`,
    openOnes: (count: number) => `Open (${count})`,
    channels: {
      ...texts.alertPage.channels,
      ...calledTexts(EN_CALLED, "name"),
    } satisfies Record<Channel, string>,
    others: (names: string) => `The message was also about: ${names}. “I'm on it” covers all of them.`,
  },
  emergency: {
    alt: (place: string) => `Photo: ${place}`,
  },
  coverage: {
    last: (date: string) => `Last: ${date}.`,
  },
  evidence: {
    title: (kind: string, about: string) => `Evidence: ${kind}, ${about}`,
    span: (from: string, to: string | null) =>
      to === null ? `Since ${from}, still open.` : `${from} to ${to}.`,
    zone: (zone: string) => `Times are in ${zone}.`,
    noReadings: (sensor: string) => `${sensor}: no readings stored for this period.`,
    range: (sensor: string, count: number, low: string, high: string) =>
      `${sensor}: ${count} ${count === 1 ? "reading" : "readings"}, from ${low} to ${high}.`,
    asMeasured: (isRaw: boolean): string =>
      isRaw
        ? "As measured. The document lists each reading with its time."
        : "Some are averages, because your plan no longer stores the single readings. The document says which.",
    due: (time: string) => `Due ${time}, unless somebody answers`,
    more: (count: number) => `${count} more in the document.`,
    checkHint: (keys: string) =>
      `The signature is over the downloaded document in its canonical form (RFC 8785). The public keys are at ${keys}.`,
  },
  welcome: {
    trial: (plan: string) =>
      `Your plan: ${plan}. After that it's Free: alerts keep coming by email, without text messages and push.`,
  },
  rule: {
    condition: (comparison: string, value: string) => `${comparison} ${value}`,
    forMinutes: (span: string) => `for ${span}`,
    replayed: (times: number, days: number) =>
      times === 0
        ? `This rule wouldn't have fired in the last ${days} days.`
        : times === 1
          ? `This rule would have fired once in the last ${days} days.`
          : `This rule would have fired ${times} times in the last ${days} days.`,
    judged: (readings: number, count: string) =>
      readings === 1 ? "Tested on 1 stored reading." : `Tested on ${count} stored readings.`,
    reached: (value: string) => `reached ${value}`,
    shownFirst: (count: number) => `The last ${count} are shown.`,
  },
  feed: {
    tried: (count: number) => (count === 1 ? "1 reading found" : `${count} readings found`),
    read: (ago: string) => `last read ${ago}`,
    failing: (time: string) => `since ${time}`,
    next: (time: string) => `next check ${time}`,
  },
  sensorKinds: SENSOR_KIND_NAMES,
  naming: {
    guess: (place: string) => `Our guess is “${place}”.`,
  },
  received: {
    refusal: (sentence: string) => sentence,
    notNumbers: (count: number) =>
      count === 1 ? "one value was no number (such as nan)" : `${count} values were no numbers (such as nan)`,
    more: (count: number) => `${count} more`,
  },
  unit: {
    question: (label: string, fahrenheit: string, celsius: string) =>
      `Is ${label} at ${fahrenheit} or ${celsius}?`,
    itIs: (reading: string) => `It's ${reading}`,
  },
  sensor: {
    takenFor: (place: string, reason: string) => `Treated as “${place}”. ${reason}.`,
    mayBe: (place: string, reason: string) => `This may be “${place}”. ${reason}.`,
    limitWouldHave: (times: number, days: number) =>
      times === 0
        ? `This limit wouldn't have warned in the last ${days} days.`
        : times === 1
          ? `This limit would have warned once in the last ${days} days.`
          : `This limit would have warned ${times} times in the last ${days} days.`,
  },
  settings: {
    planNow: (plan: string) => `This home is on ${plan}.`,
    trial: (time: string) => `Pro, on trial until ${time}`,
    placeNear: (town: string) => `Near ${town}`,
    planTo: (plan: string) => `Change to ${plan}`,
    planThen: (plan: string) => `After that it's on ${plan}.`,
    planDays: (days: number) => `${days} days`,
    cityHint: (homes: number) =>
      `Once a day, we count the homes in your city that take part, if there are at least ${homes}. We round the counts, so nobody can identify a home.`,
    cityDay: (city: string, day: string, homes: number) => `${city}, ${day}: ${homes} homes take part.`,
    cityWithout: (power: number, heating: number) =>
      `About ${power} without power, about ${heating} without heating.`,
    cityColdest: (value: string) => `The coldest room was at ${value}.`,
    account: (email: string) => `Signed in as ${email}`,
    invitedTo: (home: string, who: string) => `${who} invites you to ${home}.`,
  },
  prove: {
    lead: (email: string, minutes: number) =>
      `This can't be undone, so we'll email a code to ${email}. It gives you ${minutes} minutes.`,
    sent: (email: string, minutes: number) =>
      `We've emailed a code to ${email}. It works once, for ${minutes} minutes.`,
  },
  deleteHome: {
    title: (home: string) => `Delete ${home}`,
  },
  deleteAccount: {
    lead: (email: string) =>
      `This deletes ${email}: your sign-ins, notifications and membership in every home. It can't be undone.`,
  },
  people: {
    invited: (time: string) => `invited, until ${time}`,
    joined: (time: string) => `since ${time}`,
    removeWarning: (who: string) => `${who} won't see this home or get its alerts any more.`,
  },
  notifications: {
    codeSent: (address: string) => `We sent a code to ${address}. Enter it here to get your alerts there.`,
    contactKinds: {
      ...calledTexts(EN_CALLED, "asked"),
    } as Partial<Record<Channel, string>>,
    after: (minutes: number) => (minutes === 0 ? "at once" : `after ${minutes} minutes, if nobody is on it`),
    rotateKeyHint: (hours: number) =>
      `You'll get a new key. For ${hours} hours we sign calls with both keys, so you lose nothing while you update the receiver.`,
    bothKeys: (until: string) => `Signed with the new and the previous key until ${until}.`,
    smsLeft: (count: number) => `${count} left this month for this home.`,
    notConfigured: (channel: string) => `${channel} isn't set up on this installation.`,
    test: (channel: string) => `Send test: ${channel}`,
  },
  sharing: {
    dayCount: (days: number) => (days === 1 ? "1 day" : `${days} days`),
    until: (time: string) => `expires ${time}`,
    used: (ago: string) => `last used ${ago}`,
    recipesHint: (placeholder: string) =>
      `This installation's address is filled in. Replace ${placeholder} with your API key.`,
  },
  inbound: {
    address: (hint: string) => `The address ends in ${hint}. We showed it in full when it was created.`,
    answered: (status: number) => `Response: ${status}`,
  },
  passkeys: {
    added: (time: string) => `added ${time}`,
    used: (ago: string) => `last used ${ago}`,
  },
  sessions: {
    used: (ago: string) => `last used ${ago}`,
    since: (time: string, address: string | null) =>
      address === null ? `signed in ${time}` : `signed in ${time} from ${address}`,
  },
  activity: {
    operator: (name: string | null) => (name === null ? "an operator" : `operator ${name}`),
    from: (address: string) => `from ${address}`,
  },
  operator: {
    figures: ({
      homes,
      devices,
      heard,
      sent,
      failed,
    }: Record<"homes" | "devices" | "heard" | "sent" | "failed", number>) =>
      `${homes === 1 ? "1 home" : `${homes} homes`} · ${devices === 1 ? "1 device" : `${devices} devices`}, ${heard} of them online in the last hour · ${sent} messages sent and ${failed} failed in the last 24 hours`,
    next: (time: string) => `next ${time}`,
    since: (day: string) => `since ${day}`,
    grant: (plan: string) => `Change to ${plan}`,
    endSessions: (email: string) => `Sign out ${email} everywhere`,
    block: (email: string) => `Block ${email}`,
    blocked: (email: string, reason: string) => `${email} is blocked: ${reason}`,
    unblock: (email: string) => `Unblock ${email}`,
  },
  calendar: {
    over: (time: string) => `ended ${time}`,
    battery: (device: string) => `Replace battery: ${device}`,
    vacation: (home: string) => `${home}: vacation`,
  },
  failures: EN_FAILURES,
  problem: {
    told: ({ name, sentence, sentences }: Problem): string =>
      sentences?.en ?? sentence ?? PROBLEMS[name].error,
  },
};

export type ToldWords = typeof told;
export const en = withTexts(texts, told);
export type Words = typeof en;
