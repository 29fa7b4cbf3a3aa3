		'id', h.id, 'settings', h.alert_settings, 'quiet', jsonb_build_object(
			'snoozedUntil', epoch_ms(h.snoozed_until),
			'vacation', CASE WHEN h.vacation_since IS NOT NULL
				THEN jsonb_build_object('until', epoch_ms(h.vacation_until)) END)
