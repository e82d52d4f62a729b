import { expect, test } from 'bun:test';
import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { shipped as catalog } from '../../test/shipped-data.ts';
import { embeddedSource } from './source.ts';
import type { Arguments } from './tool.ts';
import { tools } from './tools.ts';

const source = embeddedSource(catalog, { today: () => '2026-11-16', policies: new Map() });

type Call = <Answer>(tool: string, input: Arguments) => Promise<Answer>;
type Releases = Pick<Shapes['MajorReleases'], 'releases'>;

/** What administrators ask an agent, the calls that answer it, and the answer. */
const questions: [question: string, ask: (call: Call) => Promise<unknown>, answer: unknown][] = [
	[
		'What is the latest Sonoma?',
		async (call) => (await call<Releases>('releases', { major: 'Sonoma', limit: 1 })).releases[0]!.version,
		'14.8.9',
	],
	[
		'Is a MacBook Air M1 on 14.7.2 up to date?',
		async (call) => {
			const { standing, latest_version } = await call<Shapes['Advice']>('standing', {
				mac: 'MacBookAir10,1',
				version: '14.7.2',
			});
			return [standing, latest_version];
		},
		['ended', '14.8.9'],
	],
	[
		'Can my 2018 Mac mini run macOS 26, and what is its last version?',
		async (call) => {
			const { results } = await call<Shapes['SearchResults']>('find_mac', {
				query: 'Mac mini 2018',
				limit: 1,
			});
			const { majors, latest_version } = await call<Shapes['Board']>('about_mac', {
				mac: (results[0] as Shapes['MacResult']).board_id,
			});
			return [majors.some(({ major }) => major === '26'), latest_version];
		},
		[false, '15.8.2'],
	],
	[
		'How long will a MacBook Pro with M1 get updates?',
		async (call) => {
			const { gets_updates, estimated_end } = await call<Shapes['Board']>('about_mac', { mac: 'J293AP' });
			return [gets_updates, estimated_end];
		},
		[true, '2029-09'],
	],
	[
		'What comes after 14.7.2 on it?',
		async (call) =>
			(await call<Shapes['ProximoRecord']>('next_release', { mac: 'J293AP', version: '14.7.2' }))
				.requested_version_proximo,
		'14.7.3',
	],
	[
		'Which exploited vulnerabilities is a Mac on 14.8.8 missing?',
		async (call) =>
			(await call<Shapes['Exposure']>('exposure', { mac: 'J293AP', version: '14.8.8' })).missing
				.filter(({ exploited }) => exploited)
				.map(({ cve_id }) => cve_id),
		['CVE-2026-65400'],
	],
	[
		'Does a Mac on 15.6 have the fix for CVE-2025-43300?',
		async (call) => {
			const { state, install } = await call<Shapes['CveCheck']>('cve', {
				cve: 'CVE-2025-43300',
				mac: 'J293AP',
				version: '15.6',
			});
			return [state, install];
		},
		['missing', '15.6.1'],
	],
	[
		'Which Macs lose support with 27?',
		async (call) =>
			(await call<{ mac_count: number }>('macs_of_release', { version: '26', but_not: '27', limit: 1 }))
				.mac_count,
		7,
	],
	[
		'Does a Mac on 26.6 meet N-1 with two weeks of time?',
		async (call) => {
			const { meets_policy, target_version } = await call<Shapes['Advice']>('standing', {
				mac: 'J293AP',
				version: '26.6',
				behind: 1,
				grace_days: 14,
			});
			return [meets_policy, target_version];
		},
		[false, '26.7.2'],
	],
	[
		'Was 15.2 the latest release of its major version at the end of 2024?',
		async (call) =>
			(await call<Releases>('releases', { major: '15', limit: 1, as_of: '2024-12-31' })).releases[0]!.version,
		'15.2',
	],
];

test('there are ten questions', () => {
	expect(questions).toHaveLength(10);
});

test.each(questions)('%s', async (_, ask, answer) => {
	let calls = 0;
	const call: Call = async <Answer>(name: string, input: Arguments) => {
		calls++;
		return (await tools.find((tool) => tool.name === name)!.answer(source, input)) as Answer;
	};
	expect(await ask(call)).toEqual(answer);
	expect(calls).toBeLessThanOrEqual(3);
});
