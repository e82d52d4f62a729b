import { describe, expect, test } from 'bun:test';
import { checkCve } from '@pointrelease/core/src/advice/exposure/cve-check.ts';
import { exposureOf } from '@pointrelease/core/src/advice/exposure/exposure.ts';
import type { SecurityResponse } from '@pointrelease/core/src/catalog/catalog.ts';
import { isOfferedResponse, isResponse } from '@pointrelease/core/src/catalog/security-response.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { acceptItem } from '../../src/learning/quarantine/decide-item.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { forget } from '../../src/learning/repair/repair.ts';
import { silentLog } from '../../src/process/log.ts';
import { eventually, useStores } from '../stores.ts';
import { type AppleEntry, appleDocument, type ResponseEntry, sofaDocument } from './documents.ts';
import { json } from './feed-server.ts';
import { boardsRunning, shipped } from './node.ts';
import { nameOf, nodesOnStores, openStage, type Stage, type StageNode, usualStages } from './stage.ts';

const stores = useStores();
const [base, build] = ['26B100', '26B771000a'];
const boards = boardsRunning(shipped.catalog, '27.2');
const [one, two] = ['CVE-2026-200001', 'CVE-2026-200002'];
const current = { version: '27.2', build: base, date: '2026-10-26', boards };

interface Scene {
	/** Both nodes; the first polls the feeds. The rules alone are one node, listed twice. */
	readonly nodes: readonly [StageNode, StageNode];
	/** Sets the lists of Apple and SOFA, and polls a minute later than before. */
	poll(
		listed: readonly ResponseEntry[] | null,
		copied?: readonly ResponseEntry[],
		more?: AppleEntry,
	): Promise<void>;
	later(milliseconds: number): void;
	held(): Promise<string[]>;
	now(): Date;
}

async function play(stage: Stage, work: (scene: Scene) => Promise<void>): Promise<void> {
	let now = Date.parse('2026-12-01T12:00:00Z');
	const { feeds, nodes: opened, close } = await openStage(stores, stage, () => new Date(now));
	const [first, second = first] = opened;
	const nodes = [first, second] as const;
	try {
		await work({
			nodes,
			now: () => new Date(now),
			later: (milliseconds) => {
				now += milliseconds;
			},
			held: async () => (await readItems(nodes[0].database)).map(({ reason }) => reason),
			async poll(listed, copied = [], more) {
				now += 60_000;
				feeds.apple = json(appleDocument(more ? [current, more] : [current], [], listed));
				feeds.sofa = json(sofaDocument([{ version: '27.2', date: '2026-10-26' }], copied));
				await nodes[0].pull();
				const { dataVersion } = nodes[0].served;
				await eventually('the other node follows', () => nodes[1].served.dataVersion === dataVersion);
			},
		});
	} finally {
		await close();
	}
}

const responses = ({ served }: StageNode) =>
	(served.releases.get('27.2')?.responses ?? []).map(({ label, cves, withdrawn, supersededBy }) =>
		[label, ...cves, ...(withdrawn ? ['withdrawn'] : []), ...(supersededBy ? [supersededBy] : [])].join(' '),
	);
const missed = ({ served }: StageNode, installed: string | null) => {
	const support = served.boards.get('J293AP')!.support.get('27')!;
	const build = installed === null ? null : served.builds.get(installed);
	const response = build && isResponse(build) ? build : null;
	return exposureOf(served, support, { version: parseVersion('27.2')!, response }, '2026-12-02').missing
		.length;
};
const checked = ({ served }: StageNode, version: string) => {
	const { state, fixedIn } = checkCve(served, {
		support: served.boards.get('J293AP')!.support.get('27')!,
		running: { version: parseVersion(version)!, response: null },
		cve: served.security.cves.get(one)!,
		asOf: '2026-12-02',
	});
	return [state, fixedIn?.version];
};
const entry: ResponseEntry = { version: '27.2', letter: '(a)', build, base, date: '2026-11-30', boards };

const followers = nodesOnStores(2);
for (const stage of ['rules', ...followers] as const) {
	describe(`security responses on ${nameOf(stage)}`, () => {
		test('every node knows a response as soon as Apple lists it, and its fixes as soon as SOFA does', () =>
			play(stage, async ({ nodes, poll, held }) => {
				await poll([entry]);
				for (const node of nodes) expect(responses(node)).toEqual(['27.2 (a)']);
				await poll([entry], [{ ...entry, cves: [one], article: '150009' }]);
				for (const node of nodes) expect(responses(node)).toEqual([`27.2 (a) ${one}`]);
				const [node] = nodes;
				expect(node.served.builds.get(build)).toMatchObject({
					version: '27.2',
					article: '150009',
					kind: 'bsi',
				});
				expect([missed(node, null), missed(node, build)]).toEqual([1, 0]);
				// It is not a release: the latest release stays, and the next one includes its fixes.
				const third = { version: '27.3', build: '26C50', date: '2026-12-01', boards };
				await poll([entry], [{ ...entry, cves: [one], article: '150009' }], third);
				expect(responses(node)).toEqual([`27.2 (a) ${one} 27.3`]);
				expect(['27.2', '27.3'].map((version) => checked(node, version))).toEqual([
					['missing', '27.2'],
					['fixed', '27.3'],
				]);
				expect(await held()).toEqual([]);
			}));
	});
}

