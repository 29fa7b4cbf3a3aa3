		AND d.body_shape = shape
		AND d.requested_at < said AND d.last_seen_at < said AND d.clock_lags = '{}'
		AND is_within_deadband(sent, d.deadband_low, d.deadband_high)
