import { expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import type { Board } from '../catalog/catalog.ts';
import { handler } from '../http/handler.ts';
import { answerOperation } from './operations.ts';
import { isProblem } from './problem.ts';

/** The path that an answer links to; null without a link. */
function linkedPath(path: string): string | null {
	const answer = answerOperation(shipped, path);
	if (isProblem(answer)) throw new Error(`${path}: ${answer.body}`);
	const { Link: link } = answer.fields;
	return link ? /^<(\/items\/[A-Za-z0-9_-]+:[\d.]+)>; rel="next"$/.exec(link)![1]! : null;
}

function walkedFrom(path: string | null): string[] {
	return path === null ? [] : [path, ...walkedFrom(linkedPath(path))];
}

test('the links lead from the first release of a major through all that a board may install, in every era', () => {
	const pathOf = ({ id }: Board, version: string) =>
		`/items/${id}:${/^\d+\.\d+$/.test(version) ? `${version}.0` : version}`;
	for (const id of ['J293AP', 'J700AP', 'Mac-F60DEB81FF30ACF6', 'M8493', 'M0001A', 'VMA2MACOSAP']) {
		const board = shipped.boards.get(id)!;
		for (const { releases } of board.support.values()) {
			const offered = releases.filter(({ withdrawn }) => !withdrawn);
			const paths = offered.map(({ version }) => pathOf(board, version));
			expect(walkedFrom(paths[0]!)).toEqual(paths);
		}
	}
});

test('the fetch handler sends the link', async () => {
	const answer = handler({ catalog: shipped, today: '2026-11-16', authorize: () => true });
	const linkOf = async (item: string) =>
		(await answer(new Request(`https://macs.example/items/${item}`))).headers.get('link');
	expect(await linkOf('J293AP:14.0.0')).toBe('</items/J293AP:14.1.0>; rel="next"');
	expect(await linkOf('J293AP:14.8.9')).toBeNull();
});
