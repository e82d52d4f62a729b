import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../../test/shipped-data.ts';
import { sized } from '../../../../test/size.ts';
import { fold, kindsOfShape } from './identifier.ts';
import { closestIdentifiers, editDistance, resolveBoard } from './resolve.ts';

const resolved = (name: string) => {
	const resolution = resolveBoard(shipped, name);
	return resolution.kind === 'board' ? resolution.board.id : resolution.kind;
};
/** Identifiers, not boards: a board refers to the whole catalog, which a failing property would print. */
const anyBoard = fc.constantFrom(...shipped.boards.keys());

describe('names of one board', () => {
	test.each([
		['J293AP', 'J293AP'],
		['j293ap', 'J293AP'],
		['mac-f221bec8', 'Mac-F221BEC8'],
		['vmm-X86_64', 'VMM-x86_64'],
		['J316CAP', 'J316cAP'],
		['J413', 'J413AP'],
		['j316c', 'J316cAP'],
		['Mac14,2', 'J413AP'],
		['MACPRO5,1', 'Mac-F221BEC8'],
		['PowerMac5,1', 'M7886'],
		['M0001AP', 'M0001A'],
		['M0001ED', 'M0001D'],
		['M0001WP', 'M0001W'],
	])('%s is %s', (name, board) => {
		expect(resolved(name)).toBe(board);
	});

	test('every board is found in any case', () => {
		const mixed = fc.tuple(anyBoard, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }));
		fc.assert(
			fc.property(mixed, ([id, upper]) => {
				const name = [...id]
					.map((letter, at) => (upper[at] ? letter.toUpperCase() : letter.toLowerCase()))
					.join('');
				expect(resolved(name)).toBe(id);
			}),
		);
		for (const { id } of shipped.boards.values()) {
			expect(resolved(id.toLowerCase())).toBe(id);
			expect(resolved(id.toUpperCase())).toBe(id);
		}
	});

	test('every model identifier and alias leads to its board, alone or among the candidates', () => {
		for (const board of shipped.boards.values()) {
			for (const name of [...board.modelIdentifiers, ...board.aliases]) {
				const resolution = resolveBoard(shipped, name);
				if (resolution.kind === 'ambiguous-board') expect(resolution.candidates).toContain(board);
				else expect(board.identifiers).toContain(resolved(name));
			}
		}
	});
});

describe('the number on the case', () => {
	test('finds the board if only one has it', () => {
		expect(resolved('A2337')).toBe('J313AP');
		expect(resolved('a2141')).toBe('ambiguous-board');
		expect(resolved('A1993')).toBe('Mac-7BA5B2DFE22DDD8C');
	});

	test('lists all boards that have it and no others', () => {
		const numbers = new Map<string, string[]>();
		for (const { id, caseNumbers } of shipped.boards.values())
			for (const number of caseNumbers) numbers.set(number, [...(numbers.get(number) ?? []), id]);
		expect(numbers.size).toBe(106);
		for (const [number, boards] of numbers) {
			const resolution = resolveBoard(shipped, number);
			if (boards.length === 1) expect(resolved(number)).toBe(boards[0]!);
			else
				expect(resolution.kind === 'ambiguous-board' && resolution.candidates.map(({ id }) => id)).toEqual(
					boards,
				);
		}
		expect(numbers.get('A1418')).toHaveLength(9);
	});
});

describe('the identifiers of a T2 Mac are one Mac', () => {
	test('its model identifier finds its board ID', () => {
		const t2 = [...shipped.boards.values()].filter(({ kind }) => kind === 't2');
		expect(t2).toHaveLength(16);
		for (const { modelIdentifiers, identifiers } of t2) {
			expect(identifiers[0]).toStartWith('Mac-');
			expect(modelIdentifiers.map(resolved)).toEqual([identifiers[0]!]);
		}
		expect(resolved('MacBookPro16,1')).toBe('Mac-E1008331FDC96864');
	});

	test('of two board IDs with one model identifier, the one that was surely sold stands for the Mac', () => {
		expect(resolved('MacBookAir8,1')).toBe('Mac-827FAC58A8FDFA22');
		const ofMac = ['Mac-827FAC58A8FDFA22', 'Mac-112818653D3AABFC', 'J140KAP'];
		for (const id of ofMac) expect(shipped.boards.get(id)?.identifiers).toEqual(ofMac);
	});

	test('each of them is found as itself', () => {
		expect(resolved('j152fap')).toBe('J152FAP');
		expect(resolved('Mac-112818653D3AABFC')).toBe('Mac-112818653D3AABFC');
	});
});

