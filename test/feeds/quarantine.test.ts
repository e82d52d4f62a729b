import { expect, test } from 'bun:test';
import { Desk } from './desk.ts';
import { boardsRunning, buildsOf, dateOf, latest } from './node.ts';

const desk = new Desk();
const { accept, current, fourth, held, offer, offerTwice, third } = desk;

test('boards that vanish from a device list keep the release until a person decides', async () => {
	await offer(current(), { version: '27.3', build: '26C50', date: '2026-11-30', boards: desk.listed });
	await offer(current(), {
		version: '27.3',
		build: '26C50',
		date: '2026-11-30',
		boards: desk.listed.filter((board) => board !== 'J313AP'),
	});
	expect(await held()).toEqual([['list-shrinks', '27.3 J313AP']]);
	expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.3');
	await accept();
	expect(latest(desk.node.served, 'J313AP', '27')).toBe('27.2');
	expect(latest(desk.node.served, 'J314cAP', '27')).toBe('27.3');
});

test('a release that disappears stays until a person withdraws it', async () => {
	await offer(current(), { version: '27.3', build: '26C50', date: '2026-11-30', boards: desk.listed });
	await offer(current());
	expect(await held()).toEqual([['release-disappears', '27.3']]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	await accept();
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
});

test('a release that disappears after its expiry, or below a later release, is not held', async () => {
	const expiring = { version: '26.7.2', build: '25G330', date: '2026-10-26', expires: '2026-11-30' };
	await offer({ ...expiring, boards: boardsRunning(desk.node.served, '26.7.2') }, current());
	await offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: desk.listed });
	expect(await held()).toEqual([]);
});

test('no odd number of Apple is dropped: each is held for review, and can only be rejected', async () => {
	const odd = ['27.2.1.1', '27.2.0.1', '27.02', '27.3b', '27.3.', '27'];
	const entries = odd.map((version) => ({ ...third(), version, build: '26C60', boards: ['J313AP'] }));
	await offer(current(), ...entries);
	expect((await held()).toSorted()).toEqual(odd.map((version) => ['unreadable-entry', version]).toSorted());
	expect([latest(desk.node.served, 'J313AP', '27'), dateOf(desk.node.served, '27.3')]).toEqual([
		'27.2',
		undefined,
	]);
	await expect(accept()).rejects.toThrow('cannot be accepted');
	await desk.reject();
	await offer(...entries, current());
	expect((await held()).length).toBe(odd.length - 1);
});

