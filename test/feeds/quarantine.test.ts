import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { acceptItem, rejectItem } from '../../src/learning/decide.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { readItems } from '../../src/learning/quarantine-store.ts';
import { silentLog } from '../../src/log.ts';
import { eventually } from '../stores.ts';
import { type AppleEntry, appleDocument } from './documents.ts';
import { FeedServers, json } from './feed-server.ts';
import { boardsRunning, dateOf, latest, shipped, startNode, type TestNode } from './node.ts';

// Real servers and processes on a machine that may be busy.
setDefaultTimeout(60_000);

let servers: FeedServers;
let node: TestNode;
let listed: string[];
let now = new Date();

beforeEach(async () => {
	servers = new FeedServers();
	now = new Date('2026-12-01T12:00:00Z');
	node = await startNode(servers.settings(), { now: () => now });
	listed = boardsRunning(node.served, '27.2');
});
afterEach(async () => {
	await node.close();
	await servers.close();
});

async function offer(...entries: AppleEntry[]): Promise<void> {
	servers.apple = json(appleDocument(entries));
	await node.pull();
}

const current = () => ({ version: '27.2', build: '26B100', date: '2026-10-26', boards: listed });
const held = async () => (await readItems(node.database)).map(({ reason, subject }) => [reason, subject]);

async function accept(correction: { date?: string; canonical?: string } = {}): Promise<void> {
	const knowledge = new Knowledge(shipped, node.database, silentLog);
	const [item] = await readItems(node.database);
	await acceptItem(node.database, knowledge, item!.id, correction, now);
	const { dataVersion } = knowledge.catalog;
	await eventually('the running node hears of it', () => node.served.dataVersion === dataVersion);
}

test('a device list that shrinks takes the release from nobody, until a person says so', async () => {
	await offer(current(), { version: '27.3', build: '26C50', date: '2026-11-30', boards: listed });
	await offer(current(), {
		version: '27.3',
		build: '26C50',
		date: '2026-11-30',
		boards: listed.filter((board) => board !== 'J313AP'),
	});
	expect(await held()).toEqual([['list-shrinks', '27.3 J313AP']]);
	expect(latest(node.served, 'J313AP', '27')).toBe('27.3');
	await accept();
	expect(latest(node.served, 'J313AP', '27')).toBe('27.2');
	expect(latest(node.served, 'J314cAP', '27')).toBe('27.3');
});

test('a release that disappears stays, until a person withdraws it', async () => {
	await offer(current(), { version: '27.3', build: '26C50', date: '2026-11-30', boards: listed });
	await offer(current());
	expect(await held()).toEqual([['release-disappears', '27.3']]);
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
	await accept();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
});

test('a release that disappears after its expiry, or behind a later one, is nothing to look at', async () => {
	const expiring = { version: '26.7.2', build: '25G330', date: '2026-10-26', expires: '2026-11-30' };
	await offer({ ...expiring, boards: boardsRunning(node.served, '26.7.2') }, current());
	await offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: listed });
	expect(await held()).toEqual([]);
});

test('a date in the future waits until the day has come', async () => {
	await offer({ version: '27.3', build: '26C50', date: '2026-12-02', boards: listed });
	expect(await held()).toEqual([['date-in-future', '27.3']]);
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	now = new Date('2026-12-02T12:00:00Z');
	await offer({ version: '27.3', build: '26C50', date: '2026-12-02', boards: listed });
	expect(await held()).toEqual([]);
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
});

test('a date before the releases that it follows is held, and a person gives the right one', async () => {
	await offer({ version: '27.3', build: '26C50', date: '2020-01-01', boards: listed });
	expect(await held()).toEqual([['date-too-early', '27.3']]);
	await accept({ date: '2026-11-30' });
	expect(dateOf(node.served, '27.3')).toBe('2026-11-30');
	expect(boardsRunning(node.served, '27.3')).toEqual(listed);
});

test("a version lower than the major's latest is held", async () => {
	await offer({ version: '27.1', build: '26B50', date: '2026-11-30', boards: listed });
	expect(await held()).toEqual([['version-lower', '27.1']]);
	expect(dateOf(node.served, '27.1')).toBeUndefined();
});

test('a major that never ran on a device is held for that device alone', async () => {
	const boards = [...listed, 'J180dAP', 'Mac-7BA5B2D9E42DDD94', 'Mac-0123456789ABCDEF'];
	await offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards });
	expect((await held()).sort()).toEqual([
		['wrong-major', '27.3 Mac-0123456789ABCDEF'],
		['wrong-major', '27.3 Mac-7BA5B2D9E42DDD94'],
	]);
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
	expect(latest(node.served, 'Mac-7BA5B2D9E42DDD94', '27')).toBe('unsupported-major');
	expect(node.served.boards.has('Mac-0123456789ABCDEF')).toBe(false);
});