describe('names of several boards', () => {
	test('a model identifier of two boards lists both', () => {
		expect(resolveBoard(shipped, 'iMac4,1')).toEqual({
			kind: 'ambiguous-board',
			text: 'iMac4,1',
			candidates: [shipped.boards.get('Mac-F42786C8')!, shipped.boards.get('Mac-F42787C8')!],
		});
	});
});

describe('names of no board', () => {
	test('a typing error is answered with close identifiers, nearest first', () => {
		expect(closestIdentifiers(shipped, 'J239AP')).toContain('J293AP');
		expect(resolveBoard(shipped, 'Mac-F221BEC9')).toMatchObject({ kind: 'unknown-board', excluded: null });
		expect(closestIdentifiers(shipped, 'Mac-F221BEC9')[0]).toBe('Mac-F221BEC8');
		// One for every four letters.
		expect(closestIdentifiers(shipped, 'Mac-F60DEB81FF30AXXX')[0]).toBe('Mac-F60DEB81FF30ACF6');
	});

	test('unfinished names come before names with typing errors', () => {
		expect(closestIdentifiers(shipped, 'J316').slice(0, 2)).toEqual(['J316cAP', 'J316sAP']);
	});

	test('an identifier that is left out says why, and suggests nothing', () => {
		expect(resolveBoard(shipped, 'mac-f4228dc8')).toEqual({
			kind: 'unknown-board',
			text: 'mac-f4228dc8',
			close: [],
			excluded: 'first Apple TV, not a Mac',
		});
	});

	test.each(['', ' ', 'J293AP ', 'xyz', 'x'.repeat(100_000), '__proto__', 'constructor'])(
		'text like %p is an unknown board',
		(name) => {
			expect(resolved(name)).toBe('unknown-board');
		},
	);

	test('at most five identifiers are suggested, each once', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					anyBoard.map((id) => id.slice(0, -1)),
				),
				(name) => {
					const close = closestIdentifiers(shipped, name);
					expect(close.length).toBeLessThanOrEqual(5);
					expect(new Set(close).size).toBe(close.length);
				},
			),
		);
	});
});

describe('the edit distance of two words', () => {
	/** The distance from the whole table of the textbook. */
	function wholeTable(from: string, to: string): number {
		const table = Array.from({ length: from.length + 1 }, (_, row) => [row]);
		for (let row = 0; row <= from.length; row++)
			for (let column = row === 0 ? 0 : 1; column <= to.length; column++) {
				const at = (up: number, left: number) => table[row - up]?.[column - left] ?? Number.POSITIVE_INFINITY;
				const isSame = from[row - 1] === to[column - 1];
				const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
				table[row]![column] =
					row === 0
						? column
						: Math.min(
								at(1, 0) + 1,
								at(0, 1) + 1,
								at(1, 1) + (isSame ? 0 : 1),
								row > 1 && column > 1 && isSwapped ? at(2, 2) + 1 : Number.POSITIVE_INFINITY,
							);
			}
		return table[from.length]![to.length]!;
	}

	test('is exact up to the allowed number of typing errors, and more than that beyond', () => {
		const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), maxLength: 12 });
		const slips = fc.constantFrom(0, 1, 2, 3, 5, Number.POSITIVE_INFINITY);
		fc.assert(
			fc.property(word, word, slips, (from, to, allowed) => {
				const distance = editDistance(from, to, allowed);
				const expected = wholeTable(from, to);
				expect(distance > allowed ? 'more' : distance).toBe(expected > allowed ? 'more' : expected);
			}),
			{ numRuns: sized(1_000, 100_000) },
		);
	});
});

describe('kinds by shape', () => {
	test.each([
		['J293AP', ['apple-silicon', 't2']],
		['J316cAP', ['apple-silicon', 't2']],
		['Mac-F42786C8', ['intel']],
		['Mac-E1008331FDC96864', ['intel']],
		['M0001A', ['model-number']],
		['A1001', ['model-number']],
		['VMA2MACOSAP', ['virtual-machine']],
		['VMM-x86_64', ['virtual-machine']],
		['X589AMLUAP', []],
		['M0001AP', []],
		['Mac-F42786', []],
	] as const)('%s can be %p', (identifier, kinds) => {
		expect(kindsOfShape(identifier)).toEqual([...kinds]);
	});

	test('every board has a kind that its shape allows', () => {
		for (const board of shipped.boards.values()) expect(kindsOfShape(board.id)).toContain(board.kind);
	});

	test('no two names of boards differ only in case', () => {
		const ids = [...shipped.boards.keys()];
		expect(new Set(ids.map(fold)).size).toBe(ids.length);
	});
});