test('a release with a date in the future waits for that day', async () => {
	await offer({ version: '27.3', build: '26C50', date: '2026-12-02', boards: desk.listed });
	expect(await held()).toEqual([['date-in-future', '27.3']]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	desk.now = new Date('2026-12-02T12:00:00Z');
	await offer({ version: '27.3', build: '26C50', date: '2026-12-02', boards: desk.listed });
	expect(await held()).toEqual([]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
});

test('a release dated before its predecessors is held, and a person gives the right date', async () => {
	await offer({ version: '27.3', build: '26C50', date: '2020-01-01', boards: desk.listed });
	expect(await held()).toEqual([['date-too-early', '27.3']]);
	await accept({ date: '2026-11-30' });
	expect(dateOf(desk.node.served, '27.3')).toBe('2026-11-30');
	expect(boardsRunning(desk.node.served, '27.3')).toEqual(desk.listed);
});

test('a version below the latest of its major is held', async () => {
	await offer({ version: '27.1', build: '26B50', date: '2026-11-30', boards: desk.listed });
	expect(await held()).toEqual([['version-lower', '27.1']]);
	expect(dateOf(desk.node.served, '27.1')).toBeUndefined();
});

test('a version that is lower only for other Macs reaches its Macs at once', async () => {
	const special = { version: '27.2.1', build: '26B150', date: '2026-11-20', boards: ['J900AP'] };
	await offer(current(), third(), special);
	expect([await held(), latest(desk.node.served, 'J900AP', '27')]).toEqual([[], '27.2.1']);
	const later = { version: '27.2.2', build: '26B160', date: '2026-11-22', boards: ['J900AP'] };
	await offer(current(), third(), special, later);
	expect([await held(), latest(desk.node.served, 'J900AP', '27')]).toEqual([[], '27.2.2']);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	// For one of its boards it is lower than the latest of that board.
	await offer(current(), third(), { ...later, version: '27.2.3', boards: ['J900AP', 'J293AP'] });
	expect(await held()).toEqual([['version-lower', '27.2.3']]);
	// Odd numbers are still held.
	await offer(current(), third(), { ...later, version: '27.2.9' });
	expect(await held()).toEqual([['implausible', '27.2.9']]);
});

test('a major that a device does not run is held for that device only', async () => {
	const boards = [...desk.listed, 'J180dAP', 'Mac-E1008331FDC96864', 'Mac-0123456789ABCDEF'];
	await offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards });
	expect((await held()).sort()).toEqual([
		['wrong-major', '27.3 Mac-0123456789ABCDEF'],
		['wrong-major', '27.3 Mac-E1008331FDC96864'],
	]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	expect(latest(desk.node.served, 'Mac-E1008331FDC96864', '27')).toBe('unsupported-major');
	expect(desk.node.served.boards.has('Mac-0123456789ABCDEF')).toBe(false);
});

test('a major that comes months too early waits for a second feed', async () => {
	await offerTwice(current(), fourth());
	expect(await held()).toEqual([['implausible', '28.0']]);
	expect(latest(desk.node.served, 'J293AP', '28')).toBe('unknown-major');
	await desk.listFourth();
	expect(await held()).toEqual([]);
	expect(latest(desk.node.served, 'J293AP', '28')).toBe('28.0');
});

test('a jump in the numbering needs no person if a second feed has it, and build train and boards fit', async () => {
	const jump = { version: '30.0', build: '27A300', date: '2026-11-30', boards: desk.listed };
	await offerTwice(current(), jump);
	expect(await held()).toEqual([['major-jump', '30.0']]);
	await desk.list({ version: '30.0', date: '2026-11-30', builds: ['27A300'] });
	expect(await held()).toEqual([]);
	expect(latest(desk.node.served, 'J293AP', '30')).toBe('30.0');
});

test('a jump in the numbering is held if its build or its boards do not fit', async () => {
	const train = { version: '29.0', build: '28A300', date: '2026-11-30', boards: desk.listed };
	await offerTwice(current(), train);
	expect(await held()).toEqual([['wrong-train', '29.0']]);
	const few = { version: '30.0', build: '27A300', date: '2026-11-30', boards: ['J293AP'] };
	await offerTwice(current(), few);
	expect(await held()).toEqual([['major-jump', '30.0']]);
	const older = { ...few, boards: [...desk.listed, 'Mac-27AD2F918AE68F61'] };
	await offerTwice(current(), older);
	expect(await held()).toEqual([['major-jump', '30.0']]);
	expect([...desk.node.served.majors.keys()].at(-1)).toBe('27');
});

test('a build of another train is held, both in a new entry and in an entry of a known release', async () => {
	await offerTwice({ ...current(), build: '25B100' }, { ...third(), build: '25C50' });
	expect((await held()).sort()).toEqual([
		['wrong-train', '27.2'],
		['wrong-train', '27.3'],
	]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	await offer(current(), third());
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
});

test('a version that does not follow is held for review, and one that was listed for a single poll is forgotten', async () => {
	await offer(current(), { ...third(), version: '27.99' });
	expect(await held()).toEqual([['implausible', '27.99']]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	desk.now = new Date('2026-12-01T12:01:00Z');
	await offer(current(), third());
	expect(await held()).toEqual([]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	expect(dateOf(desk.node.served, '27.99')).toBeUndefined();
});

test('more releases at once than there ever were wait for a second poll', async () => {
	const many = [3, 4, 5, 6, 7, 8, 9].map((minor) => ({
		version: `27.${minor}`,
		build: `26C${minor}0`,
		date: '2026-11-30',
		boards: desk.listed,
	}));
	await offer(current(), ...many);
	expect((await held()).length).toBe(7);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.2');
	desk.now = new Date('2026-12-01T12:01:00Z');
	await desk.node.pull();
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.9');
});

test('a major between known ones is held like one that is too high', async () => {
	await offer({ version: '20.0', build: '29A300', date: '2026-11-30', boards: desk.listed });
	expect(await held()).toEqual([['major-jump', '20.0']]);
});

test('an endless list of boards or of releases adds none of them', async () => {
	const invented = Array.from({ length: 500 }, (_, number) => `J${1000 + number}AP`);
	await offer({ version: '27.3', build: '26C50', date: '2026-11-30', boards: [...desk.listed, ...invented] });
	expect(await held()).toEqual([['too-many', '27.3']]);
	expect(boardsRunning(desk.node.served, '27.3')).toEqual(desk.listed);
	const many = Array.from({ length: 300 }, (_, number) => `27.${4 + number}`);
	await offer(
		...many.map((version) => ({ version, build: '26D1', date: '2026-11-30', boards: desk.listed })),
	);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
	expect(await held()).toEqual([['too-many', 'apple']]);
});

test('majors cannot climb from poll to poll: the next one waits until the last is some months old', async () => {
	const climb = ['28.0', '29.0', '30.0'].map((version, index) => ({
		version,
		build: `${27 + index}A300`,
		date: '2026-11-30',
		boards: desk.listed,
	}));
	await offer(current(), ...climb);
	await desk.listFourth();
	for (let poll = 0; poll < 3; poll++) {
		await offerTwice(current(), ...climb);
		expect((await held()).sort()).toEqual([
			['major-jump', '29.0'],
			['major-jump', '30.0'],
		]);
		expect(latest(desk.node.served, 'J293AP', '28')).toBe('28.0');
	}
	desk.now = new Date('2027-09-20T12:00:00Z');
	await offer(current(), climb[0]!, { ...climb[1]!, date: '2027-09-15' });
	expect(await held()).toEqual([]);
	expect(latest(desk.node.served, 'J293AP', '29')).toBe('29.0');
});

test('an entry of a known release with a date in the future adds nothing before that day', async () => {
	const odd = { version: '27.3', build: '26C2050', date: '2026-12-20', boards: ['J900AP'] };
	for (let poll = 0; poll < 2; poll++) await offer(current(), third(), odd);
	expect(await held()).toEqual([['date-in-future', '27.3']]);
	expect(boardsRunning(desk.node.served, '27.3')).toEqual(desk.listed);
	expect(buildsOf(desk.node.served, '27.3')).toEqual(['26C50 2026-11-30']);
	desk.now = new Date('2026-12-21T12:00:00Z');
	await desk.node.pull();
	expect(await held()).toEqual([]);
	expect(latest(desk.node.served, 'J900AP', '27')).toBe('27.3');
});

test('two new releases of one poll are checked against each other', async () => {
	await offer(
		current(),
		{ ...third(), date: '2026-11-30' },
		{ ...third(), version: '27.4', date: '2026-11-20' },
	);
	expect(await held()).toEqual([['date-too-early', '27.4']]);
	expect(latest(desk.node.served, 'J293AP', '27')).toBe('27.3');
});