test('28 may follow 27, 29 may not', async () => {
	await offer({ version: '29.0', build: '28A300', date: '2026-11-30', boards: listed });
	expect(await held()).toEqual([['major-jump', '29.0']]);
	expect(latest(node.served, 'J293AP', '29')).toBe('unknown-major');
	await offer({ version: '28.0', build: '27A300', date: '2026-11-30', boards: listed });
	expect(await held()).toEqual([]);
	expect(latest(node.served, 'J293AP', '28')).toBe('28.0');
});

test('a major between known ones is held like one that is too far', async () => {
	await offer({ version: '20.0', build: '29A300', date: '2026-11-30', boards: listed });
	expect(await held()).toEqual([['major-jump', '20.0']]);
});

test('an identifier of no known shape is held and can only be rejected', async () => {
	await offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: [...listed, 'Q7ZAP'] });
	expect(await held()).toEqual([['unknown-identifier', 'Q7ZAP']]);
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
	await expect(accept()).rejects.toThrow('cannot be accepted');
	const [item] = await readItems(node.database);
	await rejectItem(node.database, item!.id, now);
	await node.pull();
	expect(await held()).toEqual([]);
	await expect(rejectItem(node.database, item!.id, now)).rejects.toThrow(
		'is not open any more: it is rejected',
	);
});

test('a list of boards without end, or of releases, adds none of them', async () => {
	const invented = Array.from({ length: 500 }, (_, number) => `J${1000 + number}AP`);
	await offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: [...listed, ...invented] });
	expect(await held()).toEqual([['too-many', '27.3']]);
	expect(boardsRunning(node.served, '27.3')).toEqual(listed);
	const many = Array.from({ length: 300 }, (_, number) => `27.${4 + number}`);
	await offer(...many.map((version) => ({ version, build: '26D1', date: '2026-11-30', boards: listed })));
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
	expect(await held()).toEqual([['too-many', 'apple']]);
});

test('a major without its usual canonical board is accepted with another', async () => {
	const kept = listed.filter((board) => board !== 'J293AP');
	await offer({ version: '28.0', build: '27A300', date: '2026-11-30', boards: kept });
	await expect(accept()).rejects.toThrow(/--canonical BOARD/);
	await expect(accept({ canonical: 'J0AP' })).rejects.toThrow(/cannot be accepted/);
	await accept({ canonical: 'J313AP' });
	expect(node.served.majors.get('28')?.canonical.board.id).toBe('J313AP');
	expect(boardsRunning(node.served, '28.0')).toEqual(kept);
});

test('quarantine is counted in the status', async () => {
	await offer({ version: '29.0', build: '28A300', date: '2026-11-30', boards: listed });
	expect(node.status().quarantine).toBe(1);
});

const tomorrow = () => ({ version: '27.3', build: '26C50', date: '2026-12-02', boards: listed });

async function rejectFirst(): Promise<string> {
	const [item] = await readItems(node.database);
	await rejectItem(node.database, item!.id, now);
	return item!.id;
}

test('a release that was rejected for its date does not come by itself when the day has come', async () => {
	await offer(current(), { ...tomorrow(), boards: [...listed, 'J900AP'] });
	const id = await rejectFirst();
	now = new Date('2026-12-02T12:00:00Z');
	await offer(current(), { ...tomorrow(), boards: [...listed, 'J900AP'] });
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	expect(node.served.boards.has('J900AP')).toBe(false);
	expect(await held()).toEqual([]);
	const knowledge = new Knowledge(shipped, node.database, silentLog);
	await acceptItem(node.database, knowledge, id, {}, now);
	expect(latest(knowledge.catalog, 'J293AP', '27')).toBe('27.3');
});

test('a release that was rejected comes back as an item when it is told differently', async () => {
	await offer(current(), tomorrow());
	await rejectFirst();
	now = new Date('2026-12-03T12:00:00Z');
	await offer(current(), { ...tomorrow(), build: '26C51' });
	expect(await held()).toEqual([['rejected-before', '27.3']]);
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	await rejectFirst();
	await offer(current(), { ...tomorrow(), build: '26C51' });
	expect(await held()).toEqual([]);
	await offer(current(), { ...tomorrow(), build: '26C51', date: '2026-12-03' });
	await accept();
	expect(dateOf(node.served, '27.3')).toBe('2026-12-03');
});

