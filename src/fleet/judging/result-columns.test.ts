import { expect, test } from 'bun:test';
import { resultColumns, resultMembers, tableMembers } from './result-columns.ts';

test('columns of tables keep their places: somebody reads them by number', () => {
	expect(tableMembers.slice(0, 35).join(' ')).toBe(
		'model model_name board_ids found_by version build standing target_version deadline days_overdue overdue_since ' +
			'meets_policy blocked_by releases_behind days_behind missing_count exploited_missing_count last_major ended_on ' +
			'estimated_end problem version_standing exposure_known fixed_elsewhere_count fixed_elsewhere_exploited_count doubt ' +
			'response response_standing headline major_ended_on major_estimated_end not_stated_count ' +
			'not_stated_exploited_count action recommended_version',
	);
});

test('the places have no gaps', () => {
	const places = tableMembers.map((member) => resultColumns[member].place as number);
	expect(places).toEqual(places.map((_, at) => at));
});

test('members of JSON keep their order, and new ones come last', () => {
	expect(resultMembers.slice(0, 37).join(' ')).toBe(
		'model model_name board_ids found_by version build major version_standing standing target_version ' +
			'recommended_version deadline days_overdue overdue_since meets_policy blocked_by releases_behind days_behind ' +
			'exposure_known missing_count exploited_missing_count fixed_elsewhere_count fixed_elsewhere_exploited_count ' +
			'not_stated_count not_stated_exploited_count last_major ended_on estimated_end major_ended_on ' +
			'major_estimated_end action headline doubt problem_kind problem response response_standing',
	);
});
