import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { sized } from '../../../../../test/size.ts';
import type { Lateness } from './claim.ts';
import type { LateEvidence, LateMac, Stated } from './evidence.ts';
import { allReasons, latenessOf } from './lateness.ts';
import {
	type LateReason,
	lateGroupCounts,
	lateGroups,
	lateReasonCodes,
	lateReasons,
	lateWords,
	usualLateLimits,
} from './reasons.ts';

const today = '2026-11-19';

function stated<Value>(value: Value, day: string | null = today, from = 'Jamf Pro'): Stated<Value> {
	return { value, from, day };
}

/** A Mac on 26.6 whose policy asks for 26.7 of 2 November by 12 November. */
function late(evidence: LateEvidence, more: Partial<LateMac> = {}): LateMac {
	return {
		asOf: today,
		version: '26.6',
		target: '26.7',
		released: '2026-11-02',
		deadline: '2026-11-12',
		isBlocked: false,
		evidence,
		...more,
	};
}

const enforced = (date: string | null, more: object = {}) =>
	stated({
		version: '26.7',
		date,
		active: true,
		valid: 'valid' as const,
		reason: null,
		...more,
	});
const found = (reason: LateReason, word: string, strength: 'strong' | 'medium' = 'strong') =>
	stated({ reason, strength, word, version: null });
const noToken = { apple_silicon: stated(true), token_escrowed: stated(false) };
const failure = (text: string | null, count: number | null = 3, at = '2026-11-17') =>
	stated({ count, text, at });

test('the codes and their order are those that clients and filters know', () => {
	expect(lateReasonCodes.join(' ')).toBe(
		'gone cannot unmanaged not-manageable maybe-done installing not-offered refused no-token no-space on-battery failing past-due prepared downloading enforced silent hidden user-deferred never-asked not-told',
	);
});

describe('each reason on the least evidence that it needs', () => {
	const cases: readonly [LateReason, LateEvidence, Partial<LateMac>?][] = [
		['gone', { contact: stated('2026-11-04', '2026-11-04') }],
		['cannot', {}, { isBlocked: true }],
		['unmanaged', { managed: stated(false) }],
		['unmanaged', { mdm_expires: stated('2026-11-18') }],
		['unmanaged', { contact: stated(today), mdm_contact: stated('2026-10-30') }],
		['not-manageable', { supervised: stated(false) }],
		['not-manageable', { declarative: stated(false) }],
		['not-manageable', {}, { version: '13.7.8' }],
		['maybe-done', { inventoried: stated('2026-11-12'), contact: stated('2026-11-13') }],
		['maybe-done', { inventoried: stated('2026-11-01'), contact: stated(today) }, { deadline: null }],
		['installing', { install_state: stated('installing', '2026-11-18') }],
		['not-offered', { offered: stated({ version: '26.7', is_offered: false }) }],
		['not-offered', { install_state: stated('failed'), failure: failure('… MADownloadNoMatchFound …') }],
		['refused', { enforcement: enforced(null, { valid: 'invalid', reason: 'Error.InvalidPayload' }) }],
		['no-token', { ...noToken, enforcement: enforced(null) }],
		['no-space', { free_gb: stated(14.9) }],
		['no-space', { free_gb: stated(34) }, { target: '27.0' }],
		['on-battery', { install_state: stated('failed'), failure: failure('BatteryTooLow') }],
		['failing', { install_state: stated('failed', '2026-11-03') }],
		['failing', { install_state: stated('failed'), failure: stated({ count: null, text: 'x', at: null }) }],
		['failing', { install_state: stated('waiting', '2026-11-03'), failure: failure(null) }],
		['past-due', { enforcement: enforced('2026-11-17'), install_state: stated('prepared') }],
		['prepared', { install_state: stated('prepared', '2026-11-16') }],
		['downloading', { install_state: stated('downloading', '2026-11-17') }],
		['enforced', { enforcement: enforced('2026-11-19') }],
		[
			'enforced',
			{ install_state: stated('waiting'), pending: stated({ version: '26.7', date: '2026-11-25' }) },
		],
		['silent', { enforcement: enforced('2026-11-10'), last_report: stated('2026-11-09') }],
		['silent', { enforcement: enforced('2026-11-10'), last_report: stated(null) }],
		[
			'hidden',
			{ enforcement: stated(null), deferral: stated({ days: 30, by: 'restriction' }) },
			{ version: '26.6' },
		],
		['user-deferred', { user_deferral: stated({ left: 2, until: null }) }],
		['never-asked', { enforcement: stated(null) }],
		['not-told', {}],
	];

	test.each(cases)('%s', (reason, evidence, more = {}) => {
		expect(latenessOf(late(evidence, more)).reason).toBe(reason);
	});

	test('every reason has a case', () => {
		expect(new Set(cases.map(([reason]) => reason))).toEqual(new Set(lateReasonCodes));
	});
});

