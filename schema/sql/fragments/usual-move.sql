		last_seen_at = said,
		requested_at = said,
		latest_values = sent,
		latest_at = array_fill(said, ARRAY[cardinality(sent)]),
		battery_pct = coalesce(battery, d.battery_pct),
		charged_pct = CASE WHEN is_charged(d.charged_at, d.battery_pct, battery) THEN battery ELSE d.charged_pct END,
		charged_at = CASE WHEN is_charged(d.charged_at, d.battery_pct, battery) THEN said ELSE d.charged_at END,
		rssi = coalesce(signal, d.rssi),
		recent_gaps = CASE WHEN said - d.last_seen_at >= limit_usual_gap_seconds_min() * interval '1 second'
			THEN (extract(epoch FROM said - d.last_seen_at)::integer || d.recent_gaps)[1:limit_usual_gaps_max()]
			ELSE d.recent_gaps END
