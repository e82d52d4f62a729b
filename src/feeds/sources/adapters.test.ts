import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { appleDocument, appledbDocuments, kevDocument, sofaDocument } from '../../../test/feeds/documents.ts';
import { shipped as catalog } from '../../../test/shipped-data.ts';
import { sized } from '../../../test/size.ts';
import { Failure } from '../../process/failure.ts';
import { readApple } from './apple.ts';
import { machinesOf, newBuilds, readBuild, readDevices, readIndex } from './appledb.ts';
import { finalBuild, releaseNamed } from './document.ts';
import { readKev } from './kev.ts';
import { readSofa } from './sofa.ts';

const seenAt = '2026-12-01T12:00:00Z';
const bytes = (text: string) => new TextEncoder().encode(text);
const entry = { version: '27.3', build: '26C50', date: '2026-11-30', boards: ['J293AP', 'J152FAP'] };

describe("Apple's update service", () => {
	test('shows releases of both lists, with the boards as they are spelled', () => {
		const { observations } = readApple(
			bytes(appleDocument([entry], [{ ...entry, version: '27.2' }])),
			seenAt,
		);
		expect(observations).toEqual([
			{
				feed: 'apple',
				version: '27.3',
				builds: ['26C50'],
				date: '2026-11-30',
				boards: ['J293AP', 'J152FAP'],
				expires: '2099-01-01',
				seenAt,
			},
			expect.objectContaining({ version: '27.2' }),
		]);
	});

	test('leaves out background improvements, seeds and other platforms', () => {
		const odd = [
			{ ...entry, version: '27.3 (a)' },
			{ ...entry, build: '26C5050' },
			{ ...entry, build: '26C50a' },
		];
		expect(readApple(bytes(appleDocument(odd)), seenAt).observations).toEqual([]);
	});

	test('leaves out what says that it is a beta, a candidate or a background improvement', () => {
		const texts = [
			'27.3 beta',
			'27.3 Beta 2',
			'27.3beta3',
			'27.3 RC',
			'27.3 RC 2',
			'27.3RC2',
			'27.3 (a)',
			'27.3(c)',
		];
		const entries = texts.map((version) => ({ ...entry, version }));
		const { observations, flaws, hidden } = readApple(bytes(appleDocument([entry, ...entries])), seenAt);
		expect([observations.length, flaws, hidden]).toEqual([1, [], []]);
	});

	test('never drops an entry with another version text: it is a flaw that names its boards', () => {
		const texts = ['27.2.1.1', '27.2.0.1', '27.02', '27.3b', '27.3.', '27.3 (A1)', '', '9.2.2', 'macOS 27.3'];
		const entries = texts.map((version) => ({ ...entry, version, boards: ['J313AP'] }));
		const { observations, flaws, hidden } = readApple(bytes(appleDocument([entry, ...entries])), seenAt);
		expect(observations.map(({ version }) => version)).toEqual(['27.3']);
		expect(flaws).toEqual(
			texts.map(
				(text, at) =>
					`$.PublicAssetSets.macOS[${at + 1}].ProductVersion: expected the number of a release, found "${text}"`,
			),
		);
		const majors = ['27', '27', '27', '27', '27', '27', '', '9', ''];
		expect(hidden).toEqual(
			texts.map((text, at) => ({
				version: majors[at]!,
				boards: ['J313AP'],
				flaw: flaws![at]!,
				odd: { version: text, build: '26C50' },
			})),
		);
	});

	test('never drops an entry with a build that cannot be read, or with an extra that is no letter in brackets', () => {
		const text = appleDocument([entry, { ...entry, build: '26C50-1' }, { ...entry, version: '27.4' }]);
		const document = JSON.parse(text);
		document.PublicAssetSets.macOS[2].ProductVersionExtra = 'x';
		document.PublicAssetSets.macOS.push({ ...document.PublicAssetSets.macOS[0], ProductVersionExtra: '(a)' });
		const { observations, flaws, hidden } = readApple(bytes(JSON.stringify(document)), seenAt);
		expect(observations.length).toBe(1);
		expect(flaws).toEqual([
			'$.PublicAssetSets.macOS[1].Build: expected a build such as 26C50, found "26C50-1"',
			'$.PublicAssetSets.macOS[2].ProductVersionExtra: expected a letter in brackets, found "x"',
		]);
		expect(hidden?.map(({ version, odd }) => [version, odd])).toEqual([
			['27.3', { version: '27.3', build: '26C50-1' }],
			['27.4', { version: '27.4 x', build: '26C50' }],
		]);
	});

	test('shows blanks around a version and a third number of zero as the release itself', () => {
		const entries = ['27.3 ', ' 27.3', '27.3.0'].map((version) => ({ ...entry, version }));
		const { observations, flaws } = readApple(bytes(appleDocument(entries)), seenAt);
		expect([observations.map(({ version }) => version), flaws]).toEqual([['27.3', '27.3', '27.3'], []]);
	});

	test('names the first release of a major version with two numbers, as the tables do', () => {
		const { observations } = readApple(bytes(appleDocument([{ ...entry, version: '28' }])), seenAt);
		expect(observations[0]?.version).toBe('28.0');
	});

	test('a major version alone is its first release only with a build of that release', () => {
		const [first] = catalog.releases.get('26.0')!.builds;
		const read = (version: string, build: string) =>
			readApple(bytes(appleDocument([{ ...entry, version, build }, entry])), seenAt, catalog);
		expect(read('26', first!.build).observations[0]?.version).toBe('26.0');
		expect(read('28', '27A300').observations[0]?.version).toBe('28.0');
		const { observations, flaws, hidden } = read('26', '25G99');
		expect(observations.map(({ version }) => version)).toEqual(['27.3']);
		expect(flaws).toEqual([
			'$.PublicAssetSets.macOS[0].ProductVersion: expected the number of a release, found "26"',
		]);
		expect(hidden?.[0]?.version).toBe('26');
	});

	const broken: [change: (document: string) => string, message: string][] = [
		[(text) => text.replace('"PublicAssetSets"', '"Sets"'), '$.PublicAssetSets is missing'],
		[(text) => text.replace('"AssetSets"', '"Sets"'), '$.AssetSets is missing'],
		[
			(text) => text.replace('"ProductVersion":"27.3"', '"x":1'),
			'$.PublicAssetSets.macOS[0].ProductVersion is missing',
		],
		[(text) => text.replace('"26C50"', 'null'), '$.PublicAssetSets.macOS[0].Build is missing'],
		[
			(text) => text.replace('2026-11-30', '2026-02-30'),
			'$.PublicAssetSets.macOS[0].PostingDate: expected a day, written YYYY-MM-DD, found "2026-02-30"',
		],
		[
			(text) => text.replace('"2099-01-01"', '7'),
			'$.PublicAssetSets.macOS[0].ExpirationDate: expected text, found number',
		],
		[
			(text) => text.replace('"J152FAP"', '{}'),
			'$.PublicAssetSets.macOS[0].SupportedDevices[1]: expected text, found object',
		],
	];
	for (const [change, message] of broken)
		test(`is refused with: ${message}`, () => {
			expect(() => readApple(bytes(change(appleDocument([entry]))), seenAt)).toThrow(message);
		});

	test('loses only the mistyped entry, and says which', () => {
		const text = appleDocument([{ ...entry, date: 'soon' }, entry], [{ ...entry, version: '27.2' }]);
		const { observations, flaws } = readApple(bytes(text), seenAt);
		expect(observations.map(({ version }) => version)).toEqual(['27.3', '27.2']);
		expect(flaws).toEqual([
			'$.PublicAssetSets.macOS[0].PostingDate: expected a day, written YYYY-MM-DD, found "soon"',
		]);
	});
});