describe('what must not be claimed', () => {
	const cases: readonly [string, LateReason, LateEvidence, Partial<LateMac>?][] = [
		['gone, from a day that is not over the limit', 'not-told', { contact: stated('2026-11-05') }],
		[
			'unmanaged, from one old date alone',
			'gone',
			{ contact: stated('2026-10-30'), mdm_contact: stated('2026-10-30') },
		],
		[
			'done, if the Mac was not in contact after it was read',
			'not-told',
			{ inventoried: stated('2026-11-01') },
		],
		[
			'done, while the deadline is ahead and the version was read after the release',
			'not-told',
			{ inventoried: stated('2026-11-18'), contact: stated(today) },
			{ deadline: '2026-11-30' },
		],
		[
			'installing, from a report of the day before yesterday',
			'not-told',
			{ install_state: stated('installing', '2026-11-17') },
		],
		[
			'refused, if the declaration is older than what is installed',
			'never-asked',
			{
				enforcement: enforced(null, {
					version: null,
					valid: 'invalid',
					reason: 'target OS version (26.5) is older than current version (26.6)',
				}),
			},
		],
		['no token, on Intel', 'not-told', { ...noToken, apple_silicon: stated(false) }],
		[
			'no token, if it is not told whether it is Apple silicon',
			'not-told',
			{ token_escrowed: stated(false) },
		],
		['no token, before the deadline', 'not-told', noToken, { deadline: '2026-11-20' }],
		['no token, if nothing asks the Mac', 'never-asked', { ...noToken, enforcement: stated(null) }],
		['no space, from 0', 'not-told', { free_gb: stated(0) }],
		['no space, at the limit', 'not-told', { free_gb: stated(15) }],
		['no space, from a value of eight days ago', 'not-told', { free_gb: stated(3, '2026-11-11') }],
		['no space, from a value without a day', 'not-told', { free_gb: stated(3, null) }],
		[
			'failing, from a leftover while nothing is pending',
			'not-told',
			{ install_state: stated('none'), failure: failure('x') },
		],
		['failing, from a failure without a state', 'not-told', { failure: failure('BatteryTooLow') }],
		[
			'failing, from a failure before the release',
			'not-told',
			{ install_state: stated('waiting'), failure: failure('x', 3, '2026-11-01') },
		],
		[
			'failing, from a plan for an earlier release',
			'not-told',
			{ findings: [{ ...found('failing', 'UNKNOWN'), day: '2026-10-01' }] },
		],
		[
			'no power, from a text without a day',
			'failing',
			{ install_state: stated('failed'), failure: stated({ count: 1, text: 'BatteryTooLow', at: null }) },
		],
		[
			'past due, if the Mac was not heard of after the date',
			'prepared',
			{ enforcement: enforced('2026-11-17'), install_state: stated('prepared', '2026-11-17') },
		],
		['silent, if no source tells its reports', 'not-told', { enforcement: enforced('2026-11-10') }],
		[
			'hidden, by a restriction on macOS 27',
			'never-asked',
			{ enforcement: stated(null), deferral: stated({ days: 30, by: 'restriction' }) },
			{ version: '27.0', target: '27.1' },
		],
		[
			'hidden, if it is not told that nothing asks',
			'not-told',
			{ deferral: stated({ days: 30, by: 'declaration' }) },
		],
		[
			'put off by the user, on macOS 27',
			'not-told',
			{ user_deferral: stated({ left: 2, until: '2026-12-01' }) },
			{ version: '27.0', target: '27.1' },
		],
		['never asked, from an old report', 'not-told', { enforcement: stated(null, '2026-11-15') }],
		[
			'enforced, for a release that the Mac has',
			'never-asked',
			{ enforcement: enforced('2026-12-01', { version: '26.6' }) },
		],
	];

	test.each(cases)('%s', (_, reason, evidence, more = {}) => {
		expect(latenessOf(late(evidence, more)).reason).toBe(reason);
	});

	test('a code that does not tell the cause only has its own step', () => {
		const denied = latenessOf(
			late({
				install_state: stated('failed'),
				failure: failure('[SUMacControllerErrorAccessRequestDenied=7507] Access request was denied'),
			}),
		);
		expect([denied.reason, denied.step]).toEqual([
			'failing',
			'Wait for its next try; if that fails too, check its bootstrap token.',
		]);
		expect(latenessOf(late({ ...noToken, install_state: stated('failed') })).reason).toBe('no-token');
	});
});

