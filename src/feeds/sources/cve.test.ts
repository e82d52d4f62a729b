import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cveRecord, deltaDocument } from '../../../test/feeds/cve-documents.ts';
import { sized } from '../../../test/size.ts';
import { Failure } from '../../process/failure.ts';
import { pathOfRecord, readDelta, readDeltaLog, readRecord } from './cve.ts';
import { namedBySentence, shownWords } from './cve-words.ts';

const cve = 'CVE-2026-112497';
const bytes = (value: unknown) =>
	new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const read = (text: string) => readRecord(bytes(text), cve).record;

describe("a record of Apple's", () => {
	test('is read: the releases, the words, CISA’s assessment, and Apple’s own day of change', () => {
		const text = cveRecord({
			cve,
			fixedIn: ['15.8.2', '26.7.2', '27.2'],
			impact: 'An app may be able to break out of its sandbox',
			updated: '2026-10-26T20:35:12.345Z',
			changed: '2026-11-03T19:29:00Z',
			ssvc: ['none', 'no', 'total'],
			kev: '2026-11-02',
		});
		expect(readRecord(bytes(text), cve)).toEqual({
			record: {
				cve,
				state: 'published',
				updated: '2026-10-26T20:35:12Z',
				fixedIn: ['15.8.2', '26.7.2', '27.2'],
				unsure: [],
				impact: 'An app may be able to break out of its sandbox',
				exploited: '',
				ssvc: {
					exploitation: 'none',
					automatable: 'no',
					technicalImpact: 'total',
					assessed: '2026-11-03',
				},
				kevAdded: '2026-11-02',
			},
			changed: '2026-11-03T19:29:00Z',
		});
	});

	test('says whether it was exploited, in Apple’s sentence', () => {
		const exploited =
			'Apple is aware of a report that this issue may have been exploited in an extremely sophisticated attack against specific targeted individuals on versions of iOS before iOS 26';
		const text = cveRecord({ cve, fixedIn: ['26.2'], impact: 'An app may read memory', exploited });
		expect(read(text)).toMatchObject({ impact: 'An app may read memory', exploited });
		expect(read(cveRecord({ cve, fixedIn: ['26.2'], impact: '', exploited }))).toMatchObject({
			impact: '',
			exploited,
		});
	});

	test('names the first release of a major version, and no security response', () => {
		const text = cveRecord({
			cve,
			fixedIn: ['26', '26.3.1 (a)', '26.4'],
			sentence: 'macOS Tahoe 26, macOS Tahoe 26.4',
		});
		expect(read(text)).toMatchObject({ fixedIn: ['26.0', '26.4'], unsure: [] });
	});

	test('is unsure of releases that only its sentence or only its ranges name', () => {
		const text = cveRecord({
			cve,
			fixedIn: ['15.8.2', '27.2'],
			sentence: 'macOS Tahoe 26.7.2, macOS Golden Gate 27.2',
		});
		expect(read(text)).toMatchObject({ fixedIn: ['27.2'], unsure: ['15.8.2', '26.7.2'] });
	});

	test('of the form until 2023 is read by its sentence alone', () => {
		const text = cveRecord({
			cve,
			fixedIn: ['16', '11.6'],
			from: 'unspecified',
			sentence: 'iOS 16, macOS Big Sur 11.6.6',
		});
		expect(read(text)).toMatchObject({ fixedIn: ['11.6.6'], unsure: [] });
	});

	test('that is rejected names nothing', () => {
		expect(read(cveRecord({ cve, rejected: true, fixedIn: ['27.2'] }))).toMatchObject({
			state: 'rejected',
			fixedIn: [],
		});
	});

	test('is read without an assessment that is not whole', () => {
		const text = cveRecord({ cve, fixedIn: ['27.2'], ssvc: ['none', 'maybe', 'total'], kev: 'soon' });
		expect(read(text)).toMatchObject({ fixedIn: ['27.2'], ssvc: null, kevAdded: '' });
	});

	test('of another assigner is none, whatever its short name', () => {
		expect(read(cveRecord({ cve, fixedIn: ['27.2'], assigner: 'b1a2' }))).toBeNull();
	});
});

