import { expect, test } from 'bun:test';
import { isKind } from './identifier.ts';

test('each kind of board is one, and nothing else is', () => {
	const kinds: string[] = ['apple-silicon', 'intel', 't2', 'model-number', 'virtual-machine'];
	expect([...kinds, 'all', 'J293AP', ''].filter(isKind)).toEqual<string[]>(kinds);
});
