import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readFacts } from '../../src/learning/facts/fact-store.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { type AppleEntry, appleDocument, appledbDocuments, sofaDocument } from './documents.ts';
import { files, json } from './feed-server.ts';
import { boardsRunning, buildsOf, dateOf, latest, next } from './node.ts';
import { dataOfMajors } from './recent-data.ts';
import { openRuleNode, type RuleNode } from './rule-node.ts';

/** With the oldest majors that still appear in feeds, although they no longer get updates. */
const shipped = dataOfMajors('10.15', '11', '12', '26', '27');
let node: RuleNode;
let listed: string[];
let now = new Date();

beforeEach(async () => {
	now = new Date('2026-12-01T12:00:00Z');
	node = await openRuleNode(() => now, shipped);
	listed = boardsRunning(node.served, '27.2');
});
afterEach(() => node.close());

function offer(...entries: AppleEntry[]): void {
	node.feeds.apple = json(appleDocument(entries));
}

/** A major that comes so soon is learned only from two feeds. */
const copied = json(sofaDocument([{ version: '28.0', date: '2026-11-30', builds: ['27A300'] }]));

async function twoPolls(): Promise<void> {
	await node.pull();
	now = new Date(now.getTime() + 60_000);
	await node.pull();
}

const reasonsHeld = async () => (await readItems(node.database)).map(({ reason }) => reason);

test('a new point release is the next release of every board that Apple lists', async () => {
	const before = node.served;
	expect(next(before, 'J293AP', '27.2')).toBe('27.2');
	offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: listed });
	await node.pull();
	expect(next(node.served, 'J293AP', '27.2')).toBe('27.3');
	expect(latest(node.served, 'VMA2MACOSAP', '27')).toBe('27.3');
	expect(boardsRunning(node.served, '27.3')).toEqual(listed);
	expect(node.served.majors.get('27')?.canonical.board.id).toBe('J293AP');
	expect(node.served.dataVersion).not.toBe(before.dataVersion);
	expect(next(before, 'J293AP', '27.2')).toBe('27.2');
});

test('a release for some boards leaves the other boards unchanged', async () => {
	const some = listed.filter((board) => board !== 'J313AP');
	offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: some });
	await node.pull();
	expect(latest(node.served, 'J313AP', '27')).toBe('27.2');
	expect(boardsRunning(node.served, '27.3')).toEqual(some);
});

test('boards that are listed later are added to the release, and its date stays', async () => {
	const some = listed.filter((board) => board !== 'J313AP');
	offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: some });
	await node.pull();
	now = new Date('2026-12-05T12:00:00Z');
	offer({ version: '27.3', build: '26C50', date: '2026-12-04', boards: listed });
	await node.pull();
	expect(latest(node.served, 'J313AP', '27')).toBe('27.3');
	expect(dateOf(node.served, '27.3')).toBe('2026-11-30');
});

test('a new Mac is added with its own build of a known release, and gets its name from AppleDB', async () => {
	expect(latest(node.served, 'J900AP', '27')).toBe('unknown-board');
	offer(
		{ version: '27.2', build: '26B100', date: '2026-10-26', boards: listed },
		{ version: '27.2', build: '26B2100', date: '2026-11-28', boards: ['J900AP'] },
	);
	await node.pull();
	const joined = node.served.boards.get('J900AP')!;
	expect(joined.kind).toBe('apple-silicon');
	expect(joined.machines[0]?.name).toBe('');
	expect(latest(node.served, 'J900AP', '27')).toBe('27.2');
	expect(latest(node.served, 'J900AP', '26')).toBe('unsupported-major');
	expect(next(node.served, 'J900AP', '27.0.1')).toBe('release-not-for-board');
	expect(dateOf(node.served, '27.2')).toBe('2026-10-26');
	expect(buildsOf(node.served, '27.2')).toEqual(['26B100 2026-10-26', '26B2100 2026-11-28']);

	const devices = [{ key: 'Mac19,1', name: 'MacBook Pro (14-inch, M9)', board: 'J900AP' }];
	node.feeds.appledb = files(appledbDocuments([], devices));
	await node.pull();
	expect(node.served.boards.get('J900AP')!.machines[0]?.name).toBe('MacBook Pro (14-inch, M9)');
	expect(latest(node.served, 'Mac19,1', '27')).toBe('27.2');
});

