import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { macLifecycle } from '@pointrelease/core/src/advice/lifecycle.ts';
import { atPresent } from '@pointrelease/core/src/advice/offered.ts';
import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { parseCsv } from '@pointrelease/core/src/text/csv.ts';
import { type Live, startLive } from '../live.ts';
import { describedText } from '../openapi.ts';
import { shipped } from '../shipped-data.ts';

let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

async function ask(path: string, headers: Record<string, string> = {}) {
	const response = await fetch(`${live.address}${path}`, {
		headers: { Authorization: live.key, ...headers },
	});
	const body = headers.Accept ? await response.text() : await describedText(path, response);
	return { status: response.status, headers: response.headers, body };
}

describe('many answers in one request', () => {
	const items = 'item=J293AP:14.7.2&item=Mac14,2:15.3&item=J9999AP:14.1&item=nothing&item=J293AP%3Asoon';

	test('have separate outcomes, in the order of the request', async () => {
		const { status, body, headers } = await ask(`/advice?as_of=2026-11-16&${items}`);
		expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=300']);
		const { count, items: outcomes } = JSON.parse(body);
		expect(count).toBe(5);
		expect(
			outcomes.map((outcome: { item: string; status: number }) => [outcome.item, outcome.status]),
		).toEqual([
			['J293AP:14.7.2', 200],
			['Mac14,2:15.3', 200],
			['J9999AP:14.1', 404],
			['nothing', 400],
			['J293AP:soon', 404],
		]);
		expect(outcomes[1]).toMatchObject({ problem: null, advice: { board_id: 'J413AP', standing: 'behind' } });
		expect(outcomes[2]).toMatchObject({ advice: null, problem: { code: 'board-unknown' } });
	});

	test('are the same as single answers, with the same policy', async () => {
		const terms = 'as_of=2026-11-16&behind=1&grace_days=14';
		const { items: outcomes } = JSON.parse((await ask(`/advice?item=J293AP:26.6.2&${terms}`)).body);
		const alone = JSON.parse((await ask(`/advice/J293AP:26.6.2?${terms}`)).body);
		expect(outcomes[0].advice).toEqual(alone);
		expect(alone.deadline).toBe('2026-11-09');
	});

	test('are one line each for clients that ask for lines', async () => {
		const { body, headers } = await ask(`/advice?${items}`, { Accept: 'application/x-ndjson' });
		expect(headers.get('content-type')).toBe('application/x-ndjson');
		const lines = body.trimEnd().split('\n');
		expect(lines.map((line) => JSON.parse(line).status)).toEqual([200, 200, 404, 400, 404]);
	});

	test.each([
		['/advice', 'item'],
		[`/advice?${'item=J293AP:14.1&'.repeat(101)}`, 'item'],
		['/advice?item=J293AP:14.1&behind=x', 'behind'],
	])(
		'a request with too few or too many items or a bad policy is refused as a whole',
		async (path, parameter) => {
			const { status, body } = await ask(path);
			expect(status).toBe(400);
			expect(JSON.parse(body)).toMatchObject({ code: 'bad-parameter', parameter });
		},
	);
});

