import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import type { Support } from './catalog.ts';
import { compareText } from './identifier.ts';
import { findStep, findSupport, releasesOfBoard, stepOf } from './lookup.ts';
import { compareVersions, parseVersion } from './version.ts';

/** Every board and major version, not samples: the data set is small enough. */
const pairs: readonly Support[] = [...shipped.boards.values()].flatMap((board) => [
	...board.support.values(),
]);
const offered = ({ releases }: Support) => releases.filter((release) => !release.withdrawn);

describe('the next release', () => {
	test('is strictly greater, unless the release is already the latest', () => {
		for (const support of pairs) {
			for (const release of support.releases) {
				const next = stepOf(support, release)!.next;
				const order = compareVersions(release.parsed, next.parsed);
				if (release === support.latest) expect(next).toBe(release);
				else expect(order).toBeLessThan(0);
			}
		}
	});

	test('is of the same major and runs on the board', () => {
		for (const support of pairs) {
			for (const release of support.releases) {
				const next = stepOf(support, release)!.next;
				expect(next.major).toBe(support.major.name);
				expect(support.releases).toContain(next);
			}
		}
	});

	test('has no other offered release of the board before it', () => {
		for (const support of pairs) {
			for (const release of support.releases) {
				const next = stepOf(support, release)!.next;
				const between = offered(support).filter(
					(other) =>
						compareVersions(release.parsed, other.parsed) < 0 &&
						compareVersions(other.parsed, next.parsed) < 0,
				);
				expect(between).toEqual([]);
			}
		}
	});

	test('is never a withdrawn one', () => {
		for (const support of pairs) {
			for (const release of support.releases) expect(stepOf(support, release)!.next.withdrawn).toBe(false);
		}
	});

	test('walked from the first visits every offered release and ends at the latest', () => {
		for (const support of pairs) {
			const visited = [support.first];
			while (visited.at(-1) !== support.latest) visited.push(stepOf(support, visited.at(-1)!)!.next);
			expect(visited).toEqual(offered(support));
		}
	});
});

describe('boards of a major, majors of a board and lookups agree', () => {
	test('for every board and every major', () => {
		for (const board of shipped.boards.values()) {
			for (const major of shipped.majors.values()) {
				const listed = major.boards.includes(board);
				expect(board.support.has(major.name)).toBe(listed);
				expect(findSupport(shipped, board.id, major.name).kind).toBe(listed ? 'found' : 'unsupported-major');
			}
		}
	});

	test('for every board and every release', () => {
		for (const board of shipped.boards.values()) {
			const ofBoard = new Set(releasesOfBoard(board));
			for (const major of shipped.majors.values()) {
				for (const release of major.releases) {
					const step = findStep(shipped, board.id, release.version);
					expect(step.kind === 'step').toBe(ofBoard.has(release));
				}
			}
		}
	});
});

describe('the whole data set', () => {
	test('has its majors in version order', () => {
		const majors = [...shipped.majors.keys()].map((name) => parseVersion(name)!);
		expect(majors.toSorted(compareVersions)).toEqual(majors);
	});

	test('has the majors of every board in version order', () => {
		const place = new Map([...shipped.majors.keys()].map((name, index) => [name, index]));
		for (const board of shipped.boards.values()) {
			const places = [...board.support.keys()].map((name) => place.get(name)!);
			expect(places.toSorted((a, b) => a - b)).toEqual(places);
		}
	});

	test('has the releases of every board and major in version order', () => {
		for (const { releases } of pairs) {
			expect(releases.toSorted((a, b) => compareVersions(a.parsed, b.parsed))).toEqual([...releases]);
		}
	});

	test('has the boards of every major in code-point order, each once', () => {
		for (const { boards } of shipped.majors.values()) {
			const ids = boards.map((board) => board.id);
			expect([...new Set(ids)].toSorted(compareText)).toEqual(ids);
		}
	});

	test('has no major without a board and no board without a major', () => {
		for (const major of shipped.majors.values()) expect(major.boards.length).toBeGreaterThan(0);
		for (const board of shipped.boards.values()) expect(board.support.size).toBeGreaterThan(0);
	});

	test('has for each major a canonical board that runs the very latest release', () => {
		for (const major of shipped.majors.values()) {
			expect(major.canonical.latest).toBe(major.latest);
			expect(major.boards.includes(major.canonical.board)).toBe(true);
		}
	});

	test('has every release on at least one board', () => {
		const run = new Set([...shipped.boards.values()].flatMap(releasesOfBoard));
		const idle = [...shipped.majors.values()].flatMap((major) => major.releases).filter((r) => !run.has(r));
		expect(idle).toEqual([]);
	});

	test('runs a release with a scope on exactly the boards of its scope', () => {
		for (const major of shipped.majors.values()) {
			for (const release of major.releases.filter(({ scope }) => scope !== null)) {
				const running = pairs.filter(({ releases }) => releases.includes(release));
				expect(running.map(({ board }) => board.id)).toEqual([...release.scope!].toSorted(compareText));
			}
		}
	});
});