describe('SOFA', () => {
	test('shows releases with their builds and boards, if the feed has them', () => {
		const text = sofaDocument([
			{ version: '27.3', date: '2026-11-30', builds: ['26C50', '26C2050'] },
			{ version: '27.2', date: '2026-10-26', boards: ['J293AP'] },
			{ version: '27.2 (a)', date: '2026-10-27', type: 'BSI' },
		]);
		const { observations } = readSofa(bytes(text), seenAt);
		expect(observations.map(({ version, builds, date, boards }) => [version, builds, date, boards])).toEqual([
			['27.3', ['26C50', '26C2050'], '2026-11-30', null],
			['27.2', [], '2026-10-26', ['J293AP']],
		]);
	});

	test('shows the fixes of a release and their article; an overview does not count as an article', () => {
		const cves = ['CVE-2026-200001', 'CVE-2026-200002'];
		const infos = [
			'https://support.apple.com/en-us/150001',
			'https://support.apple.com/kb/HT214084',
			'https://support.apple.com/en-us/100100',
			'This update has no published CVE entries.',
			'https://example.org/150001',
		];
		const entry = { version: '27.3', date: '2026-11-30' };
		const text = sofaDocument([
			...infos.map((info) => ({ ...entry, cves, info })),
			{ ...entry, cves: ['cve-1', ...cves], info: infos[0]! },
			{ ...entry, cves, info: '' },
			{ ...entry, info: infos[0]! },
			entry,
		]);
		const { lists } = readSofa(bytes(text), seenAt);
		expect(lists?.map(({ article }) => article)).toEqual(['150001', 'HT214084', '', '', '', '150001']);
		expect(lists?.every((list) => list.version === '27.3' && list.cves.join() === cves.join())).toBe(true);
	});

	test('is refused with the path of the missing member', () => {
		const text = sofaDocument([{ version: '27.3', date: '2026-11-30' }]).replace('ReleaseDate', 'Released');
		expect(() => readSofa(bytes(text), seenAt)).toThrow(
			'$.OSVersions[0].SecurityReleases[0].ReleaseDate is missing',
		);
	});

	test('loses only the mistyped entry or major version, and says which', () => {
		const document = JSON.parse(sofaDocument([{ version: '27.3', date: '2026-11-30' }]));
		document.OSVersions[0].SecurityReleases.push(null);
		document.OSVersions.unshift(null, { OSVersion: 'Tahoe 26', SecurityReleases: {} });
		const { observations, flaws } = readSofa(bytes(JSON.stringify(document)), seenAt);
		expect(observations.map(({ version }) => version)).toEqual(['27.3']);
		expect(flaws).toEqual([
			'$.OSVersions[0]: expected an object, found null',
			'$.OSVersions[1].SecurityReleases: expected a list, found object',
			'$.OSVersions[2].SecurityReleases[1]: expected an object, found null',
		]);
	});
});

