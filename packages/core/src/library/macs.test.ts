import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../../test/shipped-data.ts';
import { isFull, sized } from '../../../../test/size.ts';
import { type Operation, selectOperation } from '../api/operation.ts';
import { performOperation } from '../api/operations.ts';
import { isProblem } from '../api/problem.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { makeDocument, type Piece } from '../catalog/document.ts';
import { releasesOfBoard } from '../catalog/lookup.ts';
import { tablesOf } from '../catalog/make-catalog.ts';
import { isMiss, type Miss } from './macs.ts';
import { closeByMeaning } from './names.ts';
import { openCatalog } from './open-catalog.ts';

const documentOf = (piece: Piece) => makeDocument(tablesOf(shipped), shipped.dataVersion, piece);
const lookup = JSON.parse(JSON.stringify(documentOf('lookup')));
const macs = openCatalog(lookup);
const named = openCatalog([lookup, documentOf('names')], { findClose: closeByMeaning });

/** What the service answers, as it is parsed. */
function asked(catalog: Catalog, operation: Operation) {
	const answer = performOperation(catalog, operation);
	const record = JSON.parse(answer.body);
	return isProblem(answer) ? { ...record, problem: true } : record;
}

const itemOfService = (item: string) => {
	const answer = performOperation(shipped, selectOperation(['items', ...item.split('/')])!);
	return isProblem(answer) ? answer.code : answer.body;
};

const codes: Record<Miss['miss'], string> = {
	'unknown-board': 'board-unknown',
	'ambiguous-board': 'board-ambiguous',
	'no-version': 'version-unknown',
	'unknown-major': 'major-unknown',
	'unsupported-major': 'major-not-supported',
	'no-such-release': 'release-unknown',
	'newer-than-known': 'release-newer',
	'release-not-for-board': 'release-not-for-board',
	'no-item': 'not-found',
};

test('data version and moment are those of the service', () => {
	expect(macs.dataVersion).toBe(shipped.dataVersion);
	expect(macs.changed).toBe(shipped.changed);
});

describe('answers equal those of the service', () => {
	test('what comes next and what is latest, for each board and each release that it runs', () => {
		let pairs = 0;
		const differing: string[] = [];
		for (const board of shipped.boards.values())
			for (const { version, major } of releasesOfBoard(board)) {
				pairs++;
				const [record] = asked(shipped, { name: 'next-of-board', board: board.id, version });
				const expected = {
					release: {
						version: record.requested_version_proximo,
						released: record.requested_version_proximo_releasedDate,
					},
					latest: { version: record.version, released: record.releasedDate },
				};
				const latest = macs.latest(board.id, major);
				if (
					!Bun.deepEquals(macs.next(board.id, version), expected) ||
					!Bun.deepEquals(latest, expected.latest) ||
					macs.item(`${board.id}:${version}`) !== itemOfService(`${board.id}:${version}`)
				)
					differing.push(`${board.id}:${version}`);
			}
		expect(differing).toEqual([]);
		expect(pairs).toBe(19_644);
	});

	test('the major versions of each board and the boards of each major version', () => {
		for (const { id, support } of shipped.boards.values()) {
			expect(macs.item(id)).toBe(itemOfService(id));
			expect(macs.majors(id)).toEqual([...support.keys()]);
			for (const major of support.keys())
				expect(macs.item(`${id}:${major}`)).toBe(itemOfService(`${id}:${major}`));
		}
		for (const { name, boards, canonical } of shipped.majors.values()) {
			const { version, released } = canonical.latest;
			expect(macs.latestOf(name)).toEqual({ version, released });
			expect(macs.boards(name)).toEqual(boards.map(({ id }) => id));
			expect(macs.item(name)).toBe(itemOfService(name));
			expect(macs.item(`${name}/board_ids`)).toBe(itemOfService(`${name}/board_ids`));
		}
	});

	test('model identifiers and case numbers are names of boards', () => {
		expect(macs.next('Mac14,2', '14.7.2')).toEqual(macs.next('J413AP', '14.7.2'));
		const { caseNumbers } = [...shipped.boards.values()].find((board) => board.caseNumbers.length > 0)!;
		expect(macs.majors(caseNumbers[0]!)).not.toHaveProperty('close');
	});
});

