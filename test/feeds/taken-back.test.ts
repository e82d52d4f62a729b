import { expect, test } from 'bun:test';
import { Desk } from './desk.ts';
import { boardsRunning, buildsOf, dateOf, latest } from './node.ts';

const desk = new Desk();
const { accept, current, fourth, held, offer, offerTwice, third } = desk;

test('a board that Apple lists again gets its release back when a person accepts that, any number of times', async () => {
	const without = desk.listed.filter((board) => board !== 'J313AP');
	await offer(current(), third());
	for (let time = 0; time < 2; time++) {
		await offer(current(), { ...third(), boards: without });
		expect(await held()).toEqual([['list-shrinks', '27.3 J313AP']]);
		await accept();
		expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.2');
		await desk.node.pull();
		expect(await held()).toEqual([]);
		await offer(current(), third());
		expect(await held()).toEqual([['listed-again', '27.3 J313AP']]);
		expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.2');
		await accept();
		expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.3');
		await desk.node.pull();
		expect(await held()).toEqual([]);
	}
});

test('a T2 Mac loses a release and gets it back under all of its identifiers, whichever Apple lists', async () => {
	const boards = boardsRunning(desk.node.served, '26.7.2');
	const release = { version: '26.7.3', build: '25H90', date: '2026-11-30', boards };
	const latestOfBoth = () =>
		['J152FAP', 'Mac-E1008331FDC96864'].map((id) => latest(desk.node.served, id, '26'));
	const without = boards.filter((board) => !['J152FAP', 'Mac-E1008331FDC96864'].includes(board));
	await offer({ ...release, boards: [...without, 'J152FAP'] });
	expect(latestOfBoth()).toEqual(['26.7.3', '26.7.3']);
	await offer({ ...release, boards: without });
	expect(await held()).toEqual([['list-shrinks', '26.7.3 J152FAP Mac-E1008331FDC96864']]);
	await accept();
	expect(latestOfBoth()).toEqual(['26.7.2', '26.7.2']);
	await offer({ ...release, boards: [...without, 'J152fAP'] });
	expect(await held()).toEqual([['listed-again', '26.7.3 J152FAP Mac-E1008331FDC96864']]);
	await accept();
	expect(latestOfBoth()).toEqual(['26.7.3', '26.7.3']);
});

test('a withdrawn release that Apple lists again is restored when a person accepts that', async () => {
	await offer(current(), third());
	await offer(current());
	await accept();
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	await offer(current(), third());
	expect(await held()).toEqual([['listed-again', '27.3']]);
	await expect(accept({ date: '2026-11-29' })).rejects.toThrow('not apply');
	await accept();
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
});

test('a new major that Apple drops is removed when a person accepts that, and restored the same way', async () => {
	await offer(current(), fourth());
	await accept();
	expect(latest(desk.node.served, 'J293AP', '28')).toBe('28.0');
	const { changed } = desk.node.served;
	await offer(current());
	expect(await held()).toEqual([['release-disappears', '28.0']]);
	desk.now = new Date('2026-12-02T12:00:00Z');
	await accept();
	expect(latest(desk.node.served, 'J293AP', '28')).toBe('unknown-major');
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	expect(desk.node.served.changed > changed).toBe(true);
	await desk.node.pull();
	expect(await held()).toEqual([]);
	// It comes for good later, with the day of that time.
	desk.now = new Date('2027-09-20T12:00:00Z');
	await offer(current(), { ...fourth(), date: '2027-09-15', build: '27A500' });
	expect(await held()).toEqual([['listed-again', '28.0']]);
	expect(latest(desk.node.served, 'J293AP', '28')).toBe('unknown-major');
	desk.now = new Date('2027-09-21T12:00:00Z');
	await accept();
	expect(latest(desk.node.served, 'J293AP', '28')).toBe('28.0');
	expect(dateOf(desk.node.served, '28.0')).toBe('2027-09-15');
	expect(buildsOf(desk.node.served, '28.0')).toEqual(['27A500 2027-09-15']);
	expect(desk.node.served.changed).toBe('2027-09-21T12:00:00Z');
	await desk.node.pull();
	expect(await held()).toEqual([]);
});

