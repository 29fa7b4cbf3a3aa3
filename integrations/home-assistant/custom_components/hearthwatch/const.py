"""Names and numbers of the integration."""

from datetime import timedelta
from typing import Final

DOMAIN: Final = "hearthwatch"

CONF_ADDRESS: Final = "address"
CONF_API_KEY: Final = "api_key"

UPDATE_INTERVAL: Final = timedelta(seconds=60)
REQUEST_SECONDS_MAX: Final = 20
# A home has 200 devices at most, and a page of the list 50 by default.
DEVICE_PAGES_MAX: Final = 20

SERVICE_ACKNOWLEDGE: Final = "acknowledge"
ATTR_ALERT_ID: Final = "alert_id"
ATTR_ENTRY_ID: Final = "config_entry_id"
