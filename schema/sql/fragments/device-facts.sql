		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps),
		'batteryPct', d.battery_pct, 'rssi', d.rssi,
		'deadbandVersion', d.deadband_version, 'deadbandLow', to_jsonb(d.deadband_low)