describe("CISA's catalog", () => {
	const entry = { cve: 'CVE-2026-20700', added: '2026-02-12', due: '2026-03-05' };

	test('shows each exploited CVE with its days', () => {
		expect(readKev(bytes(kevDocument([entry])))).toEqual({
			observations: [],
			machines: [],
			exploited: [entry],
			flaws: [],
		});
	});

	test('loses only entries that cannot be read, and says which', () => {
		const text = kevDocument([{ ...entry, cve: 'soon' }, entry, { ...entry, due: '2026-02-11' }]);
		const { exploited, flaws } = readKev(bytes(text));
		expect([exploited, flaws]).toEqual([
			[entry],
			[
				'$.vulnerabilities[0].cveID: expected a CVE identifier such as CVE-2024-23232',
				'$.vulnerabilities[2].dueDate: expected a day not before dateAdded',
			],
		]);
		expect(() => readKev(bytes('{}'))).toThrow('$.vulnerabilities is missing');
	});
});

describe('AppleDB', () => {
	const devices = [
		{ key: 'Mac19,1', name: 'MacBook Pro', board: 'J900AP' },
		{
			key: 'MacBookPro15,1-2018',
			name: 'MacBook Pro',
			board: ['Mac-937A206F2EE63C01'],
			identifier: 'MacBookPro15,1',
		},
	];
	const buildEntry = {
		version: '27.3',
		build: '26C50',
		date: '2026-11-30',
		devices: ['Mac19,1', 'MacBookPro15,1-2018'],
	};
	const documents = appledbDocuments([buildEntry], devices);

	test('lists final builds only', () => {
		expect(readIndex(bytes(documents['/ios/macOS/index.json']!))).toEqual(['25G83', '26C50']);
	});

	test('lists the other builds if a key is not a text', () => {
		const index = JSON.stringify([null, 'macOS;25G83', 7, {}, 'macOS;26C50']);
		expect(readIndex(bytes(index))).toEqual(['25G83', '26C50']);
		expect(() => readIndex(bytes('{}'))).toThrow('$: expected a list, found object');
		expect(() => readIndex(bytes('[7]'))).toThrow('$[0]: expected text, found number');
	});

	test('is asked only for builds at the end of a shipped train, in the newest train or in a new one, and first for those above all known builds', () => {
		const index = [
			'25G83',
			'25A1',
			'24H90',
			'26A1',
			'26C50',
			'26C2050',
			'27A300',
			'19A1',
			'9A1',
			'26B5100',
			'x',
		];
		expect(newBuilds(catalog, catalog, index)).toEqual(['27A300', '26C2050', '26C50', '24H90', '26A1']);
	});

	test('maps device keys to boards, and skips other devices', () => {
		const macs = readDevices(bytes(documents['/device/main.json']!));
		expect(macs.map(({ key }) => key)).toEqual(['Mac19,1', 'MacBookPro15,1-2018']);
		const build = readBuild(bytes(documents['/ios/macOS;26C50.json']!), macs, seenAt);
		expect(build?.boards).toEqual(['J900AP', 'Mac-937A206F2EE63C01']);
		expect(machinesOf(macs, seenAt)[1]).toMatchObject({
			board: 'Mac-937A206F2EE63C01',
			model: 'MacBookPro15,1',
		});
	});

	test('leaves out betas', () => {
		const [, text] = Object.entries(appledbDocuments([{ ...buildEntry, beta: true }], [])).at(-1)!;
		expect(readBuild(bytes(text), [], seenAt)).toBeNull();
	});

	test('may give several dates, or none', () => {
		const text = documents['/ios/macOS;26C50.json']!;
		const of = (released: string) =>
			readBuild(bytes(text.replace('"2026-11-30"', released)), [], seenAt)?.date;
		expect([of('["2026-12-01","2026-11-30"]'), of('""'), of('"2026-11"'), of('[]')]).toEqual([
			'2026-11-30',
			null,
			null,
			null,
		]);
	});
});

