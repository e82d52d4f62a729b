import { expect, test } from 'bun:test';
import { askedService } from '../../../../../test/reads/asked-service.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { sized } from '../../../../../test/size.ts';

const { ask } = askedService();

test('a T2 Mac names its twin, and the twin names it', async () => {
	const { record } = await ask('/boards/J140KAP');
	const [twin] = record.twin_board_ids;
	expect(twin).toStartWith('Mac-');
	expect((await ask(`/boards/${twin}`)).record.twin_board_ids).toContain('J140KAP');
});

test('both identifiers of a T2 Mac say that it has a T2, and name each other', async () => {
	const [intel, update, plain] = await Promise.all(
		['Mac-E1008331FDC96864', 'J152FAP', 'Mac-F42786C8'].map(
			async (id) => (await ask(`/boards/${id}`)).record,
		),
	);
	expect(intel).toMatchObject({ kind: 'intel', has_t2: true, twin_board_ids: ['J152FAP'] });
	expect(update).toMatchObject({ kind: 't2', has_t2: true, twin_board_ids: ['Mac-E1008331FDC96864'] });
	expect(plain).toMatchObject({ kind: 'intel', has_t2: false, twin_board_ids: [] });
});

test('a T2 Mac is listed once, by all and by search, with all of its identifiers', async () => {
	const ofMac = ['Mac-827FAC58A8FDFA22', 'Mac-112818653D3AABFC', 'J140KAP'];
	const { boards } = (await ask('/boards')).record;
	const same = boards.filter(({ board_ids }: { board_ids: string[] }) => board_ids.includes('J140KAP'));
	expect(same).toHaveLength(1);
	expect(same[0]).toMatchObject({ board_id: ofMac[0], board_ids: ofMac });
	for (const query of ['MacBookAir8,1', 'J140KAP', 'Mac-112818653D3AABFC']) {
		const { results } = (await ask(`/search?q=${query}`)).record;
		expect(results[0]).toMatchObject({ kind: 'mac', board_id: ofMac[0], board_ids: ofMac });
	}
});

test('a machine without a number says what it ran and why it has none', async () => {
	const { results } = (await ask('/search?q=PowerBook%202400c')).record;
	expect(results).toHaveLength(1);
	expect(results[0]).toMatchObject({
		kind: 'mac',
		board_id: null,
		board_ids: [],
		without_number: { first_version: '7.6', last_version: '9.1' },
	});
	const { status, record } = await ask('/boards/PowerBook%202400c');
	expect([status, record.code, record.machine.last_version]).toEqual([404, 'board-unknown', '9.1']);
});

test('a machine that shares its number says what this machine runs', async () => {
	const { record } = await ask('/boards/M3076');
	const machine = (name: string) => record.machines.find((one: { name: string }) => one.name === name);
	expect(machine('Macintosh Quadra 630')).toMatchObject({ first_version: '7.5', last_version: '8.1' });
	expect(machine('Power Macintosh 6300/120')).toMatchObject({ first_version: '7.5.1', last_version: '9.1' });
	const pro = (await ask('/boards/Mac-F221BEC8')).record.machines;
	expect(pro[0]).toMatchObject({ first_version: '10.5.6', last_version: '10.11.6' });
	expect(pro[1]).toMatchObject({ first_version: null, last_version: '10.14.6' });
	const [only] = (await ask('/boards/J313AP')).record.machines;
	expect(only).toMatchObject({ first_version: '11.0', last_version: '27.2' });
});

test("a machine's name gets the answer for that machine, its number the answer for all machines with it", async () => {
	const advice = async (mac: string) => (await ask(`/advice/${mac}:8.1?as_of=2026-11-01`)).record;
	const quadra = await advice('Quadra%20630');
	expect([quadra.board_id, quadra.target_version, quadra.latest_major]).toEqual(['M3076', '8.1', '8.1']);
	expect((await advice('M3076')).target_version).toBe('9.1');
	expect((await ask('/items/M3076')).record.supported_OS).toEndWith('8.1, 8.5, 8.6, 9.0, 9.1');
	const { record } = await ask('/boards/Quadra%20630');
	expect([record.machine, record.name, record.last_major, record.architecture]).toEqual([
		'Macintosh Quadra 630',
		'Macintosh Quadra 630',
		'8.1',
		'68k',
	]);
	expect(record.machines).toHaveLength(26);
	expect((await ask('/boards/Quadra%20630/releases')).record.releases.at(-1).version).toBe('8.1');
	const powerMac = await ask('/boards/Quadra%20630?machine=Power%20Macintosh%206300/160');
	expect([powerMac.record.machine, powerMac.record.last_major]).toEqual(['Power Macintosh 6300/160', '9.1']);
});

