"""The integration against a service that really runs; tests/recipes/home-assistant-integration.test.ts starts both.

HEARTHWATCH_URL, HEARTHWATCH_SHARE, HEARTHWATCH_KEY (write), HEARTHWATCH_READ_KEY and HEARTHWATCH_ENDED (a link that was
revoked) name what it talks to.
"""

import json
import os
from pathlib import Path
import sys
import unittest

import stand_ins

stand_ins.install()
FOLDER = Path(__file__).parent.parent / "custom_components"
sys.path.insert(0, str(FOLDER))

import hearthwatch  # noqa: E402
from hearthwatch import binary_sensor, config_flow, model, sensor  # noqa: E402
from hearthwatch.api import HearthwatchClient, HearthwatchError  # noqa: E402
from hearthwatch.const import DOMAIN  # noqa: E402

URL = os.environ["HEARTHWATCH_URL"]
SHARE = os.environ["HEARTHWATCH_SHARE"]
KEY = os.environ["HEARTHWATCH_KEY"]
READ_KEY = os.environ["HEARTHWATCH_READ_KEY"]
ENDED = os.environ["HEARTHWATCH_ENDED"]

BY_LINK = {"address": f"{URL}/s/{SHARE}"}
BY_KEY = {"address": URL, "api_key": KEY}


async def loaded(data, entry_id="entry"):
    """A home that is set up, with its entities by their unique id."""
    hass = stand_ins.HomeAssistant()
    entry = stand_ins.ConfigEntry(entry_id, "home", data)
    hass.config_entries.entries.append(entry)
    await hearthwatch.async_setup(hass, {})
    await hearthwatch.async_setup_entry(hass, entry)
    entities = {}

    def add(new):
        for each in new:
            assert each.unique_id not in entities
            entities[each.unique_id] = each

    await sensor.async_setup_entry(hass, entry, add)
    await binary_sensor.async_setup_entry(hass, entry, add)
    return hass, entry, entities


def named(entities, name):
    [found] = [each for each in entities.values() if each.name == name]
    return found


class Addresses(unittest.TestCase):
    def test_a_share_link_is_known_by_its_page_and_by_its_api(self):
        for path in (f"/s/{SHARE}", f"/s/{SHARE}/", f"/s/{SHARE}/elsewhere", f"/api/share/{SHARE}/latest"):
            self.assertEqual(model.access_from(f" {URL}{path} ", None).token, SHARE)

    def test_an_address_needs_a_key(self):
        self.assertEqual(model.access_from(f"{URL}/home", KEY).base_url, URL)
        for address, key in ((URL, None), (URL, " "), ("home", KEY), ("ftp://home", KEY), ("", None)):
            with self.assertRaises(model.InvalidAddress):
                model.access_from(address, key)

    def test_a_unique_id_holds_no_secret(self):
        access = model.access_from(URL, KEY)
        self.assertNotIn(KEY, access.unique_id)
        self.assertNotEqual(access.unique_id, model.access_from(URL, READ_KEY).unique_id)


class Flow(unittest.IsolatedAsyncioTestCase):
    def flow(self, taken=(), reauth=None):
        return config_flow.HearthwatchConfigFlow(stand_ins.HomeAssistant(), set(taken), reauth)

    async def test_a_link_and_a_key_set_up_a_home(self):
        for given in (BY_LINK, BY_KEY):
            made = await self.flow().async_step_user(given)
            self.assertEqual((made["type"], made["data"]), ("create_entry", given))
            self.assertNotIn(SHARE, made["title"])

    async def test_what_does_not_work_is_asked_again_with_its_reason(self):
        cases = {
            "invalid_address": {"address": URL},
            "invalid_auth": {"address": f"{URL}/s/{ENDED}"},
            "cannot_connect": {"address": "http://127.0.0.1:9", "api_key": KEY},
        }
        for reason, given in cases.items():
            form = await self.flow().async_step_user(given)
            self.assertEqual((form["type"], form["errors"]), ("form", {"base": reason}))
        wrong = await self.flow().async_step_user({"address": URL, "api_key": "hw_key_wrong"})
        self.assertEqual(wrong["errors"], {"base": "invalid_auth"})

    async def test_a_home_is_set_up_once(self):
        taken = model.access_from(URL, KEY).unique_id
        with self.assertRaises(stand_ins.AbortFlow):
            await self.flow([taken]).async_step_user(BY_KEY)

    async def test_a_link_that_ended_is_replaced(self):
        entry = stand_ins.ConfigEntry("entry", "home", {"address": f"{URL}/s/{ENDED}"})
        flow = self.flow(reauth=entry)
        self.assertEqual((await flow.async_step_reauth(entry.data))["step_id"], "reauth_confirm")
        done = await flow.async_step_reauth_confirm(BY_LINK)
        self.assertEqual((done["reason"], entry.data), ("reauth_successful", BY_LINK))


