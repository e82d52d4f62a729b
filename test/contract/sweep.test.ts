import { afterAll, beforeAll, expect, test } from 'bun:test';
import { answerOperation } from '@pointrelease/core/src/api/operations.ts';
import type { Board, Catalog, Support } from '@pointrelease/core/src/catalog/catalog.ts';
import { loadCatalog } from '../../src/data/load.ts';
import { type Live, startLive, testSettings } from '../live.ts';
import { describedText } from '../openapi.ts';
import { sized } from '../size.ts';

let live: Live;
let catalog: Catalog;
beforeAll(async () => {
	live = await startLive();
	catalog = loadCatalog(testSettings('').dataFolder);
});
afterAll(() => live.stop());

/**
 * Compares every answer with the catalog, by a call, and every tenth of a usual run as the service sends it: each of those takes
 * as long as thirty calls. A full run asks the service for all.
 */
async function sweep(wanted: readonly [path: string, body: unknown][]): Promise<number> {
	for (const [path, body] of wanted) {
		const answer = answerOperation(catalog, path);
		if (answer.status !== 200 || !Bun.deepEquals(JSON.parse(answer.body), body))
			throw new Error(`${path} is ${JSON.stringify(answer)}, wanted ${JSON.stringify(body)}`);
	}
	const headers = { Authorization: live.key };
	const queue = wanted.filter((_, index) => index % sized(10, 1) === 0);
	const worker = async () => {
		for (let next = queue.pop(); next; next = queue.pop()) {
			const [path, body] = next;
			const response = await fetch(`${live.address}${path}`, { headers });
			const text = await describedText(path, response);
			if (response.status !== 200 || !Bun.deepEquals(JSON.parse(text), body)) {
				throw new Error(`${path} answered ${response.status} ${text}, wanted ${JSON.stringify(body)}`);
			}
		}
	};
	await Promise.all(Array.from({ length: 16 }, worker));
	return wanted.length;
}

function record({ board, major, latest }: Support) {
	return {
		major_version: major.era === 'classic' ? Number(major.name) : major.name,
		board_id_major_version: `${board.id}:${major.name}`,
		releasedDate: latest.released,
		version: latest.version,
		resolved_board_id: board.id,
	};
}

function supports(): Support[] {
	return [...catalog.boards.values()].flatMap((board: Board) => [...board.support.values()]);
}

test('every major answers with its canonical board', async () => {
	const wanted = [...catalog.majors.values()].map((major): [string, unknown] => [
		`/items/${major.name}`,
		[record(major.canonical)],
	]);
	expect(await sweep(wanted)).toBe(51);
});

test('every board and major answers with the latest release of the board', async () => {
	const wanted = supports().map((support): [string, unknown] => [
		`/items/${support.board.id}:${support.major.name}`,
		[record(support)],
	]);
	expect(await sweep(wanted)).toBeGreaterThan(1900);
});

test('every board and release answers with the next release of the board', async () => {
	const wanted = supports().flatMap((support) =>
		support.releases.map((release, index): [string, unknown] => {
			const next = support.releases.slice(index + 1).find((later) => !later.withdrawn) ?? support.latest;
			// Two components after the colon name a major; with a third one of zero they name the release.
			const spelled = release.version.split('.').length === 2 ? `${release.version}.0` : release.version;
			const body = {
				...record(support),
				requested_version: spelled,
				requested_releasedDate: release.released,
				requested_version_proximo: next.version,
				requested_version_proximo_releasedDate: next.released,
			};
			return [`/items/${support.board.id}:${spelled}`, [body]];
		}),
	);
	expect(await sweep(wanted)).toBeGreaterThan(19_000);
});

test('every board answers with its majors', async () => {
	const wanted = [...catalog.boards.values()].map((board): [string, unknown] => {
		const majors = [...board.support.values()].map(({ major }) =>
			major.era === 'modern' ? `${major.name}.0` : major.name,
		);
		return [`/items/${board.id}`, { board_id: board.id, supported_OS: majors.join(', ') }];
	});
	expect(await sweep(wanted)).toBe(catalog.boards.size);
});

test('every release and major answers with the boards of its major', async () => {
	const wanted = [...catalog.majors.values()].flatMap((major) =>
		[major.name, ...major.releases.map((release) => release.version)].map((version): [string, unknown] => {
			const boards = [...catalog.boards.values()]
				.filter((board) => board.support.has(major.name))
				.map((board) => board.id);
			const sorted = boards.toSorted((a, b) => (a < b ? -1 : 1));
			return [
				`/items/${version}/board_ids`,
				{
					os_version: version,
					major_version: major.name,
					compatible_board_ids: sorted,
					count: sorted.length,
				},
			];
		}),
	);
	expect(await sweep(wanted)).toBe(51 + 341);
});