test('a feed that gives a new Mac the model of a known Mac does not change the known Mac', async () => {
	const model = node.served.boards.get('J293AP')!.modelIdentifiers[0]!;
	offer({ version: '27.2', build: '26B2100', date: '2026-11-28', boards: ['J900AP'] });
	await node.pull();
	node.feeds.appledb = files(appledbDocuments([], [{ key: model, name: 'Wrong', board: 'J900AP' }]));
	await node.pull();
	expect(latest(node.served, model, '27')).toBe('27.2');
	expect(node.served.boards.get('J900AP')!.machines[0]?.name).toBe('');
});

test('a new major is learned for the boards that Apple lists, and dropped boards keep their releases', async () => {
	const others = listed.filter((board) => board !== 'J313AP');
	offer({ version: '28.0', build: '27A300', date: '2026-11-30', boards: others });
	node.feeds.sofa = copied;
	await node.pull();
	expect(latest(node.served, 'J293AP', '28')).toBe('28.0');
	expect(latest(node.served, 'J313AP', '28')).toBe('unsupported-major');
	expect(latest(node.served, 'J313AP', '27')).toBe('27.2');
	expect(node.served.majors.get('28')?.canonical.board.id).toBe('J293AP');
	expect(boardsRunning(node.served, '28.0')).toEqual(others);
});

test('a new major that does not run on the usual canonical board is learned for all other boards', async () => {
	const others = listed.filter((board) => board !== 'J293AP');
	offer({ version: '28.0', build: '27A300', date: '2026-11-30', boards: [...others, 'J900AP'] });
	node.feeds.sofa = copied;
	await node.pull();
	expect(await reasonsHeld()).toEqual([]);
	expect(boardsRunning(node.served, '28.0')).toEqual([...others, 'J900AP'].sort());
	const apple = (id: string) => node.served.boards.get(id)!.kind === 'apple-silicon';
	expect(node.served.majors.get('28')?.canonical.board.id).toBe([...others].filter(apple).sort()[0]!);
	expect(node.served.majors.get('27')?.canonical.board.id).toBe('J293AP');
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
});

test("a release that its major's canonical board does not run is learned, and a board that runs it becomes canonical", async () => {
	expect(node.served.majors.get('10.15')?.canonical.board.id).toBe('Mac-F60DEB81FF30ACF6');
	offer({ version: '10.15.9', build: '19H2100', date: '2026-11-30', boards: ['VMM-x86_64'] });
	await node.pull();
	expect(latest(node.served, 'VMM-x86_64', '10.15')).toBe('10.15.9');
	const { board, latest: last } = node.served.majors.get('10.15')!.canonical;
	expect([board.id, last.version]).toEqual(['VMM-x86_64', '10.15.9']);
	expect(await reasonsHeld()).toEqual([]);
});

test('a release for one Mac is learned at once, and the canonical board keeps its own latest', async () => {
	const special = { version: '27.2.1', build: '26B2101', date: '2026-11-20', boards: ['J700AP'] };
	offer(special);
	await node.pull();
	expect(latest(node.served, 'J700AP', '27')).toBe('27.2.1');
	expect(node.served.majors.get('27')?.canonical.latest.version).toBe('27.2');
	expect(await reasonsHeld()).toEqual([]);
	offer(special, { version: '27.3', build: '26C50', date: '2026-11-30', boards: listed });
	await node.pull();
	expect(next(node.served, 'J700AP', '27.2')).toBe('27.2.1');
	expect(next(node.served, 'J293AP', '27.2')).toBe('27.3');
});

test('a corrected name replaces the earlier one', async () => {
	const named = (name: string) => {
		const devices = [{ key: 'Mac99,1', name, board: 'J900AP' }];
		node.feeds.appledb = files(appledbDocuments([], devices));
	};
	const names = () => node.served.boards.get('J900AP')!.machines.map(({ name }) => name);
	offer({ version: '27.2', build: '26B100', date: '2026-10-26', boards: [...listed, 'J900AP'] });
	named('MacBook Air (M6)');
	await twoPolls();
	expect(names()).toEqual(['MacBook Air (M6)']);
	named('MacBook Air (13-inch, M6)');
	await twoPolls();
	expect(names()).toEqual(['MacBook Air (13-inch, M6)']);
});

