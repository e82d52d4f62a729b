import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { readNamedPolicies } from '../../advice/policy/named-policies.ts';
import { readKit } from '../../api/reads/kit.ts';
import { formatNames } from '../enforce/formats.ts';
import { kitParts } from './kit-parts.ts';
import type { KitRecord } from './kit-record.ts';

test('whatever can be enforced is a part of the kit, with words of its own', () => {
	expect(kitParts.map(({ kind }) => kind)).toEqual(['client', ...formatNames]);
	for (const words of [kitParts.map(({ title }) => title), kitParts.map(({ lead }) => lead)]) {
		expect(new Set(words).size).toBe(kitParts.length);
		expect(words.every((text) => text.length > 5)).toBe(true);
	}
});

test('the index has files of every part, and of no other', () => {
	const policies = readNamedPolicies('{"policies":{"all":{"grace_days":7}}}');
	if ('mistake' in policies) throw new Error(policies.mistake);
	const answer = readKit(shipped, {
		parameters: {},
		query: 'policy=all',
		accept: null,
		today: '2026-11-16',
		policies,
	});
	const { files }: KitRecord = JSON.parse(answer!.body);
	expect([...new Set(files.map(({ kind }) => kind))]).toEqual(kitParts.map(({ kind }) => kind));
});