/**
 * The first scenario shows that stores and followers agree with the rules. With `TEST_SIZE=full` they play all
 * scenarios.
 */
for (const stage of usualStages(followers)) {
	describe(`security responses on ${nameOf(stage)}, in detail`, () => {
		test('SOFA alone, an unknown base build, a day in the future, and a strange letter or build are held for review', () =>
			play(stage, async ({ nodes, poll, held }) => {
				await poll([], [{ ...entry, cves: [one] }]);
				expect(await held()).toEqual(['unconfirmed']);
				for (const [odd, reason] of [
					[{ base: '26B999' }, 'wrong-base'],
					[{ version: '27.9' }, 'wrong-base'],
					[{ date: '2026-12-05' }, 'date-in-future'],
					[{ date: '2026-10-01' }, 'date-too-early'],
					[{ letter: '(k)' }, 'implausible'],
					[{ build: build.replace('26B', '25B') }, 'wrong-train'],
					[{ letter: '(27)' }, 'unreadable-entry'],
				] as const) {
					await poll([{ ...entry, ...odd }]);
					expect(await held()).toEqual([reason]);
				}
				expect(responses(nodes[0])).toEqual([]);
			}));

		test('a mistake is removed within two polls; a confirmed response is withdrawn, and restored when Apple lists it again', () =>
			play(stage, async ({ nodes, poll, later, held }) => {
				const [node] = nodes;
				await poll([entry]);
				// Neither a document without the member nor a single poll removes anything.
				for (const listed of [null, null, []]) await poll(listed);
				expect(responses(node)).toEqual(['27.2 (a)']);
				await poll([]);
				expect([responses(node), missed(node, build)]).toEqual([[], 0]);
				// Two servers of Apple that differ: it is back only after it was listed without a gap.
				await poll([entry]);
				expect([responses(node), await held()]).toEqual([[], ['implausible']]);
				later(600_000);
				const copy = { ...entry, cves: [one, two], article: '150009' };
				await poll([entry], [copy]);
				expect(responses(node)).toEqual([`27.2 (a) ${one} ${two}`]);
				for (let time = 0; time < 2; time++) await poll([], [{ ...copy, cves: [two] }]);
				expect(responses(node)).toEqual([`27.2 (a) ${two} withdrawn`]);
				await poll([entry], [{ ...copy, cves: [two] }]);
				expect(responses(node)).toEqual([`27.2 (a) ${two}`]);
			}));

		test('a response that Apple drops after days counts as withdrawn, whether or not SOFA says so', () =>
			play(stage, async ({ nodes, poll, later, held }) => {
				await poll([entry]);
				later(2 * 86_400_000);
				await poll([entry]);
				for (let time = 0; time < 2; time++) await poll([]);
				for (const node of nodes) expect(responses(node)).toEqual(['27.2 (a) withdrawn']);
				await poll([entry]);
				expect([responses(nodes[0]), await held()]).toEqual([['27.2 (a)'], []]);
			}));

		test('a response that Apple renamed some time ago gets the new name; of two with one letter the first counts', () =>
			play(stage, async ({ nodes, poll, later, held }) => {
				const [node] = nodes;
				const few = boards.slice(0, 5);
				const other = { ...entry, letter: '(b)', boards: few };
				const copy = { ...other, cves: [one], article: '150009' };
				await poll([entry], [{ ...entry, cves: [one], article: '150009' }]);
				await poll([other], [copy]);
				// Two servers of Apple that differ rename nothing.
				await poll([entry], [copy]);
				for (let time = 0; time < 2; time++) await poll([other], [copy]);
				for (const follower of nodes) expect(responses(follower)[0]).toStartWith('27.2 (a)');
				later(600_000);
				await poll([other], [copy]);
				for (const node of nodes) {
					expect(responses(node)).toEqual([`27.2 (b) ${one}`]);
					const { scope } = node.served.builds.get(build)!;
					expect([...scope].sort()).toEqual([...few].sort());
				}
				expect(await held()).toEqual([]);
				const twins = ['b', 'c'].map((last) => ({ ...entry, build: build.replace(/a$/, last) }));
				await poll([other, ...twins], [copy]);
				expect(responses(node)).toEqual(['27.2 (a)', `27.2 (b) ${one}`]);
				expect(await held()).toEqual(['implausible']);
			}));

		test('a fix that SOFA adds to a shipped response is learned if the release that replaced the response has it too', () =>
			play(stage, async ({ nodes, poll, held }) => {
				const { baseBuild, released, cves } = nodes[0].served.builds.get('25D771280a') as SecurityResponse;
				const running = boardsRunning(shipped.catalog, '26.3.1').filter((id) => id !== 'J700AP');
				const old = {
					version: '26.3.1',
					letter: '(a)',
					build: '25D771280a',
					base: baseBuild,
					date: released,
					boards: running,
					article: '126604',
				};
				const ofRelease = shipped.catalog.security.lists.get('26.4')!.fixes.map(({ cve }) => cve);
				const added = ofRelease.find((cve) => !cves.includes(cve))!;
				await poll([old], [{ ...old, cves: [...cves, added] }]);
				for (const { served } of nodes)
					expect(served.security.cves.get(added)!.responses.map(({ label }) => label)).toEqual([
						'26.3.1 (a)',
					]);
				// A list without the fix takes it back, over two polls.
				for (let time = 0; time < 2; time++) await poll([old], [{ ...old, cves }]);
				for (const { served } of nodes) expect(served.security.cves.get(added)!.responses).toEqual([]);
				await poll([old], [{ ...old, cves: [...cves, one] }]);
				expect([nodes[0].served.security.cves.has(one), await held()]).toEqual([false, ['wrong-list']]);
			}));

		test('a list that loses a Mac is held for review, learned or shipped; listing the Mac again is held too', () =>
			play(stage, async ({ nodes, poll, later, now }) => {
				const [node] = nodes;
				const old = { version: '26.3.1', letter: '(a)', build: '25D771280a', base: '25D2128' };
				const running = boardsRunning(shipped.catalog, '26.3.1').filter((id) => id !== 'J700AP');
				const whole = [entry, { ...old, date: '2026-03-17', boards: running }];
				const less = whole.map((response) => ({
					...response,
					boards: response.boards.filter((id) => id !== 'J313AP'),
				}));
				const builds = [build, old.build];
				const has = () =>
					builds.map((name) =>
						nodes.map(({ served }) => {
							const response = served.builds.get(name)!;
							return isResponse(response) && isOfferedResponse(response, served.boards.get('J313AP')!);
						}),
					);
				const items = async () =>
					(await readItems(node.database)).map(({ reason, subject }) => [reason, subject]).sort();
				const all = (reason: string) => [
					[reason, '26.3.1 (a) J313AP'],
					[reason, '27.2 (a) J313AP'],
				];
				const acceptAll = async () => {
					const knowledge = new Knowledge(shipped, node.database, silentLog);
					for (const { id } of await readItems(node.database))
						await acceptItem(node.database, knowledge, { id, correction: {}, now: now() });
				};
				const both = [true, true];
				await poll(whole);
				later(2 * 86_400_000);
				await poll(whole);
				for (let time = 0; time < 2; time++) await poll(less);
				expect([await items(), has()]).toEqual([all('list-shrinks'), [both, both]]);
				await acceptAll();
				await poll(less);
				expect([await items(), has()]).toEqual([[], [both, both].map(() => [false, false])]);
				await poll(whole);
				expect([await items(), has()[0]]).toEqual([all('listed-again'), [false, false]]);
				await acceptAll();
				await poll(whole);
				expect([await items(), has()]).toEqual([[], [both, both]]);
			}));

		test('a Mac that was listed by mistake is removed within two polls, unless SOFA lists it too', () =>
			play(stage, async ({ nodes, poll, later, held }) => {
				const few = { ...entry, boards: boards.filter((id) => id !== 'J313AP') };
				const has = () =>
					nodes.map(({ served }) => {
						const response = served.builds.get(build)!;
						return isResponse(response) && isOfferedResponse(response, served.boards.get('J313AP')!);
					});
				await poll([entry], [entry]);
				for (let time = 0; time < 2; time++) await poll([few], [entry]);
				expect([has(), await held()]).toEqual([[true, true], ['list-shrinks']]);
				await poll([few], [few]);
				expect([has(), await held()]).toEqual([[false, false], []]);
				// Two servers of Apple that differ: it is back only after it was listed without a gap.
				await poll([entry], [few]);
				expect(has()).toEqual([false, false]);
				later(600_000);
				await poll([entry], [few]);
				expect(has()).toEqual([true, true]);
			}));

		test('a response that a person forgets is not learned again', () =>
			play(stage, async ({ nodes, poll, now }) => {
				const [node] = nodes;
				await poll([entry]);
				const knowledge = new Knowledge(shipped, node.database, silentLog);
				await forget(node.database, knowledge, {
					text: build,
					author: { who: 'ada', why: 'a test' },
					now: now(),
				});
				await poll([entry]);
				expect([responses(node), responses(nodes[1])]).toEqual([[], []]);
			}));
	});
}