test('a model identifier means only its machines, even if two models share the board', async () => {
	const last = async (path: string) => (await ask(path)).record.last_major;
	expect(await last('/boards/MacPro4,1')).toBe('10.11');
	expect(await last('/boards/MacPro5,1')).toBe('10.14');
	expect(await last('/boards/Mac-F221BEC8')).toBe('10.14');
	expect((await ask('/items/MacPro4,1')).record.supported_OS).toEndWith('10.13, 10.14');
	const { results } = (await ask('/search?q=Mac%20Pro%20(Mid%202010)')).record;
	expect([results[0].board_id, results[0].introduced]).toEqual(['Mac-F221BEC8', '2010-08-16']);
	const [quadra] = (await ask('/search?q=Quadra%20630')).record.results;
	expect([quadra.board_id, quadra.latest_version, quadra.architecture]).toEqual(['M3076', '8.1', '68k']);
});

test('a name of several boards is answered if all have the same answer, which then lists them', async () => {
	const releases = (await ask('/boards/A2442/releases')).record;
	expect(releases).toMatchObject({ board_id: 'J314cAP', board_ids: ['J314cAP', 'J314sAP'] });
	expect(releases.count).toBe((await ask('/boards/J314cAP/releases')).record.count);
	const advice = (await ask('/advice/A2442:14.7.2?as_of=2026-11-01')).record;
	expect(advice).toMatchObject({ board_ids: ['J314cAP', 'J314sAP'], next_version: '14.7.3' });
	const named = (await ask('/advice/MacBook%20Pro%20(16-inch%2C%202019):15.3?as_of=2026-11-01')).record;
	expect(named.board_ids).toEqual(['Mac-E1008331FDC96864', 'J152FAP']);
	const { status, record } = await ask('/advice/A1418:10.13.6?as_of=2026-11-01');
	expect([status, record.code, record.candidates.length]).toEqual([404, 'board-ambiguous', 9]);
	expect((await ask('/boards/A2442')).record.code).toBe('board-ambiguous');
});

test('every number on a case, in a usual run every fourth, is answered, or lists its boards with name and year', async () => {
	const catalog = shipped;
	const numbers = new Set([...catalog.boards.values()].flatMap(({ caseNumbers }) => caseNumbers));
	expect(numbers.size).toBe(106);
	for (const number of [...numbers].filter((_, at) => at % sized(4, 1) === 0)) {
		const boards = catalog.names.get(number.toLowerCase())!;
		const items = await ask(`/items/${number}`);
		if (boards.length === 1) expect([items.status, items.record.board_id]).toEqual([200, boards[0]!.id]);
		else expect([items.status, items.record.boards.length]).toEqual([404, boards.length]);
		const running = boards.filter(({ support }) =>
			support.get('10.13')?.releases.some(({ version }) => version === '10.13.6'),
		);
		// The version narrows the choice to the boards that run it.
		const advised = running.length > 0 ? running : boards;
		for (const [path, listed] of [
			[`/boards/${number}`, boards],
			[`/boards/${number}/releases`, boards],
			[`/advice/${number}:10.13.6`, advised],
		] as const) {
			const { status, record } = await ask(path);
			const ids = status === 200 ? record.board_ids : record.candidates;
			for (const { id } of listed) expect([path, ids.includes(id)]).toEqual([path, true]);
		}
	}
});

test('an unknown name gets suggestions by meaning, not by spelling', async () => {
	const { record } = await ask('/items/MacBook%20Air%20M2:14');
	expect(record).toMatchObject({ code: 'board-unknown', suggestions: ['J413AP', 'J415AP'] });
	expect((await ask('/items/Sonoma')).record).toMatchObject({ code: 'board-unknown' });
	expect((await ask('/items/Sonoma')).record.suggestions[0]).toBe('14');
});