describe('misses', () => {
	/** The members that a miss and the problem of the service share. */
	function shared(miss: Miss): Record<string, unknown> {
		const inList = (majors: readonly string[]) =>
			majors.map((name) => (shipped.majors.get(name)!.era === 'modern' ? `${name}.0` : name)).join(', ');
		switch (miss.miss) {
			case 'unknown-board':
				return miss.excluded ? {} : { suggestions: miss.close };
			case 'ambiguous-board':
				return { candidates: miss.boards };
			case 'no-version':
				return miss.instead ? { suggestions: [miss.instead] } : {};
			case 'unknown-major':
				return { known_majors: inList(miss.majors) };
			case 'unsupported-major':
				return { board_id: miss.board, supported_OS: inList(miss.majors) };
			case 'no-such-release':
				return {
					release_before: miss.before?.version ?? null,
					release_after: miss.after?.version ?? null,
				};
			case 'newer-than-known':
				return { latest_version: miss.latest.version, latest_releasedDate: miss.latest.released };
			case 'release-not-for-board':
				return { board_id: miss.board, major_version: miss.major, releases_of_major: miss.releases };
			case 'no-item':
				return {};
		}
	}

	const versions = [
		'14.7.2.1',
		'14.99',
		'14.7.99',
		'99.1.1',
		'26.0.5',
		'15.0.1',
		'11.0',
		'10.15.7',
		'9.2.2',
		'7.1P3',
		'10',
		'Sonoma',
		'',
	];
	const names = [
		'zzz',
		'J293',
		'J293A',
		'A2338',
		'Mac14,99',
		'macbook air m1',
		'iMac',
		'J214AP',
		'ADP2,1',
		'',
		'é',
		'__proto__',
	];

	test('have the kind, board, major versions and releases of the problem of the service', () => {
		const boards = [...shipped.boards.keys()].filter((_, at) => isFull || at % 4 === 0);
		const kinds = new Set<string>();
		const differing: string[] = [];
		for (const [board, version] of [
			...boards.flatMap((board) => versions.map((version) => [board, version] as const)),
			...names.flatMap((board) => ['14.7.2', 'x'].map((version) => [board, version] as const)),
		]) {
			const answer = named.next(board, version);
			const problem = asked(shipped, { name: 'next-of-board', board, version });
			if (!isMiss(answer)) {
				if (problem.problem) differing.push(`${board}:${version}`);
				continue;
			}
			kinds.add(answer.miss);
			const { code, ...members } = problem;
			const expected = Object.fromEntries(Object.keys(shared(answer)).map((name) => [name, members[name]]));
			if (code !== codes[answer.miss] || !Bun.deepEquals(shared(answer), expected))
				differing.push(`${board}:${version} ${JSON.stringify(answer)} ${JSON.stringify(problem)}`);
		}
		expect(differing).toEqual([]);
		expect([...kinds].toSorted()).toEqual(
			Object.keys(codes)
				.filter((kind) => kind !== 'no-item')
				.toSorted(),
		);
	});

	test('items of every operation miss as the service does', () => {
		const ofOperations = [...names, 'J293AP', 'A1278']
			.flatMap((name) => [name, `${name}:14`, `${name}:10`, `${name}:99`, `${name}:14.7.99`])
			.concat([
				'J293AP:10.4',
				'99',
				'9',
				'10',
				'99/board_ids',
				'7.1P3/board_ids',
				'Sonoma/board_ids',
				'14.7.99/board_ids',
			]);
		const seen = new Set<string>();
		for (const item of ofOperations) {
			const answer = named.item(item);
			const operation = selectOperation(['items', ...item.split('/')]);
			const problem = operation ? asked(shipped, operation) : { code: 'not-found', problem: true };
			if (typeof answer === 'string') {
				expect([item, answer]).toEqual([item, itemOfService(item)]);
				continue;
			}
			seen.add(`${operation?.name} ${answer.miss}`);
			const expected = Object.fromEntries(Object.keys(shared(answer)).map((name) => [name, problem[name]]));
			expect([item, codes[answer.miss], shared(answer)]).toEqual([item, problem.code, expected]);
		}
		expect([...seen].toSorted()).toEqual([
			'boards-of-version no-version',
			'boards-of-version unknown-major',
			'latest-of-board ambiguous-board',
			'latest-of-board no-version',
			'latest-of-board unknown-board',
			'latest-of-board unknown-major',
			'latest-of-board unsupported-major',
			'latest-of-major no-version',
			'latest-of-major unknown-major',
			'majors-of-board ambiguous-board',
			'majors-of-board unknown-board',
			'next-of-board ambiguous-board',
			'next-of-board no-such-release',
			'next-of-board unknown-board',
			'undefined no-item',
		]);
	});

	test('no text makes a lookup throw', () => {
		const text = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.constantFrom(...names, ...versions, '\ud800', 'J293AP'),
		);
		fc.assert(
			fc.property(text, text, (board, version) => {
				for (const answer of [
					macs.next(board, version),
					macs.latest(board, version),
					macs.latestOf(version),
					macs.majors(board),
					macs.boards(version),
					macs.item(`${board}:${version}`),
					macs.item(`${version}/${board}`),
				])
					expect(answer).toBeDefined();
			}),
			{ numRuns: sized(400, 20_000) },
		);
	});

	test('without names, close names are close in spelling', () => {
		expect(macs.next('J293A', '14.7.2')).toEqual({
			miss: 'unknown-board',
			board: 'J293A',
			close: ['J293AP'],
			excluded: null,
		});
		expect(macs.next('zzz', '14.7.2')).toEqual({
			miss: 'unknown-board',
			board: 'zzz',
			close: [],
			excluded: null,
		});
	});

	test('an item that is none of the five operations', () => {
		for (const item of [
			'',
			':',
			'J293AP:',
			':14',
			'_',
			'J293.AP',
			'14/boards',
			'14/board_ids/x',
			'/board_ids',
		])
			expect(macs.item(item)).toEqual({ miss: 'no-item', item });
	});
});

test('what is not text is a miss that says so, because JavaScript has no types', () => {
	const given = (value: unknown) => value as string;
	expect(macs.next(given(null), '14.7.2')).toMatchObject({
		miss: 'unknown-board',
		board: '(null)',
		close: [],
	});
	expect(macs.majors(given(['J293AP']))).toMatchObject({ miss: 'unknown-board', board: '(object)' });
	expect(macs.next('J293AP', given(14.7))).toMatchObject({ miss: 'no-version', version: '(number)' });
	expect(macs.latest('J293AP', given(undefined))).toMatchObject({
		miss: 'no-version',
		version: '(undefined)',
	});
	expect(macs.latestOf(given(14))).toMatchObject({ miss: 'no-version', version: '(number)' });
	expect(macs.boards(given(Symbol('14')))).toMatchObject({ miss: 'no-version', version: '(symbol)' });
	expect(macs.item(given(undefined))).toEqual({ miss: 'no-item', item: '(undefined)' });
});

test('a text that is longer than any name costs no time and means nothing', () => {
	const text = 'x'.repeat(1_000_000);
	expect(named.majors(text)).toMatchObject({ miss: 'unknown-board', close: [] });
});