test('a version text names a release or nothing', () => {
	const names = ['27.3', '27', '27.3.0', '26.3.1 (a)', '27.0 beta 3', '27.1.2.3', '9.2.2', '', '27.03'];
	expect(names.map(releaseNamed)).toEqual(['27.3', '27.0', '27.3', null, null, null, null, null, null]);
});

test('a build is final unless it has a letter at its end or a number for testers', () => {
	const builds = ['25G83', '24B2083', '25A8353', '25A5279m', '26A5428', '26C50a'];
	expect(builds.map((build) => finalBuild(build) !== null)).toEqual([true, true, true, false, false, false]);
});

test('whatever bytes a feed sends, its adapter returns a reading or throws one line that says what is wrong', () => {
	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.json(),
		fc.json().map((inner) => `{"PublicAssetSets":{"macOS":[${inner}]},"AssetSets":{"macOS":[]}}`),
		fc.json().map((inner) => `{"OSVersions":[{"SecurityReleases":[${inner}]}]}`),
		fc.json().map((inner) => `[{"key":"Mac1,1","name":"x","board":${inner}}]`),
	);
	const bytes = fc.oneof(
		text.map((words) => new TextEncoder().encode(words)),
		fc.uint8Array({ maxLength: 200 }),
	);
	const adapters = [
		(data: Uint8Array) => readApple(data, seenAt),
		(data: Uint8Array) => readSofa(data, seenAt),
		(data: Uint8Array) => readBuild(data, [], seenAt),
		readIndex,
		readDevices,
	];
	fc.assert(
		fc.property(bytes, (data) => {
			for (const read of adapters) {
				try {
					read(data);
				} catch (thrown) {
					if (!(thrown instanceof Failure) || !/^\$[^\n]*$/.test(thrown.message)) throw thrown;
				}
			}
		}),
		{ numRuns: sized(500, 5000), seed: 20261116 },
	);
}, 600_000);