describe('exports', () => {
	const rowsOf = async (path: string) => {
		const { headers, body } = await ask(path);
		expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
		return parseCsv(body).map(({ cells }) => cells);
	};

	test('have a row for each board', async () => {
		const rows = await rowsOf('/export/boards.csv');
		expect(rows).toHaveLength(shipped.boards.size + 1);
		expect(rows[0]!.slice(0, 5)).toEqual(['board_id', 'kind', 'name', 'names', 'model_identifiers']);
		expect(rows.find(([id]) => id === 'J313AP')!.slice(0, 5)).toEqual([
			'J313AP',
			'apple-silicon',
			'MacBook Air (M1, 2020)',
			'MacBook Air (M1, 2020)',
			'MacBookAir10,1',
		]);
	});

	test('have a row for each release', async () => {
		const rows = await rowsOf('/export/releases.csv');
		expect(rows).toHaveLength(shipped.releases.size + 1);
		expect(rows.find(([version]) => version === '14.7.2')).toEqual([
			'14.7.2',
			'14',
			'modern',
			'2024-12-11',
			'day',
			'high',
			'false',
			'23H311',
			'false',
			'',
			'',
		]);
	});

	test('have a row for each board and release that it runs, with the next and the latest', async () => {
		const rows = await rowsOf('/export/support.csv');
		const pairs = [...shipped.boards.values()].flatMap(({ support }) =>
			[...support.values()].flatMap(({ releases }) => releases),
		);
		expect(rows).toHaveLength(pairs.length + 1);
		expect(rows.find(([id, version]) => id === 'J293AP' && version === '14.7.2')).toEqual([
			'J293AP',
			'14.7.2',
			'14',
			'2024-12-11',
			'false',
			'14.7.3',
			'2025-01-27',
			'14.8.9',
			'2026-08-06',
			'',
			'',
		]);
	});

	test('are cached like other answers, and compressed for clients that accept it', async () => {
		const gzip = await ask('/export/boards.csv', { 'Accept-Encoding': 'gzip' });
		const plain = await ask('/export/boards.csv', { 'Accept-Encoding': 'identity' });
		expect([gzip.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
			'gzip',
			null,
		]);
		expect(gzip.body).toBe(plain.body);
		expect(gzip.headers.get('etag')).not.toBe(plain.headers.get('etag'));
		const again = await ask('/export/boards.csv', {
			'Accept-Encoding': 'gzip',
			'If-None-Match': gzip.headers.get('etag')!,
		});
		expect([again.status, again.body]).toEqual([304, '']);
	});

	test('end with when updates end, and why; what is estimated has a column of its own', async () => {
		const rows = await rowsOf('/export/boards.csv');
		expect(rows[0]!.slice(-3)).toEqual(['ended_on', 'estimated_end', 'basis']);
		for (const row of rows.slice(1)) {
			const [id, endedOn, estimatedEnd, basis] = [row[0]!, ...row.slice(-3)];
			const lifecycle = macLifecycle(shipped, shipped.boards.get(id)!, atPresent);
			expect([id, endedOn, estimatedEnd, basis]).toEqual([
				id,
				lifecycle.endedOn ?? '',
				lifecycle.estimatedEnd ?? '',
				lifecycle.basis ?? '',
			]);
		}
	});

	test('for Snipe-IT have the shortest life of the Macs of one name, and no estimate', async () => {
		const rows = await rowsOf('/export/snipe-it.csv');
		expect(rows[0]).toEqual(['Name', 'Manufacturer', 'Model Number', 'Notes']);
		const names = rows.slice(1).map(([name]) => name!);
		expect(new Set(names).size).toBe(names.length);
		for (const [name, manufacturer, , note] of rows.slice(1)) {
			const boards = [...shipped.boards.values()].filter(({ machines }) =>
				machines.some((machine) => machine.name === name),
			);
			const ends = boards.map((board) => macLifecycle(shipped, board, atPresent));
			const ended = ends.flatMap(({ endedOn }) => endedOn ?? []).sort();
			expect([name, manufacturer, boards.length > 0]).toEqual([name, 'Apple', true]);
			expect(note).toMatch(
				ended.length > 0
					? new RegExp(`^No updates of macOS since ${ended[0]}: .*\\.$`)
					: /^Gets updates of macOS at least as long as macOS \d+ does\.$/,
			);
		}
	});

	test('open with the key as the password of HTTP Basic, as spreadsheets send it', async () => {
		const basic = { Authorization: `Basic ${btoa(`any:${live.key}`)}` };
		const direct = await ask('/export/boards.csv');
		const response = await fetch(`${live.address}/export/boards.csv`, { headers: basic });
		expect([response.status, await response.text()]).toEqual([200, direct.body]);
		for (const path of ['/dataset/tables', '/boards', '/items/14'])
			expect((await fetch(live.address + path, { headers: basic })).status).toBe(403);
	});

	test('need a key', async () => {
		const paths = [
			'/export/boards.csv',
			'/export/releases.csv',
			'/export/support.csv',
			'/dataset/tables',
			'/advice',
		];
		for (const path of paths) expect((await fetch(`${live.address}${path}`)).status).toBe(403);
	});
});

test('the whole data set builds exactly the served catalog', async () => {
	const { data_version, tables } = JSON.parse((await ask('/dataset/tables')).body);
	const built = makeCatalog(new Map(Object.entries(tables as Record<string, string>)));
	expect(built.findings).toEqual([]);
	expect(built.catalog!.dataVersion).toBe(data_version);
	expect(data_version).toBe(shipped.dataVersion);
});
