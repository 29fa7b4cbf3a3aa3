/** One piece of configuration a program, to be copied whole. */
export const Recipes = ({ facts }: { facts: RecipeFacts }) => (
  <>
    {RECIPES.map((recipe) => (
      <section class="panel" aria-labelledby={`recipe-${recipe}`}>
        <h2 id={`recipe-${recipe}`}>{RECIPE_NAMES[recipe]}</h2>
        <pre>{RECIPE_TEXTS[recipe](facts)}</pre>
      </section>
    ))}
  </>
);

/** What reads a home by an API key; written down in `docs/api.md` too. Code is the same in every language. */
export const RECIPES = ["homeassistant", "prometheus", "grafana"] as const;
type Recipe = (typeof RECIPES)[number];

/** `baseUrl` without a path; `sensorId` of a sensor of the home, to begin with. */
export type RecipeFacts = { baseUrl: string; key: string; sensorId: string };

export const RECIPE_NAMES: { [R in Recipe]: string } = {
  homeassistant: "Home Assistant",
  prometheus: "Prometheus",
  grafana: "Grafana",
};

/** Ready to be copied. */
export const RECIPE_TEXTS: { [R in Recipe]: (facts: RecipeFacts) => string } = {
  homeassistant: ({ baseUrl, key, sensorId }) => `# configuration.yaml
rest:
  - resource: ${baseUrl}/api/v1/sensors/${sensorId}
    scan_interval: 60
    headers:
      Authorization: Bearer ${key}
    sensor:
      - name: Cellar
        device_class: temperature
        state_class: measurement
        unit_of_measurement: "°F"
        value_template: "{{ value_json.sensor.value_num }}"
rest_command:
  hearthwatch_snooze:
    url: ${baseUrl}/api/v1/quiet
    method: post
    content_type: application/json
    headers:
      Authorization: Bearer ${key}
    payload: '{"action": "snooze", "hours": 4}'`,
  prometheus: ({ baseUrl, key }) => {
    const [scheme, host] = baseUrl.split("://");
    return `# prometheus.yml
scrape_configs:
  - job_name: hearthwatch
    scheme: ${scheme}
    metrics_path: /api/v1/metrics
    scrape_interval: 60s
    authorization: { type: Bearer, credentials: ${key} }
    static_configs: [{ targets: ["${host}"] }]`;
  },
  grafana: ({ baseUrl, key, sensorId }) => `# provisioning/datasources/hearthwatch.yaml
# The plugin: grafana cli plugins install yesoreyeram-infinity-datasource
apiVersion: 1
datasources:
  - name: Hearthwatch
    type: yesoreyeram-infinity-datasource
    jsonData:
      auth_method: bearerToken
      allowedHosts: ["${baseUrl}"]
    secureJsonData:
      bearerToken: ${key}
# A query of a panel. Type: CSV, Parser: Backend, Method: GET, URL:
# ${baseUrl}/api/v1/readings.csv?sensor_id=${sensorId}&from=\${__from}&to=\${__to}`,
};