test('what was rejected for one reason is not asked about again for another', async () => {
	await offer(current(), tomorrow());
	await rejectFirst();
	now = new Date('2026-12-04T12:00:00Z');
	await offer(current(), tomorrow(), { version: '27.4', build: '26D1', date: '2026-12-03', boards: listed });
	expect(latest(node.served, 'J293AP', '27')).toBe('27.4');
	await node.pull();
	expect(await held()).toEqual([]);
	expect(dateOf(node.served, '27.3')).toBeUndefined();
});

const third = () => ({ version: '27.3', build: '26C50', date: '2026-11-30', boards: listed });

test('a board that the vendor lists again gets its release back when a person says so, as often as needed', async () => {
	const without = listed.filter((board) => board !== 'J313AP');
	await offer(current(), third());
	for (let time = 0; time < 2; time++) {
		await offer(current(), { ...third(), boards: without });
		expect(await held()).toEqual([['list-shrinks', '27.3 J313AP']]);
		await accept();
		expect(latest(node.served, 'J313AP', '27')).toBe('27.2');
		await node.pull();
		expect(await held()).toEqual([]);
		await offer(current(), third());
		expect(await held()).toEqual([['listed-again', '27.3 J313AP']]);
		expect(latest(node.served, 'J313AP', '27')).toBe('27.2');
		await accept();
		expect(latest(node.served, 'J313AP', '27')).toBe('27.3');
		await node.pull();
		expect(await held()).toEqual([]);
	}
});

test('a withdrawn release that the vendor lists again comes back when a person says so', async () => {
	await offer(current(), third());
	await offer(current());
	await accept();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	await offer(current(), third());
	expect(await held()).toEqual([['listed-again', '27.3']]);
	await expect(accept({ date: '2026-11-29' })).rejects.toThrow('takes no date');
	await accept();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
});

const fourth = () => ({ version: '28.0', build: '27A300', date: '2026-11-30', boards: listed });

test('a new major that the vendor takes back goes when a person says so, and comes back the same way', async () => {
	await offer(current(), fourth());
	expect(latest(node.served, 'J293AP', '28')).toBe('28.0');
	const { changed } = node.served;
	await offer(current());
	expect(await held()).toEqual([['release-disappears', '28.0']]);
	now = new Date('2026-12-02T12:00:00Z');
	await accept();
	expect(latest(node.served, 'J293AP', '28')).toBe('unknown-major');
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	expect(node.served.changed > changed).toBe(true);
	await node.pull();
	expect(await held()).toEqual([]);
	// It comes for good later, and has the day of then.
	now = new Date('2027-09-20T12:00:00Z');
	await offer(current(), { ...fourth(), date: '2027-09-15', build: '27A500' });
	expect(await held()).toEqual([['listed-again', '28.0']]);
	expect(latest(node.served, 'J293AP', '28')).toBe('unknown-major');
	now = new Date('2027-09-21T12:00:00Z');
	await accept();
	expect(latest(node.served, 'J293AP', '28')).toBe('28.0');
	expect(dateOf(node.served, '28.0')).toBe('2027-09-15');
	expect(node.served.releases.get('28.0')?.builds).toEqual(['27A500']);
	expect(node.served.changed).toBe('2027-09-21T12:00:00Z');
	await node.pull();
	expect(await held()).toEqual([]);
});

test('a new board that the vendor takes back goes when a person says so, and comes back the same way', async () => {
	const more = () => ({ ...current(), boards: [...listed, 'J900AP'] });
	await offer(more());
	expect(latest(node.served, 'J900AP', '27')).toBe('27.2');
	await offer(current());
	expect(await held()).toEqual([['list-shrinks', '27.2 J900AP']]);
	await accept();
	expect(node.served.boards.has('J900AP')).toBe(false);
	expect(boardsRunning(node.served, '27.2')).toEqual(listed);
	await node.pull();
	expect(await held()).toEqual([]);
	await offer(more());
	expect(await held()).toEqual([['listed-again', '27.2 J900AP']]);
	await accept();
	expect(latest(node.served, 'J900AP', '27')).toBe('27.2');
});

test('a board in a new release keeps its other releases when it loses that one', async () => {
	const boards = [...listed, 'J900AP'];
	await offer({ ...current(), boards }, { ...third(), boards });
	await offer({ ...current(), boards }, third());
	expect(await held()).toEqual([['list-shrinks', '27.3 J900AP']]);
	await accept();
	expect(latest(node.served, 'J900AP', '27')).toBe('27.2');
	expect(boardsRunning(node.served, '27.3')).toEqual(listed);
});

