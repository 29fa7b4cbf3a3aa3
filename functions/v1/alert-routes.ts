import { type AcknowledgePorts, acknowledgeAlert, answerAlert } from "../../lib/alerts/answer.actions.ts";
import type { JudgePorts } from "../../lib/alerts/commit-judgement.actions.ts";
import { listAlerts, showAlert, showTimeline } from "../../lib/alerts/list.actions.ts";
import { changeQuiet, type QuietPorts, showQuiet } from "../../lib/alerts/quiet/quiet.actions.ts";
import {
  changeRule,
  createRule,
  deleteRule,
  listRules,
  showRule,
} from "../../lib/alerts/rules/rules.actions.ts";
import { simulateRule } from "../../lib/alerts/rules/simulate.actions.ts";
import {
  changeEscalation,
  saveHomeAlertSettings,
  saveSensorAlertSettings,
  showEscalation,
  showHomeAlertSettings,
  showSensorAlertSettings,
} from "../../lib/alerts/settings/settings.actions.ts";
import { listDeliveries, replayDelivery, retryDelivery } from "../../lib/messages/deliveries.actions.ts";
import { type SendTestPorts, sendTest, sendTestToAll } from "../../lib/messages/send-test.actions.ts";
import type { ALERT_WORDS, DELIVERY_WORDS, RULE_WORDS } from "../../schema/openapi/routes/home.ts";
import type { ALERTS, DELIVERIES, RULES } from "../../schema/routes/home.ts";
import type { WakePorts } from "../_http/in-background.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { type HomeEnv, homeOf, pathId } from "../_http/require-session.ts";

/** Snooze and vacation, alerts, and the quality of the predicted times to freeze. */
export const alertHandlers = (
  ports: AcknowledgePorts & QuietPorts,
): Handlers<typeof ALERTS, typeof ALERT_WORDS, HomeEnv> => ({
  "quiet.get": (c) => showQuiet(ports, homeOf(c)),
  "quiet.set": (c, { action, hours = null }) => changeQuiet(ports, c.var.acting, { action, hours }),
  "alerts.list": (c, query) => listAlerts(ports, homeOf(c), query),
  "alerts.get": (c) => showAlert(ports, homeOf(c), pathId(c)),
  "alerts.timeline": (c) => showTimeline(ports, homeOf(c), pathId(c)),
  "alerts.acknowledge": (c) => acknowledgeAlert(ports, c.var.acting, pathId(c), "api"),
  "alerts.answer": (c, answer) => answerAlert(ports, c.var.acting, pathId(c), answer),
});

/** The home's own rules, what it and its sensors set otherwise than the defaults, and who is called. */
export const ruleHandlers = (ports: JudgePorts): Handlers<typeof RULES, typeof RULE_WORDS, HomeEnv> => ({
  "rules.list": (c, page) => listRules(ports, homeOf(c), page),
  "rules.create": (c, { sensor_id: sensorId, ...wish }) => createRule(ports, c.var.acting, sensorId, wish),
  // Changes nothing, and so needs no entry in the home's activity.
  "rules.simulate": (c, { sensor_id: sensorId, from, to, ...draft }) =>
    simulateRule(ports, homeOf(c), { sensorId, from, to, draft }),
  "rules.get": (c) => showRule(ports, homeOf(c), pathId(c)),
  "rules.update": (c, change) => changeRule(ports, c.var.acting, pathId(c), change),
  "rules.delete": (c) => deleteRule(ports, c.var.acting, pathId(c)),
  "alertSettings.get": (c) => showHomeAlertSettings(ports, homeOf(c)),
  "alertSettings.replace": (c, settings) => saveHomeAlertSettings(ports, c.var.acting, settings),
  "sensors.getAlertSettings": (c) => showSensorAlertSettings(ports, homeOf(c), pathId(c)),
  "sensors.replaceAlertSettings": (c, settings) =>
    saveSensorAlertSettings(ports, c.var.acting, pathId(c), settings),
  "escalation.get": (c) => showEscalation(ports, homeOf(c)),
  "escalation.set": (c, change) => changeEscalation(ports, c.var.acting, change),
});

export type DeliveryPorts = SendTestPorts & WakePorts;

/** The home's messages by mail, text message and push; and if they would arrive. */
export const deliveryHandlers = (
  ports: DeliveryPorts,
): Handlers<typeof DELIVERIES, typeof DELIVERY_WORDS, HomeEnv> => ({
  "deliveries.list": (c, query) => listDeliveries(ports, homeOf(c), query),
  "deliveries.retry": (c) => retryDelivery(ports, c.var.acting, pathId(c)),
  "deliveries.replay": (c) => replayDelivery(ports, c.var.acting, pathId(c)),
  "notifications.test": (c, { channel }) => sendTest(ports, c.var.acting, channel),
  "notifications.testAll": (c) => sendTestToAll(ports, c.var.acting),
});
