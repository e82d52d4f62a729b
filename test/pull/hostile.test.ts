import { afterAll, describe, expect, test } from 'bun:test';
import { pullLimits } from '../../src/pull/limits.ts';
import type { PullOptions } from '../../src/pull/pull.ts';
import { pullInventory, pullOwned } from '../../src/pull/pull.ts';
import { IncompletePull } from '../../src/pull/walk.ts';
import { fakeKinds } from './fake-kinds.ts';
import { FakeMdm } from './fake-mdm.ts';
import { connectionTo, makeFolder, pullFrom, quickClock } from './pull-fakes.ts';
import { trueMacs } from './true-macs.ts';

const { folder, remove } = makeFolder();
const fakes = new Map(Object.keys(fakeKinds).map((kind) => [kind, new FakeMdm(kind, [])]));
const apple = new FakeMdm('apple-business', []);
afterAll(async () => {
	for (const fake of [...fakes.values(), apple]) await fake.stop();
	remove();
});

async function reasonOf(kind: string, options: PullOptions = {}): Promise<string> {
	const pulled = await pullFrom(connectionTo(folder, kind, fakes.get(kind)!), options);
	expect(pulled).toBeInstanceOf(IncompletePull);
	return (pulled as IncompletePull).message;
}

describe.each([...fakes])('%s', (kind, fake) => {
	const answering = (text: string) => {
		const answer = () => new Response(text, { headers: { 'content-type': 'application/json' } });
		fake.reset(trueMacs(3), { allFrom: { request: 1, answer } });
	};

	test('is asked once if its answer is nested too deeply', async () => {
		answering('['.repeat(100_000));
		expect(await reasonOf(kind)).toEndWith(': the answer is nested deeper than 64 levels');
		expect(fake.requests).toBe(1);
	});

	test('is asked once if its answer has too many values', async () => {
		answering(`[${'{},'.repeat(200)}{}]`);
		const limits = { ...pullLimits, values: 100 };
		expect(await reasonOf(kind, { limits })).toEndWith(': the answer has more than 100 values');
		expect(fake.requests).toBe(1);
	});

	test('is asked once if its answer is too long', async () => {
		answering('x'.repeat(3000));
		const limits = { ...pullLimits, answerBytes: 2048 };
		expect(await reasonOf(kind, { limits })).toEndWith(': sends more than 2 KB');
		expect(fake.requests).toBe(1);
	});

	test('cannot send a record of any size', async () => {
		fake.reset(trueMacs(3));
		const limits = { ...pullLimits, recordCharacters: 50 };
		expect(await reasonOf(kind, { limits })).toEndWith('a record of the list has more than 50 characters');
	});

	test('cannot send rows without end', async () => {
		fake.reset(trueMacs(23), { pageSize: 5 });
		const limits = { ...pullLimits, rows: 12 };
		expect(await reasonOf(kind, { limits })).toMatch(
			/the service (lists more than 12 rows|counts 23 rows, more than 12)$/,
		);
	});

	test('cannot send an inventory of any size', async () => {
		fake.reset(trueMacs(23), { pageSize: 5 });
		const limits = { ...pullLimits, inventoryBytes: 2048 };
		expect(await reasonOf(kind, { limits })).toEndWith('the inventory is larger than 2 KB');
	});

	test('has its long texts cut and counted', async () => {
		const name = 'n'.repeat(5000);
		fake.reset(trueMacs(4).map((mac) => (mac.id % 2 === 0 ? { ...mac, name, serial: name } : mac)));
		const { lines, cutTexts } = await pullInventory(connectionTo(folder, kind, fake), {
			clock: quickClock(),
		});
		const macs = Buffer.concat(lines)
			.toString()
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		expect(macs.map((mac) => mac.name.length)).toEqual([5, 4096, 5, 4096]);
		expect(cutTexts).toBe(4);
	});
});

test('the limits let real services pass', () => {
	expect(pullLimits).toMatchObject({
		answerBytes: 64 * 1024 * 1024,
		recordCharacters: 1024 * 1024,
		textCharacters: 4096,
		rows: 2_000_000,
	});
});

test('rows whose IDs are long and begin alike are different rows', async () => {
	const fake = fakes.get('iru')!;
	const { page } = fake.kind;
	const other = new FakeMdm('iru', trueMacs(4), {
		...fake.kind,
		page(at) {
			const answer = page(at) as { data: { device_id: string }[] };
			for (const row of answer.data) row.device_id = `${'x'.repeat(6000)}${row.device_id}`;
			return answer;
		},
	});
	expect(await pullFrom(connectionTo(folder, 'iru', other))).toHaveLength(4);
	await other.stop();
});

test('an address of a next page that is too long is refused', async () => {
	const fake = fakes.get('intune')!;
	const answer = () => Response.json({ value: [], '@odata.nextLink': `${fake.url}/?${'x'.repeat(9000)}` });
	fake.reset(trueMacs(3), { allFrom: { request: 1, answer } });
	expect(await reasonOf('intune')).toEndWith('the address of the next page has more than 8,192 characters');
});

test('a list of owned Macs with a long text is refused', async () => {
	apple.reset(trueMacs(3).map((mac) => ({ ...mac, serial: 's'.repeat(5000) + mac.serial })));
	await expect(
		pullOwned(connectionTo(folder, 'apple-business', apple), { clock: quickClock() }),
	).rejects.toThrow('a text of the list of owned Macs has more than 4,096 characters');
});