test('a new board that Apple drops is removed when a person accepts that, and restored the same way', async () => {
	const more = () => ({ ...current(), boards: [...desk.listed, 'J900AP'] });
	await offer(more());
	expect(latest(desk.node.served, 'J900AP', '27')).toBe('27.2');
	await offer(current());
	expect(await held()).toEqual([['list-shrinks', '27.2 J900AP']]);
	await accept();
	expect(desk.node.served.boards.has('J900AP')).toBe(false);
	expect(boardsRunning(desk.node.served, '27.2')).toEqual(desk.listed);
	await desk.node.pull();
	expect(await held()).toEqual([]);
	await offer(more());
	expect(await held()).toEqual([['listed-again', '27.2 J900AP']]);
	await accept();
	expect(latest(desk.node.served, 'J900AP', '27')).toBe('27.2');
});

test('a board that loses a new release keeps its other releases', async () => {
	const boards = [...desk.listed, 'J900AP'];
	await offer({ ...current(), boards }, { ...third(), boards });
	await offer({ ...current(), boards }, third());
	expect(await held()).toEqual([['list-shrinks', '27.3 J900AP']]);
	await accept();
	expect(latest(desk.node.served, 'J900AP', '27')).toBe('27.2');
	expect(boardsRunning(desk.node.served, '27.3')).toEqual(desk.listed);
});

