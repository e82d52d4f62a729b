import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type InNode, openInNode } from './coverage.ts';

let node: InNode;
beforeAll(async () => {
	node = await openInNode('texts');
});
afterAll(() => node.close());

const utf8 = (text: string) => new TextEncoder().encode(text);

/** How often the blocks of all functions ran, together. */
async function runsOf(text: string): Promise<number> {
	const { functions } = await node.count('text-csv', utf8(text));
	return functions.flatMap(({ blocks }) => blocks).reduce((sum, { count }) => sum + count, 0);
}

test('equal inputs give equal counts, and four times the rows at most four and a half times as many', async () => {
	const row = 'a,"b ""c""",d\n';
	const few = await runsOf(row.repeat(50));
	expect(await runsOf(row.repeat(50))).toBe(few);
	const many = await runsOf(row.repeat(200));
	expect(many).toBeGreaterThan(3 * few);
	expect(many).toBeLessThan(4.5 * few);
});

test('the outcome is told with the counts', async () => {
	expect((await node.count('text-csv', utf8('a,b\n'))).outcome.kind).toBe('read');
	const { outcome, functions } = await node.count('text-settings', utf8('PORT=x'));
	expect(outcome.kind).toBe('read');
	expect(functions.some(({ name }) => name === 'readSettings')).toBe(true);
});
