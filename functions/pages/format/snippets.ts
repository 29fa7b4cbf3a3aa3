/**
 * How a device posts, by what it is; printed in `docs/devices.md` too. Code is the same in every language.
 */
export const POSTERS = [
  "curl",
  "arduino",
  "esphome",
  "tasmota",
  "shelly",
  "homeassistant",
  "nodered",
  "zigbee2mqtt",
  "telegraf",
  "ttn",
  "chirpstack",
  "switchbot",
  "ruuvi",
  "ecowitt",
  "wunderground",
] as const;
export type Poster = (typeof POSTERS)[number];

export const isPoster = (text: string | undefined): text is Poster =>
  POSTERS.some((poster) => poster === text);

/** Consoles of stations ask for the parts of an address. */
const hostOf = (url: string): string => url.split("/")[2] ?? "";
const pathOf = (url: string): string => `/${url.split("/").slice(3).join("/")}`;

/** Ready to be copied; `url` is the whole ingest address with its key. */
export const SNIPPETS: { [P in Poster]: (url: string) => string } = {
  curl: (url) => `curl -d '{"temp1": 41.5, "humidity1": 55}' ${url}`,
  arduino: (url) => `// ESP32, Arduino core
#include <WiFi.h>
#include <HTTPClient.h>

void setup() {
  WiFi.begin("YOUR_WIFI", "YOUR_PASSWORD");
  while (WiFi.status() != WL_CONNECTED) delay(250);
}

void loop() {
  HTTPClient http;
  http.begin("${url}");
  http.addHeader("Content-Type", "application/json");
  http.POST("{\\"temp1\\": " + String(readFahrenheit()) + "}");
  http.end();
  delay(60000);
}`,
  esphome: (url) => `http_request:
  useragent: esphome
interval:
  - interval: 60s
    then:
      - http_request.post:
          url: ${url}
          request_headers: { Content-Type: application/json }
          json:
            cellar_temp_c: !lambda return to_string(id(cellar_temp).state);
            cellar_humidity: !lambda return to_string(id(cellar_humidity).state);`,
  tasmota: (url) =>
    `Rule1 ON Tele-DS18B20#Temperature DO WebQuery ${url} POST [Content-Type:application/json] {"temp_c":%value%} ENDON
Rule1 1`,
  shelly: (url) => `// Shelly Gen 2 and later: Scripts > Add script
Timer.set(60000, true, function () {
  let body = {
    "temperature:0": Shelly.getComponentStatus("temperature", 0),
    "humidity:0": Shelly.getComponentStatus("humidity", 0),
  };
  Shelly.call("HTTP.POST", {
    url: "${url}",
    content_type: "application/json",
    body: JSON.stringify(body),
  });
});`,
  homeassistant: (url) => `rest_command:
  hearthwatch:
    url: ${url}
    method: post
    content_type: application/json
    payload: >-
      {% set sent = namespace(list=[]) %}
      {% for entity in entities %}
        {% set sent.list = sent.list + [{"entity_id": entity, "state": states(entity),
          "attributes": {"unit_of_measurement": state_attr(entity, "unit_of_measurement"),
                         "device_class": state_attr(entity, "device_class"),
                         "friendly_name": state_attr(entity, "friendly_name")}}] %}
      {% endfor %}
      {{ sent.list | to_json }}
automation:
  - alias: Send the cellar to Hearthwatch
    triggers:
      - { trigger: state, entity_id: [sensor.cellar_temperature, binary_sensor.sump_leak] }
      - { trigger: time_pattern, minutes: "/5" }
    actions:
      - action: rest_command.hearthwatch
        data: { entities: [sensor.cellar_temperature, binary_sensor.sump_leak] }`,
  nodered: (url) => `[
  { "id": "hw-flow", "type": "tab", "label": "Send to Hearthwatch" },
  {
    "id": "hw-every",
    "type": "inject",
    "z": "hw-flow",
    "name": "every minute",
    "repeat": "60",
    "once": true,
    "props": [{ "p": "payload" }],
    "payload": "4.5",
    "payloadType": "num",
    "x": 130,
    "y": 80,
    "wires": [["hw-body"]]
  },
  {
    "id": "hw-body",
    "type": "function",
    "z": "hw-flow",
    "name": "body",
    "outputs": 1,
    "func": "msg.headers = { \\"Content-Type\\": \\"application/json\\" };\\nmsg.payload = { cellar_temp_c: msg.payload };\\nreturn msg;",
    "x": 310,
    "y": 80,
    "wires": [["hw-post"]]
  },
  {
    "id": "hw-post",
    "type": "http request",
    "z": "hw-flow",
    "name": "post",
    "method": "POST",
    "ret": "obj",
    "url": "${url}",
    "x": 470,
    "y": 80,
    "wires": [["hw-answer"]]
  },
  {
    "id": "hw-answer",
    "type": "debug",
    "z": "hw-flow",
    "name": "answer",
    "complete": "payload",
    "x": 630,
    "y": 80,
    "wires": []
  }
]`,
  zigbee2mqtt: (url) => `mosquitto_sub -h "\${MQTT_HOST:-localhost}" -t 'zigbee2mqtt/YOUR_SENSOR' |
  while read -r message; do
    printf '%s' "$message" | curl -sS -o /dev/null --retry 3 --data-binary @- ${url}
  done`,
  telegraf: (url) => `[[outputs.http]]
  url = "${url}"
  method = "POST"
  data_format = "json"
  metric_batch_size = 100
  [outputs.http.headers]
    Content-Type = "application/json"`,
  ttn: (url) => url,
  chirpstack: (url) => url,
  switchbot: (url) => `curl -X POST https://api.switch-bot.com/v1.1/webhook/setupWebhook \\
  -H "Authorization: $TOKEN" -H "sign: $SIGN" -H "t: $TIME" -H "nonce: $NONCE" \\
  -H "Content-Type: application/json" \\
  -d '{"action":"setupWebhook","deviceList":"ALL","url":"${url}"}'`,
  ruuvi: (url) => url,
  ecowitt: (url) => `Protocol type: Ecowitt
Server: ${hostOf(url)}
Path: ${pathOf(url)}
Port: 443
Upload interval: 60`,
  wunderground: (url) => `Protocol type: Wunderground
Server: ${hostOf(url)}
Path: ${pathOf(url)}/weatherstation/updateweatherstation.php?
Port: 443
Station ID: any
Station key: any
Upload interval: 60`,
};