class Entities(unittest.IsolatedAsyncioTestCase):
    async def test_measures_have_their_unit_and_class(self):
        for given in (BY_LINK, BY_KEY):
            _, _, entities = await loaded(given)
            cellar = named(entities, "temp1")
            self.assertEqual(cellar.native_value, 41.5)
            self.assertEqual(cellar.native_unit_of_measurement, "°F")
            self.assertEqual(cellar.device_class.name, "TEMPERATURE")
            self.assertTrue(cellar.available)

    async def test_states_are_binary_sensors_of_their_class(self):
        for given in (BY_LINK, BY_KEY):
            _, _, entities = await loaded(given)
            said = {name: (named(entities, name).device_class.name, named(entities, name).is_on) for name in ("flood1", "door1", "motion1")}
            self.assertEqual(
                said, {"flood1": ("MOISTURE", True), "door1": ("DOOR", False), "motion1": ("MOTION", False)}
            )

    async def test_a_device_says_whether_it_is_connected(self):
        for given in (BY_LINK, BY_KEY):
            _, _, entities = await loaded(given)
            connected = [each for key, each in entities.items() if key.endswith("_connected")]
            self.assertEqual({each.device_info["name"]: each.is_on for each in connected}["Cellar node"], True)

    async def test_only_a_key_tells_batteries_and_alerts(self):
        _, _, by_link = await loaded(BY_LINK)
        self.assertFalse([key for key in by_link if key.endswith(("_battery", "_alert"))])
        _, _, by_key = await loaded(BY_KEY)
        [battery] = [each for key, each in by_key.items() if key.endswith("_battery")]
        self.assertEqual((battery.native_value, battery.device_class.name), (87, "BATTERY"))
        problem = by_key["entry_alert"]
        self.assertTrue(problem.is_on)
        self.assertIn("leak", [alert["kind"] for alert in problem.extra_state_attributes["alerts"]])

    async def test_what_is_gone_or_offline_is_unavailable_and_what_is_new_is_added(self):
        _, entry, entities = await loaded(BY_KEY)
        coordinator = entry.runtime_data
        cellar = named(entities, "temp1")
        old = coordinator.data.sensors[cellar._sensor_id]
        new = model.Sensor("sen_new", "Attic", "temperature", "°C", 4.5, None, old.device, True)
        coordinator.data = model.Home({new.id: new}, coordinator.data.devices, ())
        for listener in coordinator.listeners:
            listener()
        self.assertFalse(cellar.available)
        self.assertIsNone(cellar.native_value)
        self.assertEqual(named(entities, "Attic").native_value, 4.5)
        self.assertFalse(entities["entry_alert"].is_on)

    async def test_a_link_that_ends_asks_for_another_one(self):
        with self.assertRaises(stand_ins.ConfigEntryAuthFailed):
            await loaded({"address": f"{URL}/s/{ENDED}"})


class Acknowledge(unittest.IsolatedAsyncioTestCase):
    async def call(self, hass, **data):
        await hass.services.handlers[(DOMAIN, "acknowledge")](stand_ins.ServiceCall(**data))

    async def test_a_link_cannot(self):
        hass, _, _ = await loaded(BY_LINK)
        with self.assertRaises(stand_ins.ServiceValidationError):
            await self.call(hass)

    async def test_a_key_that_may_only_read_is_told_so(self):
        hass, _, _ = await loaded({"address": URL, "api_key": READ_KEY})
        with self.assertRaises(stand_ins.HomeAssistantError):
            await self.call(hass)

    async def test_every_open_alert_is_acknowledged_and_shown_so(self):
        hass, _, entities = await loaded(BY_KEY)
        await self.call(hass)
        alerts = entities["entry_alert"].extra_state_attributes["alerts"]
        self.assertTrue(alerts)
        self.assertEqual({alert["acknowledged"] for alert in alerts}, {True})

    async def test_errors_hold_no_secret(self):
        access = model.access_from(f"http://127.0.0.1:9/s/{SHARE}", None)
        with self.assertRaises(HearthwatchError) as caught:
            await HearthwatchClient(stand_ins.ClientSession(), access).async_fetch()
        self.assertNotIn(SHARE, str(caught.exception))


class Words(unittest.TestCase):
    def test_each_language_has_every_word(self):
        def keys(value, path=""):
            if not isinstance(value, dict):
                return {path}
            return {key for name, inner in value.items() for key in keys(inner, f"{path}/{name}")}

        read = {path.stem: json.loads(path.read_text("utf-8")) for path in (FOLDER / DOMAIN / "translations").glob("*.json")}
        self.assertEqual(set(read), {"en", "es"})
        self.assertEqual(keys(read["en"]), keys(read["es"]))


if __name__ == "__main__":
    unittest.main()