describe('words', () => {
	test('a reason is a sentence with source and day, one step, and what it rests on', () => {
		expect(latenessOf(late({ ...noToken, install_state: stated('prepared', '2026-11-18') }))).toEqual({
			reason: 'no-token',
			strength: 'strong',
			sentence:
				'No bootstrap token is escrowed, so it cannot restart by itself (Jamf Pro, 19 November 2026).',
			step: 'Escrow the bootstrap token: a volume owner signs in, or runs "profiles install -type bootstraptoken".',
			evidence: [
				{ what: 'token_escrowed', value: false, from: 'Jamf Pro', day: today, strength: 'strong' },
				{ what: 'apple_silicon', value: true, from: 'Jamf Pro', day: today, strength: 'strong' },
				{ what: 'install_state', value: 'prepared', from: 'Jamf Pro', day: '2026-11-18', strength: 'strong' },
			],
		});
		expect(latenessOf(late({ free_gb: stated(6.34) })).sentence).toBe(
			'6.3 GB are free, and an update may need about 15 (Jamf Pro, 19 November 2026).',
		);
		expect(latenessOf(late({})).step).toBe(
			'Add to the inventory: update state, bootstrap token, free space.',
		);
	});

	test('the text of a failure has no home folder, no control character and at most 200 characters', () => {
		const text = `\u001b[31mFailed at /Users/ada.lovelace/Library/x "file:///Users/Ada King/y"\n${'long '.repeat(60)}`;
		const { sentence, evidence } = latenessOf(
			late({ install_state: stated('failed'), failure: failure(text) }),
		);
		expect(sentence).toStartWith(
			'The update failed 3 times, last on 17 November 2026:  [31mFailed at /Users/…'.replace('  ', ' '),
		);
		expect(sentence + JSON.stringify(evidence)).not.toMatch(/ada|King|\p{Cc}/iu);
		expect(sentence.length).toBeLessThan(320);
	});

	test('groups count with the words of their reason if it is the only one', () => {
		expect(lateWords({ 'no-token': 9, 'never-asked': 7, 'no-space': 5, gone: 4, 'not-told': 3 })).toBe(
			'28 late: 9 no token, 7 never asked, 5 no space, 4 not seen, 3 not told',
		);
		expect(lateWords({ 'no-token': 1, unmanaged: 2, 'not-told': 9 })).toBe(
			'12 late: 3 token and management, 9 not told',
		);
		expect(lateWords({})).toBe('');
		const all = Object.fromEntries(lateReasonCodes.map((code) => [code, 1]));
		expect(
			lateGroupCounts(all)
				.map(({ label }) => label)
				.toSorted(),
		).toEqual(
			Object.values(lateGroups)
				.toSorted()
				.map((label) => (label === lateGroups.untold ? lateReasons['not-told'].label : label)),
		);
	});
});

