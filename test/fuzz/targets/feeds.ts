import { isDay } from '@pointrelease/core/src/text/day.ts';
import { readApple } from '../../../src/feeds/sources/apple.ts';
import {
	machinesOf,
	newBuilds,
	readBuild,
	readDevices,
	readIndex,
} from '../../../src/feeds/sources/appledb.ts';
import { readDelta, readDeltaLog, readRecord } from '../../../src/feeds/sources/cve.ts';
import { readInstallers } from '../../../src/feeds/sources/installers.ts';
import { readKev } from '../../../src/feeds/sources/kev.ts';
import { readSafariFeed } from '../../../src/feeds/sources/safari.ts';
import { readSofa } from '../../../src/feeds/sources/sofa.ts';
import type { Fact } from '../../../src/learning/facts/fact.ts';
import { readFact } from '../../../src/learning/facts/fact-kinds.ts';
import type { Feed, Reading } from '../../../src/learning/observation.ts';
import { learn } from '../../../src/learning/rules/learn.ts';
import { cveRecord, deltaDocument } from '../../feeds/cve-documents.ts';
import {
	appleDocument,
	appledbDocuments,
	kevDocument,
	safariDocument,
	sofaDocument,
} from '../../feeds/documents.ts';
import { expectSound, type Target } from '../target.ts';
import { catalog, charactersOf, seenAt } from './world.ts';

const cve = 'CVE-2026-112497';
const entry = {
	version: '27.3',
	build: '26C50',
	date: '2026-11-18',
	boards: ['J293AP', 'J152FAP', 'J990AP'],
};
const response = {
	version: '27.2',
	letter: '(a)',
	build: '26B101',
	base: '26B100',
	date: '2026-11-18',
	boards: ['J293AP'],
};
const devices = [{ key: 'Mac99,1', name: 'MacBook Air (M9)', board: 'J990AP', identifier: 'Mac99,1' }];
const appledb = appledbDocuments([{ ...entry, devices: ['Mac99,1'], preinstalled: true }], devices);

/** What the rules make of a reading: facts of the right form, for the tables or for a person. */
function learnFrom(feed: Feed, reading: Reading): number {
	for (const { date } of reading.observations) expectSound(date === null || isDay(date), `the day ${date}`);
	const evidence = {
		shipped: catalog(),
		catalog: catalog(),
		facts: [] as Fact[],
		readings: { [feed]: reading },
		memory: {},
		lists: {},
		now: new Date(seenAt),
	};
	const { facts, items } = learn(evidence as unknown as Parameters<typeof learn>[0]);
	for (const fact of [...facts, ...items.flatMap((item) => item.facts)]) {
		const stored = readFact(JSON.parse(JSON.stringify(fact)));
		expectSound(typeof stored !== 'string', `a fact that cannot be stored: ${stored}`);
	}
	return charactersOf([reading, facts, items]);
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function expectMoments(...texts: readonly string[]): void {
	for (const text of texts) expectSound(moment.test(text), `the moment ${text}`);
}

const feed = (name: Feed, read: (bytes: Uint8Array) => Reading, seeds: () => readonly string[]): Target => ({
	name: `feed-${name}`,
	read: (bytes) => learnFrom(name, read(bytes)),
	seeds,
	// Each reading is compared with all releases and Macs of the tables.
	mostAnswer: 1_000_000,
});

export const targets: readonly Target[] = [
	feed(
		'apple',
		(bytes) => readApple(bytes, seenAt, catalog()),
		() => [appleDocument([entry]), appleDocument([entry], [{ ...entry, version: '26.7.3' }], [response])],
	),
	feed(
		'sofa',
		(bytes) => readSofa(bytes, seenAt),
		() => [
			sofaDocument(
				[{ ...entry, builds: [entry.build], cves: [cve], info: 'https://support.apple.com/en-us/126000' }],
				[{ ...response, cves: [cve], article: '126001' }],
			),
		],
	),
	feed('kev', readKev, () => [kevDocument([{ cve, added: '2026-11-01', due: '2026-11-22' }])]),
	feed('safari', readSafariFeed, () => [
		safariDocument([
			{ version: '27.3', date: '2026-11-18', cves: [cve], info: 'https://support.apple.com/126002' },
		]),
	]),
	{
		name: 'feed-appledb-devices',
		read(bytes) {
			const machines = machinesOf(readDevices(bytes), seenAt);
			return learnFrom('appledb', { observations: [], machines });
		},
		seeds: () => [appledb['/device/main.json']!],
		mostAnswer: 1_000_000,
	},
	{
		name: 'feed-appledb-build',
		read(bytes) {
			const observation = readBuild(
				bytes,
				readDevices(new TextEncoder().encode(appledb['/device/main.json'])),
				seenAt,
			);
			const installers = readInstallers(bytes);
			const reading = { observations: observation ? [observation] : [], machines: [] };
			return learnFrom('appledb', {
				...reading,
				...(installers && { installers: { [entry.build]: installers } }),
			});
		},
		seeds: () => {
			const text = appledb[`/ios/macOS;${entry.build}.json`]!;
			const sources =
				'[{"type":"installassistant","size":17000000000,"links":[{"url":"https://swcdn.apple.com/a/InstallAssistant.pkg","active":true}]},{"type":"ipsw","links":[]}]';
			return [text, `${text.slice(0, -1)},"sources":${sources}}`];
		},
		mostAnswer: 1_000_000,
	},
	{
		name: 'feed-appledb-index',
		read: (bytes) => charactersOf(newBuilds(catalog(), catalog(), readIndex(bytes))),
		seeds: () => [appledb['/ios/macOS/index.json']!],
	},
	{
		name: 'feed-cve-changes',
		read(bytes) {
			const run = readDelta(bytes);
			expectMoments(run.moment, ...run.changes.map(({ updated }) => updated));
			return charactersOf(run);
		},
		seeds: () => [JSON.stringify(deltaDocument({ moment: seenAt, fresh: [cve], updated: ['CVE-2020-1'] }))],
	},
	{
		name: 'feed-cve-log',
		read(bytes) {
			const runs = readDeltaLog(bytes, '2026-11-01T00:00:00Z');
			expectMoments(...runs.map(({ moment }) => moment));
			return charactersOf(runs);
		},
		seeds: () => [
			JSON.stringify([deltaDocument({ moment: seenAt, fresh: [cve] }), deltaDocument({ moment: seenAt })]),
		],
	},
	{
		name: 'feed-cve-record',
		read(bytes) {
			const { record, changed } = readRecord(bytes, cve);
			expectMoments(changed, ...(record ? [record.updated] : []));
			const records = record ? [record] : [];
			return learnFrom('cve', { observations: [], machines: [], records, made: changed });
		},
		seeds: () => [
			cveRecord({
				cve,
				fixedIn: ['15.8.2', '27.2'],
				sentence: 'Safari 26.1, macOS Sequoia 15.8.2, macOS Golden Gate 27.2',
				impact: 'An app may be able to break out of its sandbox',
				ssvc: ['none', 'no', 'total'],
				kev: '2026-11-02',
			}),
			cveRecord({ cve, rejected: true }),
			cveRecord({ cve, fixedIn: ['11.6'], from: 'unspecified', exploited: 'Apple is aware of a report' }),
		],
		mostAnswer: 1_000_000,
	},
];
