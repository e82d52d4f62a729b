import { mostExcluded, type NumberTerm, numberTerms } from '@pointrelease/core/src/advice/policy/policy.ts';
import { repeatedName } from '@pointrelease/core/src/text/repeated-name.ts';
import * as z from 'zod/mini';
import { about, day, flag, listOf, oneOf, openObject, text, whole } from '../../process/definition-parts.ts';
import { Failure } from '../../process/failure.ts';
import { jsonSchemaOf, validate } from '../../process/validate.ts';
import type { FleetRecord } from './report.ts';

// Reports of other versions may lack members, and have others: what a comparison reads has to be of the right type.

const written = 'what pointrelease fleet --json printed or the page saved as JSON';

/** A member that may be missing or null. */
function maybe<Value extends z.ZodMiniType>(meaning: string, value: Value) {
	return z.optional(z.nullable(about(meaning, value)));
}

const anyText = () => text('a text or null', /^[\s\S]*$/);
const count = () => whole(0, Number.MAX_SAFE_INTEGER, 'a whole number or null');

const terms = Object.fromEntries(
	Object.entries(numberTerms).map(([name, [, most, meaning]]) => [name, maybe(meaning, whole(0, most))]),
) as Record<NumberTerm, ReturnType<typeof maybe<ReturnType<typeof whole>>>>;

const policy = openObject(
	{
		name: maybe('its name', anyText()),
		...terms,
		exclude: z.optional(
			about(
				'releases that are never the target',
				listOf(text(), `at most ${mostExcluded} versions`, { most: mostExcluded }),
			),
		),
	},
	'an object with the terms of the policy, or null',
);

const mac = openObject(
	{
		name: maybe('its name', anyText()),
		serial: maybe('its serial number', anyText()),
		model: maybe('its model, as the inventory has it', anyText()),
		model_name: maybe('the name of its model', anyText()),
		board_ids: z.optional(about('the boards that it may be', listOf(text(), 'a list of identifiers'))),
		found_by: maybe('how its model was found', anyText()),
		version: maybe('its version', anyText()),
		build: maybe('its build', anyText()),
		response: maybe('the letter of its security response', anyText()),
		response_standing: maybe('whether that is the latest', anyText()),
		standing: maybe('its standing', oneOf(['current', 'behind', 'ended'], 'current, behind, ended or null')),
		problem_kind: maybe('why it has no standing', anyText()),
		meets_policy: maybe('whether it meets the policy', flag('true, false or null')),
		overdue_since: maybe('the oldest deadline that it missed', day()),
		exception: maybe(
			'what was accepted for it',
			openObject(
				{ valid: maybe('whether it had not expired', flag('true, false or null')) },
				'an exception, or null',
			),
		),
		exploited_missing_count: maybe('how many exploited vulnerabilities it has', count()),
	},
	'an object about a Mac',
);

const definition = openObject(
	{
		as_of: about('the day of the report', day()),
		rules: about(
			'the version of the rules that verdicts follow',
			whole(0, Number.MAX_SAFE_INTEGER, 'the version of the rules'),
		),
		policy: maybe('the policy that judged the Macs', policy),
		macs: about('a record for each Mac', listOf(mac, 'a list of Macs')),
	},
	written,
);

/** Reads an earlier report, printed by `--json` or saved by the page. */
export function readReport(text: string): FleetRecord {
	let report: unknown;
	try {
		report = JSON.parse(text);
	} catch {
		throw unreadable([`expected ${written}`]);
	}
	const twice = repeatedName(text);
	if (twice !== null) throw unreadable([`it has ${JSON.stringify(twice)} twice in one object`]);
	const result = validate(report, definition);
	if ('mistakes' in result) throw unreadable(result.mistakes);
	return report as FleetRecord;
}

function unreadable(mistakes: readonly string[]): Failure {
	return new Failure(
		'no-report',
		mistakes.map((mistake) => `the older report cannot be read: ${mistake}`).join('\n'),
	);
}

export function reportSchema(): object {
	return jsonSchemaOf(definition, {
		$id: 'urn:pointrelease:schema:report',
		title: 'Fleet report of pointrelease',
		description: `${written}: the members that a comparison with a later report reads.`,
	});
}
