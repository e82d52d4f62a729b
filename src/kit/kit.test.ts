import { describe, expect, test } from 'bun:test';
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

describe('terms of the request', () => {
	const policies = new Map([['standard', { description: null, terms: { graceDays: 7 } }]]);
	const asked = { accept: null, today: '2026-11-16', policies };
	const index = (query: string) => kitReads['/kit/index.json'](shipped, { ...asked, parameters: {}, query })!;
	const fileOf = (policy: string, query: string) =>
		kitReads['/kit/{policy}/{format}/{file}'](shipped, {
			...asked,
			parameters: { policy, format: 'ddm', file: 'groups.json' },
			query,
		})!;

	test('have the files of a policy with these terms, under the name that is given', () => {
		const terms = 'behind=1&grace_days=21&exclude=27.2%2C26.7.2';
		const { policy, policies: names, files }: KitRecord = JSON.parse(index(`policy=acme&${terms}`).body);
		expect([policy, names]).toEqual(['acme', ['standard']]);
		expect([...new Set(files.map(({ kind }): string => kind))]).toEqual(kitParts.map(({ kind }) => kind));
		const groups = files.find(({ name }) => name === 'groups.json')!;
		expect(groups.path).toBe('/kit/acme/ddm/groups.json?behind=1&grace_days=21&exclude=27.2%2C26.7.2');
		const { body } = fileOf('acme', groups.path.split('?')[1]!);
		expect(new Bun.CryptoHasher('sha256').update(body).digest('hex')).toBe(groups.sha256);
		const acme = { description: null, terms: { behind: 1, graceDays: 21, exclude: ['27.2', '26.7.2'] } };
		const known = kitReads['/kit/{policy}/{format}/{file}'](shipped, {
			...asked,
			policies: new Map([['acme', acme]]),
			parameters: { policy: 'acme', format: 'ddm', file: 'groups.json' },
			query: '',
		})!;
		expect(body).toBe(known.body);
	});

	test('give the scripts no policy, because the service does not know it', () => {
		const { files }: KitRecord = JSON.parse(index('policy=acme&grace_days=21').body);
		const script = files.find(({ name }) => name === 'pointrelease.sh')!;
		expect(script.path).toBe('/kit/pointrelease.sh');
		const query = 'policy=acme&grace_days=21';
		const answer = kitReads['/kit/{file}'](shipped, {
			...asked,
			parameters: { file: 'pointrelease.sh' },
			query,
		})!;
		expect(JSON.parse(answer.body)).toMatchObject({ code: 'policy-unknown' });
	});

	test.each([
		[
			'policy=standard&behind=1',
			'policy',
			'another name for these terms: the operator has a policy standard',
		],
		[
			'behind=1',
			'policy',
			'a name for these terms: at most 64 letters, digits, dots, hyphens and underscores',
		],
		['policy=a/b&behind=1', 'policy', expect.stringContaining('a name for these terms')],
		['policy=acme&grace_days=soon', 'grace_days', expect.any(String)],
		['policy=acme', undefined, undefined],
	])('are refused: %s', (query, parameter, expected) => {
		const { status, parameter: wrong, expected: right } = JSON.parse(index(query).body);
		expect([status, wrong, right]).toEqual([parameter === undefined ? 404 : 400, parameter, expected]);
		const [, name, rest] = /^(?:policy=([^&]*)&?)?(.*)$/.exec(query)!;
		if (parameter === 'grace_days')
			expect(JSON.parse(fileOf(name!, rest!).body)).toMatchObject({ parameter });
	});
});
