import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFull } from '../size.ts';
import { corpus } from './ask-corpus.ts';
import { allAttacks } from './attacks/all-attacks.ts';
import { attackKinds } from './attacks/attack.ts';
import { play, startTarget, type Target } from './attacks/target.ts';

/** A usual run plays every so many of a kind, beginning at another one for each kind. A full run plays all. */
const usualStep = 29;

/** By kind, in the order of the list. */
const chosen = attackKinds.map((kind, first) => {
	const all = allAttacks.filter((attack) => attack.kind === kind);
	return { kind, all, attacks: isFull ? all : all.filter((_, at) => at % usualStep === first) };
});

test('every attack has a unique name', () => {
	expect(new Set(allAttacks.map(({ name }) => name)).size).toBe(allAttacks.length);
});

test('SECURITY.md claims no more tries than there are', () => {
	const text = readFileSync(join(import.meta.dir, '../../SECURITY.md'), 'utf8');
	const counts = new Map<string, number>([
		['raw requests', corpus.length],
		...chosen.map(({ kind, all }) => [kind, all.length] as const),
	]);
	for (const [kind, count] of counts) {
		const [, claimed] = new RegExp(`^\\| ${kind}\\b[^|]*\\|[^|]*\\| ([0-9,]+)`, 'm').exec(text) ?? [];
		expect([kind, Number(claimed?.replaceAll(',', ''))]).toEqual([kind, expect.any(Number)]);
		expect(Number(claimed!.replaceAll(',', ''))).toBeWithin(1, count + 1);
	}
});

describe('a service with every way in open', () => {
	let target: Target;
	let before: string;
	beforeAll(async () => {
		target = await startTarget();
		before = await (await target.service.get('/items/14')).text();
	});
	afterAll(() => target?.remove());

	for (const { kind, attacks } of chosen)
		test(`answers ${kind} as it must, ${attacks.length} times`, async () => {
			expect(await play(attacks, target)).toEqual([]);
		});

	test('answers as before, has logged lines of JSON without a secret, and no error', async () => {
		const { service, values } = target;
		expect(await (await service.get('/items/14')).text()).toBe(before);
		const log = service.output();
		const lines = log.split('\n').filter((line) => line.startsWith('{'));
		expect(lines.length).toBeGreaterThan(chosen.flatMap(({ attacks }) => attacks).length / 2);
		for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
		expect(log).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
		expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
		const metrics = await (await fetch(service.metrics)).text();
		const secrets = [values.key, values.token, values.shop, values.feed, values.cookie.split('=')[1]!];
		for (const [name, text] of Object.entries({ log, metrics }))
			expect([name, secrets.filter((secret) => text.includes(secret))]).toEqual([name, []]);
		// A name that a client invents makes no series.
		expect(metrics).not.toMatch(/attack|evil\.example|__proto__/);
	});
});