test('majors do not climb from poll to poll: another one waits until the last is some months old', async () => {
	const climb = ['28.0', '29.0', '30.0'].map((version, index) => ({
		...{ version, build: `${27 + index}A300`, date: '2026-11-30', boards: listed },
	}));
	for (let poll = 0; poll < 3; poll++) {
		await offer(current(), ...climb);
		expect((await held()).sort()).toEqual([
			['major-jump', '29.0'],
			['major-jump', '30.0'],
		]);
		expect(latest(node.served, 'J293AP', '28')).toBe('28.0');
	}
	now = new Date('2027-09-20T12:00:00Z');
	await offer(current(), climb[0]!, { ...climb[1]!, date: '2027-09-15' });
	expect(await held()).toEqual([]);
	expect(latest(node.served, 'J293AP', '29')).toBe('29.0');
});

test('an entry of a known release that is dated in the future adds nothing before that day', async () => {
	const odd = { version: '27.3', build: '26C2050', date: '2026-12-20', boards: ['J900AP'] };
	for (let poll = 0; poll < 2; poll++) await offer(current(), third(), odd);
	expect(await held()).toEqual([['date-in-future', '27.3']]);
	expect(boardsRunning(node.served, '27.3')).toEqual(listed);
	expect(node.served.releases.get('27.3')?.builds).toEqual(['26C50']);
	now = new Date('2026-12-21T12:00:00Z');
	await node.pull();
	expect(await held()).toEqual([]);
	expect(latest(node.served, 'J900AP', '27')).toBe('27.3');
});

test('two new releases of one poll are held against each other', async () => {
	await offer(
		current(),
		{ ...third(), date: '2026-11-30' },
		{ ...third(), version: '27.4', date: '2026-11-20' },
	);
	expect(await held()).toEqual([['date-too-early', '27.4']]);
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
});

test('a release that was withdrawn does not stand in the way of lower ones', async () => {
	await offer(current(), { ...third(), version: '27.99' });
	await offer(current());
	await accept();
	await offer(current(), third());
	expect(await held()).toEqual([]);
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
});

test('what was undone counts as a change, so that a client that asks for what is new hears of it', async () => {
	const moments: string[] = [];
	const note = () => moments.push(node.served.changed);
	await offer(current(), third());
	note();
	for (let day = 2; day < 6; day += 2) {
		await offer(current());
		now = new Date(`2026-12-0${day}T12:00:00Z`);
		await accept();
		note();
		await offer(current(), third());
		now = new Date(`2026-12-0${day + 1}T12:00:00Z`);
		await accept();
		note();
	}
	expect(moments).toEqual([1, 2, 3, 4, 5].map((day) => `2026-12-0${day}T12:00:00Z`));
});

test('a device that was rejected is not asked about again when the major before it is another', async () => {
	const boards = [...listed, 'Mac-27AD2F918AE68F61'];
	await offer(current(), { ...fourth(), boards });
	expect(await held()).toEqual([['wrong-major', '28.0 Mac-27AD2F918AE68F61']]);
	await rejectFirst();
	await offer(current(), { ...fourth(), boards });
	await node.pull();
	expect(await held()).toEqual([]);
});

test('a T2 Mac that is accepted is accepted under both its names', async () => {
	await offer(current(), { ...third(), boards: [...listed, 'Mac-27AD2F918AE68F61'] });
	await accept();
	expect(latest(node.served, 'Mac-27AD2F918AE68F61', '27')).toBe('27.3');
	expect(latest(node.served, 'J160AP', '27')).toBe('27.3');
});

test('a day that a person gives must be possible', async () => {
	await offer(current(), { ...third(), date: '2020-01-01' });
	await expect(accept({ date: '2062-11-16' })).rejects.toThrow(
		'"2062-11-16" is no day for 27.3: expected one from 2026-09-14 to 2026-12-01',
	);
	await expect(accept({ date: '1999-01-01' })).rejects.toThrow('is no day for 27.3');
	await accept({ date: '2026-11-30' });
	expect(dateOf(node.served, '27.3')).toBe('2026-11-30');
});

test('when the board that answers for a major loses its latest release, a person names another', async () => {
	const without = listed.filter((board) => board !== 'J293AP');
	await offer(current(), third());
	await offer(current(), { ...third(), boards: without });
	expect(await held()).toEqual([['list-shrinks', '27.3 J293AP']]);
	await expect(accept()).rejects.toThrow(/--canonical BOARD/);
	await expect(accept({ date: '2026-11-29' })).rejects.toThrow('takes no date');
	await accept({ canonical: 'J313AP' });
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	expect(node.served.majors.get('27')?.canonical.board.id).toBe('J313AP');
	await offer(current(), third());
	await accept();
	expect(node.served.majors.get('27')?.canonical.board.id).toBe('J293AP');
});