test.each([
	[
		'another CVE',
		cveRecord({ cve: 'CVE-2026-112498', fixedIn: ['27.2'] }),
		/cveId: expected CVE-2026-112497, found "CVE-2026-112498"/,
	],
	['no record', '{"dataType":"CVE_LIST"}', /dataType: expected CVE_RECORD/],
	['a page', '<html>', /not JSON/],
	['a part by another', cveRecord({ cve, fixedIn: [], provider: 'b1a2' }), /orgId: expected 286789f9/],
	['no moment', cveRecord({ cve, fixedIn: [], updated: 'today' }), /dateUpdated: expected a moment/],
	[
		'a moment before the first year',
		cveRecord({ cve, fixedIn: [], updated: '0000-01-01T00:00:00+01:00' }),
		/dateUpdated: expected a moment/,
	],
	[
		'a moment after the last year of four digits',
		cveRecord({ cve, fixedIn: [], updated: '9999-12-31T23:59:59-01:00' }),
		/dateUpdated: expected a moment/,
	],
	['another language', cveRecord({ cve, fixedIn: [], language: 'fr' }), /none is in English/],
])('a document with %s is refused', (_, text, message) => {
	expect(() => read(text)).toThrow(message);
});

test('any document is read or refused in one line', () => {
	const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean());
	const paths = ['cveMetadata', 'containers', 'state', 'cna', 'adp', 'affected', 'descriptions', 'metrics'];
	const damage = fc.tuple(
		fc.constantFrom(...paths),
		fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf)),
	);
	const whole = cveRecord({ cve, fixedIn: ['27.2'], ssvc: ['none', 'no', 'total'], kev: '2026-11-02' });
	fc.assert(
		fc.property(damage, ([name, value]) => {
			const harmed = JSON.stringify(JSON.parse(whole), (key, member) => (key === name ? value : member));
			try {
				read(harmed);
			} catch (thrown) {
				expect(thrown).toBeInstanceOf(Failure);
				expect((thrown as Failure).message).not.toContain('\n');
			}
		}),
		{ numRuns: sized(200, 5000) },
	);
});

test('the sentence of every year is read', () => {
	const named = (list: string) =>
		namedBySentence(`Memory was mended. This issue is fixed in ${list}. An app may.`);
	expect(named('iOS 15.5 and iPadOS 15.5, macOS Monterey 12.4, macOS Big Sur 11.6.6')).toEqual([
		'12.4',
		'11.6.6',
	]);
	expect(named('Security Update 2022-004 Catalina, macOS Monterey 12.4')).toEqual(['12.4']);
	expect(named('macOS 27.2, macOS Golden Gate 27.2, tvOS 27.2')).toEqual(['27.2', '27.2']);
	expect(named('macOS Tahoe 26.3.1 (a), macOS Tahoe 26.4')).toEqual(['26.4']);
	expect(named('Xcode 26.1')).toEqual([]);
	expect(namedBySentence('A service of Apple was mended.')).toBeNull();
});

test('words are shown on one line, without markup and addresses, and long ones are shortened', () => {
	expect(shownWords('An app\nmay <b>read</b>\u0007 https://example.com')).toBe(
		'An app may b read /b https example.com',
	);
	expect(shownWords('a'.repeat(400))).toBe(`${'a'.repeat(299)}…`);
});

describe('the changes of the list', () => {
	const run = { moment: '2026-10-26T20:50:01.084Z', fresh: [cve], updated: ['CVE-2026-84539'] };
	const expected = {
		moment: '2026-10-26T20:50:01Z',
		changes: [
			{ cve, updated: '2026-10-26T20:50:01Z', isNew: true },
			{ cve: 'CVE-2026-84539', updated: '2026-10-26T20:50:01Z', isNew: false },
		],
	};

	test('are read, one run or a log of them', () => {
		expect(readDelta(bytes(deltaDocument(run)))).toEqual(expected);
		const log = bytes([deltaDocument(run), deltaDocument({ ...run, moment: '2026-10-26T20:45:00Z' })]);
		expect(readDeltaLog(log, '2026-10-26T20:45:00Z')).toEqual([expected]);
	});

	test('lose entries that cannot be read, and nothing else', () => {
		const document = deltaDocument(run);
		const odd = {
			...document,
			new: [{ cveId: '../etc/passwd', dateUpdated: document.fetchTime }, 7, ...document.new],
		};
		expect(readDelta(bytes(odd))).toEqual(expected);
	});
});

test('a record is in the folder of its thousand', () => {
	expect(pathOfRecord('CVE-2026-112497')).toBe('/cves/2026/112xxx/CVE-2026-112497.json');
	expect(pathOfRecord('CVE-2026-0123')).toBe('/cves/2026/0xxx/CVE-2026-0123.json');
});
