		'id', s.id, 'position', s.position, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'unitSource', s.unit_source, 'isState', s.is_state,
		'trueMeans', coalesce(d.contact_true_means, s.true_means),
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'weekFloor', s.week_floor, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