test('a withdrawn release does not block lower ones', async () => {
	await offer(current(), third());
	await offer(current());
	await accept();
	await offer(current(), { ...third(), version: '27.2.1' });
	expect(await held()).toEqual([]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2.1');
});

test('an undone decision counts as a change, so that clients that ask for changes see it', async () => {
	const moments: string[] = [];
	const note = () => moments.push(desk.node.served.changed);
	await offer(current(), third());
	note();
	for (let day = 2; day < 6; day += 2) {
		await offer(current());
		desk.now = new Date(`2026-12-0${day}T12:00:00Z`);
		await accept();
		note();
		await offer(current(), third());
		desk.now = new Date(`2026-12-0${day + 1}T12:00:00Z`);
		await accept();
		note();
	}
	expect(moments).toEqual([1, 2, 3, 4, 5].map((day) => `2026-12-0${day}T12:00:00Z`));
});

test('the canonical board of a modern major answers with its own latest, whatever other boards run', async () => {
	const without = desk.listed.filter((board) => board !== 'J293AP');
	await offer(current(), third());
	await offer(current(), { ...third(), boards: without });
	expect(await held()).toEqual([['list-shrinks', '27.3 J293AP']]);
	await expect(accept({ date: '2026-11-29' })).rejects.toThrow('not apply');
	await accept();
	const { canonical, latest: last } = desk.node.served.majors.get('27')!;
	expect([canonical.board.id, canonical.latest.version, last.version]).toEqual(['J293AP', '27.2', '27.3']);
});

test('a release that Apple drops within a day is retracted unless it was confirmed, and what it blocked is learned', async () => {
	await offerTwice(current(), third());
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	const { changed } = desk.node.served;
	desk.now = new Date('2026-12-01T13:00:00Z');
	await offer(current(), { ...third(), version: '27.2.1' });
	expect((await held()).sort()).toEqual([
		['release-disappears', '27.3'],
		['version-lower', '27.2.1'],
	]);
	desk.now = new Date('2026-12-01T13:01:00Z');
	await desk.node.pull();
	expect(await held()).toEqual([]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2.1');
	expect(dateOf(desk.node.served, '27.3')).toBeUndefined();
	expect(desk.node.served.changed > changed).toBe(true);
});

test('a mistyped entry protects the release that it may mean, and nothing else, from being retracted', async () => {
	const mistyped = { ...current(), version: '26.7.2', date: 'soon' };
	await offerTwice(current(), mistyped, third());
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	await offerTwice(current(), { ...mistyped, version: '27.3' });
	expect((await held()).map(([reason]) => reason)).toEqual(['unreadable-entry']);
	await offerTwice(current(), { ...mistyped, version: 27 as unknown as string });
	expect((await held()).map(([reason]) => reason)).toEqual(['unreadable-entry']);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	await offerTwice(current(), mistyped);
	expect((await held()).map(([reason]) => reason)).toEqual(['unreadable-entry']);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
});

test('the moment at which Apple dropped it counts, not the moment at which that became certain', async () => {
	await offer(current(), third());
	desk.now = new Date('2026-12-02T11:59:00Z');
	await offer(current());
	desk.now = new Date('2026-12-02T12:04:00Z');
	await desk.node.pull();
	expect([await held(), dateOf(desk.node.served, '27.3')]).toEqual([[], undefined]);
});

test('a fact that was learned more than a day ago is not retracted automatically, and an outage retracts nothing', async () => {
	await offer(current(), third());
	await offerTwice();
	expect([await held(), latest(desk.node.served, 'J293AP', '27')]).toEqual([[], '27.3']);
	desk.now = new Date('2026-12-03T12:00:00Z');
	await offerTwice(current());
	expect(await held()).toEqual([['release-disappears', '27.3']]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
});

test('a board that Apple drops from a release within a day is removed too; a new board disappears completely', async () => {
	const without = desk.listed.filter((board) => board !== 'J313AP');
	await offer(current(), { ...third(), boards: without });
	desk.now = new Date('2026-12-02T10:00:00Z');
	await offer(current(), { ...third(), boards: [...desk.listed, 'J900AP'] });
	expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.3');
	desk.now = new Date('2026-12-02T12:00:00Z');
	await offer(current(), { ...third(), boards: without });
	expect(await held()).toEqual([['list-shrinks', '27.3 J313AP J900AP']]);
	const { changed } = desk.node.served;
	desk.now = new Date('2026-12-02T12:01:00Z');
	await desk.node.pull();
	expect([await held(), latest(desk.node.served, 'J313AP', '27')]).toEqual([[], '27.2']);
	expect(desk.node.served.boards.has('J900AP')).toBe(false);
	expect(boardsRunning(desk.node.served, '27.3')).toEqual(without);
	expect(desk.node.served.changed > changed).toBe(true);
	// Back after minutes, it waits until it was listed without a gap.
	await offer(current(), third());
	expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.2');
	desk.now = new Date('2026-12-02T12:12:00Z');
	await desk.node.pull();
	expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.3');
});

test('a list that loses more than a tenth of the boards of a new release at once takes back none of them for a day', async () => {
	await offer(current(), third());
	const kept = desk.listed.slice(0, Math.floor(desk.listed.length * 0.4));
	desk.now = new Date('2026-12-01T14:00:00Z');
	await offerTwice(current(), { ...third(), boards: kept });
	const lost = desk.listed.filter((board) => !kept.includes(board));
	expect(await held()).toEqual([['list-shrinks', `27.3 ${lost.join(' ')}`]]);
	expect(boardsRunning(desk.node.served, '27.3')).toEqual(desk.listed);
	desk.now = new Date('2026-12-02T14:05:00Z');
	await desk.node.pull();
	expect([await held(), boardsRunning(desk.node.served, '27.3')]).toEqual([[], kept]);
});

test('a board that was listed for more than a day, or that another feed lists, is not removed automatically', async () => {
	const boards = desk.listed.filter((board) => board !== 'J313AP');
	const dropped = () => offerTwice(current(), { ...third(), boards });
	await offer(current(), third());
	await desk.list({ version: '27.3', date: '2026-11-30', builds: ['26C50'], boards: ['J313AP'] });
	await dropped();
	expect(await held()).toEqual([['list-shrinks', '27.3 J313AP']]);
	await desk.list();
	expect(await held()).toEqual([]);
	await offer(current(), third());
	desk.now = new Date('2026-12-01T13:00:00Z');
	await desk.node.pull();
	desk.now = new Date('2026-12-03T12:00:00Z');
	await dropped();
	expect(await held()).toEqual([['list-shrinks', '27.3 J313AP']]);
	expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.3');
});

test('correcting the day of a release does not change when it was learned, and the day for retraction counts from then', async () => {
	await offer(current(), third());
	desk.now = new Date('2026-12-05T12:00:00Z');
	await desk.list({ version: '27.3', date: '2026-11-29', builds: ['26C50'] });
	expect(dateOf(desk.node.served, '27.3')).toBe('2026-11-29');
	expect(desk.node.served.changed).toBe('2026-12-05T12:00:00Z');
	expect(desk.node.learnt().get('27.3')).toBe('2026-12-01T12:00:00Z');
	await desk.list();
	await offerTwice(current());
	expect(await held()).toEqual([['release-disappears', '27.3']]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
});

test('an entry that was listed while the clock was ahead counts as listed now', async () => {
	desk.now = new Date('2027-12-01T12:00:00Z');
	const many = [1, 2, 3, 4, 5, 6, 7].map((patch) => ({
		...third(),
		version: `27.2.${patch}`,
		build: `26C${50 + patch}`,
	}));
	await offer(current(), ...many);
	desk.now = new Date('2026-12-01T12:00:00Z');
	await offer(current(), ...many);
	expect((await held()).length).toBe(many.length);
	await offerTwice(current(), ...many);
	expect([await held(), latest(desk.node.served, 'J293AP', '27')]).toEqual([[], '27.2.7']);
});
