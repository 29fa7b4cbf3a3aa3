		AND d.body_shape = shape
		AND d.requested_at < said AND d.last_seen_at < said AND d.clock_lags = '{}'
		AND (d.window_at <= begins_before OR d.window_posts < limit_ingest_per_minute())
		AND is_within_deadband(sent, d.deadband_low, d.deadband_high)
