import { expect, test } from 'bun:test';
import { openInNode } from '../fuzz/coverage.ts';
import { findTargets } from '../fuzz/targets.ts';
import { cases, isFull, sized } from '../size.ts';
import { excessesOf } from './growth.ts';
import { readShapes } from './read-shapes.ts';
import type { Shape } from './shapes.ts';

/** Targets that are left out, each with the reason. */
const leftOut: Readonly<Record<string, string>> = {
	'text-csv':
		'hands each character on alone: a row of up to 16 KiB is parsed again with each piece, and pieces of files are longer',
};

const placed = (await findTargets()).filter(({ target }) => !(target.name in leftOut));
const files = [...new Set(placed.map(({ file }) => file))];

/** In characters. */
const length = sized(600, 1_000);
/** Every so many shapes are read in a usual run, and those that found something. */
const step = 49;
const once = new Set(['rows about one Mac, at the end']);

// All files take seven minutes of processor time.
test.each(cases(files.slice(0, 1), files))(
	'no block of the readers of %s runs more than 4.5 times as often for four times as much of anything hostile',
	async (file) => {
		const node = await openInNode(file);
		try {
			const targets = placed.filter((one) => one.file === file);
			for (const [number, { target }] of targets.entries()) {
				const usual = ({ name }: Shape, at: number) => once.has(name) || at % step === (8 * number) % step;
				const choose = (all: readonly Shape[]) => (isFull ? all : all.filter(usual));
				const { shapes, read, worst, faults } = await readShapes(node, target, { length, choose });
				if (isFull)
					console.log(
						`${target.name}: ${shapes} shapes, ${read} of them read, growth at most ${worst.growth.toFixed(2)} (${worst.shape})`,
					);
				expect(faults).toEqual([]);
				expect(shapes).toBeGreaterThanOrEqual(isFull ? 300 : 6);
			}
		} finally {
			await node.close();
		}
	},
);

test('a block that runs too often for four times the length is found, a block that begins to run is not', () => {
	const counted = (...counts: number[]) =>
		counts.map((count, at) => ({
			name: `f${at}`,
			path: 'a.ts',
			blocks: [
				{ start: 100 * at, end: 100 * at + 90, count: 1 },
				{ start: 100 * at + 10, end: 100 * at + 50, count },
			],
		}));
	const small = counted(1_000, 1_000, 0, 30, 0);
	const large = counted(4_500, 4_501, 4_500, 400, 9_000);
	expect(excessesOf(small, large, 1_000)).toEqual([
		{ name: 'f1', path: 'a.ts', start: 110, end: 150, small: 1_000, large: 4_501 },
		{ name: 'f4', path: 'a.ts', start: 410, end: 450, small: 0, large: 9_000 },
	]);
});
