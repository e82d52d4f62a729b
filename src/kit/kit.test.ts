import { expect, test } from 'bun:test';
import { formatNames } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import fc from 'fast-check';
import { shipped } from '../../test/shipped-data.ts';
import { clientFiles, fillIn } from './client-files.ts';
import { type KitRecord, kitParts } from './kit-parts.ts';
import { kitReads } from './kit-reads.ts';

const shell = clientFiles[0]!;

test('address and policy are filled in, or left empty if there are none', () => {
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

test('filling in any text changes only the two lines of address and policy', () => {
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
	const collection = clientFiles.find(({ name }) => name.endsWith('.json'))!;
	const members = Object.keys(JSON.parse(collection.body));
	fc.assert(
		fc.property(hostile, hostile, (address, policy) => {
			const after = fillIn(shell, { address, policy }).split('\n');
			expect(after).toHaveLength(before.length);
			const changed = after.filter((line, at) => line !== before[at]);
			for (const line of changed) expect(line).toMatch(/^kit_(?:url|policy)='[A-Za-z0-9:/._~%[\]-]+'$/);
			const filled = fillIn(collection, { address, policy });
			if (filled !== collection.body) expect(Object.keys(JSON.parse(filled))).toEqual(members);
		}),
	);
});

test('every format is a part of the kit, with its own title and text', () => {
	expect(kitParts.map(({ kind }) => kind)).toEqual(['client', ...formatNames]);
	for (const words of [kitParts.map(({ title }) => title), kitParts.map(({ lead }) => lead)]) {
		expect(new Set(words).size).toBe(kitParts.length);
		expect(words.every((text) => text.length > 5)).toBe(true);
	}
});

test('the index has files of every part, and no others', () => {
	const policies = new Map([['all', { description: null, terms: { graceDays: 7 } }]]);
	const answer = kitReads['/kit/index.json'](shipped, {
		parameters: {},
		query: 'policy=all',
		accept: null,
		today: '2026-11-16',
		policies,
	});
	const { files }: KitRecord = JSON.parse(answer!.body);
	expect([...new Set(files.map(({ kind }): string => kind))]).toEqual(kitParts.map(({ kind }) => kind));
});