test('the release that a new Mac was sold with is learned even if AppleDB first gave it another kind, or did not know the board', async () => {
	const macs = ['J900AP', 'J901AP'];
	offer({ version: '27.2', build: '26B100', date: '2026-10-26', boards: [...listed, ...macs] });
	const show = (boards: readonly string[], kind: 'beta' | 'preinstalled', date = '2026-11-20') => {
		const file = { version: '27.0.1', build: '26A9400', date, devices: ['Mac30,1', 'Mac30,2'] };
		const devices = [1, 2].map((number) => ({
			key: `Mac30,${number}`,
			name: `Mac ${number}`,
			board: boards[number - 1] ?? [],
		}));
		node.feeds.appledb = files(appledbDocuments([{ ...file, [kind]: true }], devices));
	};
	const afterDays = async (...polls: number[]) => {
		for (const days of polls) {
			now = new Date(now.getTime() + days * 86_400_000 + 60_000);
			await node.pull();
		}
	};
	const running = () => boardsRunning(node.served, '27.0.1').filter((id) => macs.includes(id));
	show(['J900AP'], 'beta');
	await afterDays(0);
	show(['J900AP'], 'preinstalled');
	await afterDays(1, 1);
	expect(running()).toEqual(['J900AP']);
	// Its day is corrected too.
	show(macs, 'preinstalled', '2026-11-24');
	await afterDays(1, 1);
	expect(running()).toEqual(macs);
	expect(macs.map((id) => latest(node.served, id, '27'))).toEqual(['27.2', '27.2']);
	expect(node.served.builds.get('26A9400')).toMatchObject({
		kind: 'factory',
		released: '2026-11-24',
		scope: new Set(macs),
	});
});

test('the release that a new Mac was sold with is offered to it as soon as Apple lists it', async () => {
	const entry = { version: '27.3', build: '26C50', date: '2026-11-30', boards: listed };
	const second = { version: '27.2', build: '26B100', date: '2026-10-26', boards: [...listed, 'J900AP'] };
	const device = { key: 'Mac30,1', name: 'A new Mac', board: 'J900AP' };
	const file = { version: '27.3', build: '26C2050', date: '2026-11-30', devices: ['Mac30,1'] };
	node.feeds.appledb = files(appledbDocuments([{ ...file, preinstalled: true }], [device]));
	offer(second, entry);
	const offered = () => {
		const { releases, offered } = node.served.boards.get('J900AP')!.support.get('27')!;
		return [releases, offered].map((list) => list.map(({ version }) => version));
	};
	for (let time = 0; time < 2; time++) {
		await node.pull();
		now = new Date(now.getTime() + 25 * 3_600_000);
	}
	await node.pull();
	expect(offered()).toEqual([['27.2', '27.3'], ['27.2']]);
	offer(second, entry, { ...entry, build: '26C2050', boards: ['J900AP'] });
	await node.pull();
	expect(offered()).toEqual([
		['27.2', '27.3'],
		['27.2', '27.3'],
	]);
	now = new Date(now.getTime() + 25 * 3_600_000);
	await node.pull();
	expect(offered()[1]).toEqual(['27.2', '27.3']);
});

test('a build that other Macs got as an update stays theirs, even if AppleDB says that a new Mac was sold with it', async () => {
	const boards = [...listed, 'J900AP'];
	const second = { version: '27.2', build: '26B100', date: '2026-10-26', boards };
	const file = { version: '27.3', build: '26C50', date: '2026-11-30', devices: ['Mac30,1'] };
	const device = { key: 'Mac30,1', name: 'A new Mac', board: 'J900AP' };
	node.feeds.appledb = files(appledbDocuments([{ ...file, preinstalled: true }], [device]));
	offer(second, { version: '27.3', build: '26C50', date: '2026-11-30', boards: listed });
	for (let time = 0; time < 3; time++) {
		await node.pull();
		now = new Date(now.getTime() + 25 * 3_600_000);
	}
	expect(node.served.builds.get('26C50')).toMatchObject({ kind: 'release', scope: 'all' });
	expect(latest(node.served, 'J900AP', '27')).toBe('27.2');
});

test('a later posting date changes nothing', async () => {
	expect(dateOf(node.served, '12.7.6')).toBe('2024-07-29');
	const version = node.served.dataVersion;
	const boards = boardsRunning(node.served, '12.7.6');
	offer({ version: '12.7.6', build: '21H1320', date: '2026-11-17', boards });
	await node.pull();
	expect(dateOf(node.served, '12.7.6')).toBe('2024-07-29');
	expect(node.served.dataVersion).toBe(version);
});