/** Days around the release, the deadline and today. */
const day = fc.constantFrom(
	'2026-10-20',
	'2026-11-01',
	'2026-11-05',
	'2026-11-12',
	'2026-11-13',
	'2026-11-16',
	'2026-11-18',
	today,
	'2026-11-25',
);
const dayOrNone = fc.option(day);
const of = <Value>(value: fc.Arbitrary<Value>) =>
	fc.record({ value, from: fc.constantFrom('Jamf Pro', 'fleet.csv'), day: dayOrNone });
const version = fc.constantFrom(null, '26.5', '26.6', '26.7', '27.0', '26.7 (a)');
const text = fc.constantFrom(
	null,
	'BatteryTooLow',
	'=7301]',
	'ErrorScanNoUpdateFound=7301',
	'MADownloadNoMatchFound',
	'unknown words',
);
const finding = of(
	fc.record({
		reason: fc.constantFrom(...lateReasonCodes.filter((code) => code !== 'not-told')),
		strength: fc.constantFrom('strong' as const, 'medium' as const),
		word: fc.constant('WORD'),
		version,
	}),
);
const statements = {
	contact: of(day),
	mdm_contact: of(day),
	inventoried: of(day),
	managed: of(fc.boolean()),
	mdm_expires: of(day),
	supervised: of(fc.boolean()),
	declarative: of(fc.boolean()),
	apple_silicon: of(fc.boolean()),
	token_escrowed: of(fc.boolean()),
	free_gb: of(fc.constantFrom(0, 3, 14.9, 15, 34, 35, 400)),
	install_state: of(
		fc.constantFrom('none', 'waiting', 'downloading', 'prepared', 'installing', 'failed', 'a new one'),
	),
	pending: of(fc.record({ version, date: dayOrNone })),
	failure: of(fc.record({ count: fc.constantFrom(null, 0, 1, 3), text, at: dayOrNone })),
	last_report: of(dayOrNone),
	enforcement: of(
		fc.option(
			fc.record({
				version,
				date: dayOrNone,
				active: fc.boolean(),
				valid: fc.constantFrom('valid' as const, 'invalid' as const, 'unknown' as const),
				reason: fc.constantFrom(
					null,
					'Error.InvalidPayload',
					'Info.Predicate',
					'(26.5) is older than current',
				),
			}),
		),
	),
	findings: fc.array(finding, { maxLength: 3 }),
	deferral: of(
		fc.record({
			days: fc.constantFrom(0, 7, 17, 30),
			by: fc.constantFrom('declaration' as const, 'restriction' as const, 'administrator' as const),
		}),
	),
	user_deferral: of(fc.record({ left: fc.constantFrom(null, 0, 2), until: dayOrNone })),
	offered: of(fc.record({ version: fc.constantFrom('26.6', '26.7', '27.0'), is_offered: fc.boolean() })),
} satisfies { readonly [Name in keyof LateEvidence]-?: fc.Arbitrary<unknown> };
const names = Object.keys(statements) as (keyof LateEvidence)[];
/** Everything at once almost always has one of the first reasons: often only a few statements. */
const someNames = fc.oneof(
	fc.subarray(names, { maxLength: 4 }),
	fc.subarray(names, { maxLength: 8 }),
	fc.subarray(names),
);
/** Rare by chance: it needs three statements that fit together. */
const isPastDue: LateEvidence = {
	enforcement: enforced('2026-11-16'),
	install_state: stated('waiting'),
};
const anyEvidence: fc.Arbitrary<LateEvidence> = fc
	.tuple(fc.record(statements), someNames, fc.constantFrom<LateEvidence>({}, {}, isPastDue))
	.map(([all, chosen, before]) => ({
		...before,
		...Object.fromEntries(chosen.map((name) => [name, all[name]])),
	}));
