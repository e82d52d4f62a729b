import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { clientFiles } from './client-files.ts';
import { fillIn } from './fill-in.ts';

const shell = clientFiles[0]!;

test('address and policy stand where they are meant to, and nothing where there is none', () => {
	const filled = fillIn(shell, { address: 'https://macs.example', policy: 'standard' });
	expect(filled).toContain("\nkit_url='https://macs.example'\nkit_policy='standard'\n");
	expect(fillIn(shell, { address: null, policy: null })).toBe(shell.body);
	const collection = clientFiles.find(({ name }) => name.endsWith('.json'))!;
	const baseUrl = (address: string | null) =>
		/"key": "baseUrl",\s*"value": "([^"]*)"/.exec(fillIn(collection, { address, policy: null }))![1];
	expect(baseUrl('https://macs.example')).toBe('https://macs.example');
	expect(baseUrl(null)).toBe(baseUrl('no address')!);
});

test('an address or a name that is too long is left out', () => {
	const [longest, name] = [`https://${'a'.repeat(300)}`, 'p'.repeat(64)];
	expect(fillIn(shell, { address: longest, policy: name })).toContain(`kit_url='${longest}'`);
	expect(fillIn(shell, { address: `${longest}a`, policy: `${name}p` })).toBe(shell.body);
	expect(fillIn(shell, { address: 'https://', policy: '-p' })).toBe(shell.body);
});

test('whatever is filled in, nothing but the two lines that are meant for it changes', () => {
	const hostile = fc.oneof(
		fc.constantFrom(
			"https://a'b",
			'https://a\nb',
			"'; id; '",
			'$(id)',
			'https://a$&',
			'https://macs.example',
		),
		fc.string({ unit: 'binary' }),
		fc.string().map((text) => `https://${text}`),
	);
	const before = shell.body.split('\n');
	fc.assert(
		fc.property(hostile, hostile, (address, policy) => {
			const after = fillIn(shell, { address, policy }).split('\n');
			expect(after).toHaveLength(before.length);
			const changed = after.filter((line, at) => line !== before[at]);
			for (const line of changed) expect(line).toMatch(/^kit_(?:url|policy)='[A-Za-z0-9:/._~%[\]-]+'$/);
			const collection = clientFiles.find(({ name }) => name.endsWith('.json'))!;
			expect(Object.keys(JSON.parse(fillIn(collection, { address, policy })))).toEqual(
				Object.keys(JSON.parse(collection.body)),
			);
		}),
	);
});