test('a board that the shipped tables exclude from a release is neither learned nor stored', async () => {
	expect(next(node.served, 'J293AP', '26.3.2')).toBe('release-not-for-board');
	offer({ version: '26.3.2', build: '25D2140', date: '2026-03-10', boards: ['J293AP', 'J700AP'] });
	await node.pull();
	expect(next(node.served, 'J293AP', '26.3.2')).toBe('release-not-for-board');
	expect(await readFacts(node.database)).toEqual([]);
});

test('a release with two builds is one release for the boards of both', async () => {
	const [changed, others] = [['J700AP', 'J900AP'], listed.filter((board) => board !== 'J700AP')];
	offer(
		{ version: '27.3', build: '26C50', date: '2026-11-28', boards: others },
		{ version: '27.3', build: '26C2050', date: '2026-11-30', boards: changed },
	);
	await node.pull();
	expect(boardsRunning(node.served, '27.3')).toEqual([...listed, 'J900AP'].sort());
	expect(node.served.majors.get('27')!.releases.filter(({ version }) => version === '27.3')).toHaveLength(1);
	expect(buildsOf(node.served, '27.3')).toEqual(['26C50 2026-11-28', '26C2050 2026-11-30']);
	expect(dateOf(node.served, '27.3')).toBe('2026-11-28');
});

test('a new release gets the earliest date of any feed, and stores the others as disputed', async () => {
	offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: listed });
	node.feeds.sofa = json(sofaDocument([{ version: '27.3', date: '2026-11-29', builds: ['26C50'] }]));
	await node.pull();
	const release = node.served.majors.get('27')!.byVersion.get('27.3')!;
	expect(release.released).toBe('2026-11-29');
	expect(release.disputed).toEqual(['2026-11-30 (apple)']);
});

test('T2 Macs get a release under both of their identifiers, whichever a feed lists, in any spelling', async () => {
	const boards = boardsRunning(node.served, '26.7.2');
	const lower = boards
		.filter((board) => !board.startsWith('Mac-'))
		.map((board) => board.replace(/^J152FAP$/, 'J152fAP'));
	offer({ version: '26.8', build: '25H10', date: '2026-11-30', boards: lower });
	await node.pull();
	expect(latest(node.served, 'J152FAP', '26')).toBe('26.8');
	expect(latest(node.served, 'Mac-E1008331FDC96864', '26')).toBe('26.8');
	expect(boardsRunning(node.served, '26.8')).toEqual(boards);
});

test('internal identifiers, background improvements and seed builds are ignored', async () => {
	const version = node.served.dataVersion;
	offer(
		{ version: '27.2', build: '26B5100', date: '2026-11-30', boards: ['J901AP'] },
		{ version: '27.2 (a)', build: '26B771010a', date: '2026-11-30', boards: ['J902AP'] },
		{
			version: '11.7.11',
			build: '20G1443',
			date: '2026-11-30',
			boards: ['X86LEGACYAP', 'X589AMLUAP', 'J230ap'],
		},
	);
	await node.pull();
	expect(node.served.dataVersion).toBe(version);
	expect(await reasonsHeld()).toEqual([]);
});

test("a new Mac has its name at once, whether AppleDB is polled with Apple's feed or because of it", async () => {
	const devices = ['J900AP', 'J901AP'].map((board, index) => ({
		key: `Mac19,${index + 1}`,
		name: `MacBook Pro (${index + 14}-inch, M9)`,
		board,
	}));
	node.feeds.appledb = files(appledbDocuments([], devices));
	offer({ version: '27.2', build: '26B2100', date: '2026-11-28', boards: ['J900AP'] });
	await node.pull();
	expect(node.served.boards.get('J900AP')!.machines[0]?.name).toBe('MacBook Pro (14-inch, M9)');
	offer({ version: '27.2', build: '26B2100', date: '2026-11-28', boards: ['J900AP', 'J901AP'] });
	await node.pull();
	expect(node.served.boards.get('J901AP')!.machines[0]?.name).toBe('MacBook Pro (15-inch, M9)');
});

test('an impossible date of another feed for a confirmed release is stored as disputed', async () => {
	offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: listed });
	node.feeds.sofa = json(sofaDocument([{ version: '27.3', date: '2031-01-01' }]));
	await node.pull();
	expect(dateOf(node.served, '27.3')).toBe('2026-11-30');
	const disputed = (await readFacts(node.database)).filter(({ kind }) => kind === 'disputed');
	expect(disputed.map(({ subject, object, value }) => [subject, object, value])).toEqual([
		['27.3', '2031-01-01', 'sofa'],
	]);
});