const anyMac: fc.Arbitrary<LateMac> = fc.record({
	asOf: fc.constant(today),
	version: fc.constantFrom('13.7', '26.6', '27.0', 'unknown'),
	target: fc.constantFrom('26.7', '27.1'),
	released: fc.constant('2026-11-02'),
	deadline: fc.constantFrom(null, '2026-11-12', '2026-11-30'),
	isBlocked: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
	evidence: anyEvidence,
});

const rank = ({ reason, strength }: Pick<Lateness, 'reason' | 'strength'>) =>
	reason === 'not-told' ? 0 : strength === 'medium' ? 1 : 2;

/** The same Mac without one statement, once for each. */
function lessToldMacs(mac: LateMac): LateMac[] {
	const { evidence } = mac;
	const without = (name: string) =>
		Object.fromEntries(Object.entries(evidence).filter(([other]) => other !== name));
	const lists = (evidence.findings ?? []).map((_, at) => ({
		...evidence,
		findings: evidence.findings!.toSpliced(at, 1),
	}));
	return [...Object.keys(evidence).map(without), ...lists].map((less) => ({ ...mac, evidence: less }));
}

describe('on any evidence', () => {
	test('exactly one reason holds: the first of the table, with a sentence, a step and its evidence', () => {
		const reached = new Set<string>();
		fc.assert(
			fc.property(anyMac, (mac) => {
				const { reason, sentence, step, evidence } = latenessOf(mac);
				reached.add(reason);
				const holding = allReasons(mac).map((lateness) => lateness.reason);
				expect(holding).toEqual(lateReasonCodes.filter((code) => holding.includes(code)));
				expect(reason).toBe(holding[0]!);
				expect(sentence).toMatch(/^[A-Z0-9].*\.$/s);
				expect(step).toMatch(/^[A-Z].*\.$/s);
				expect(evidence.length > 0).toBe(reason !== 'not-told');
				// Every line of evidence is a statement that was given, or the project's own data.
				for (const { what, from, day } of evidence) expect(isGiven(mac, what, from, day)).toBe(true);
			}),
			{ numRuns: sized(2000, 40_000) },
		);
		expect(lateReasonCodes.filter((code) => !reached.has(code))).toEqual([]);
	});

	test('less evidence never makes a claim stronger', () => {
		fc.assert(
			fc.property(anyMac, (mac) => {
				const before = latenessOf(mac);
				const holding = new Map(allReasons(mac).map((lateness) => [lateness.reason, rank(lateness)]));
				for (const less of lessToldMacs(mac)) {
					const after = latenessOf(less);
					const isWeaker = rank(after) <= rank(before);
					// A reason that comes to light was there before, as strong, behind one that is higher in the table.
					const wasThere = (holding.get(after.reason) ?? -1) >= rank(after);
					if (!(after.reason === before.reason ? isWeaker : isWeaker || wasThere))
						throw new Error(`${before.reason} became ${after.reason} (${after.strength})`);
				}
			}),
			{ numRuns: sized(800, 40_000) },
		);
	});
});

/** Whether a line of evidence is one of the Mac's statements. Dates of an enforcement come from it or from what is pending. */
function isGiven({ evidence, asOf }: LateMac, what: string, from: string, day: string | null): boolean {
	if (what === 'hardware') return from === 'pointrelease' && day === asOf;
	if (what === 'version') return from === 'inventory';
	const statements =
		what === 'enforced_on'
			? [evidence.enforcement, evidence.pending]
			: what === 'finding'
				? (evidence.findings ?? [])
				: [evidence[what as 'contact']];
	return statements.some((statement) => statement?.from === from && statement.day === day);
}

test('limits are those of the organization', () => {
	const limits = { ...usualLateLimits, space_gb: 20, silent_days: 30 };
	expect(latenessOf(late({ free_gb: stated(19) }), limits).reason).toBe('no-space');
	expect(latenessOf(late({ contact: stated('2026-11-04') }), limits).reason).toBe('not-told');
});
