import { expect, test } from 'bun:test';
import { keptBytes } from '../../../test/kept-bytes.ts';
import { lookUpsPerSecond, RefusedKeyLookup } from './refused-key-lookup.ts';

const digestOf = (number: number) => new Uint32Array(Bun.SHA256.hash(String(number)).buffer);

test('a refused key is looked up once and then remembered as unknown', async () => {
	const asked: Uint8Array[][] = [];
	const lookup = new RefusedKeyLookup(async (digests) => void asked.push(digests));
	for (let time = 0; time < 100; time++) lookup.note(digestOf(1));
	await Bun.sleep(60);
	lookup.note(digestOf(1));
	await Bun.sleep(60);
	lookup.close();
	expect(asked).toEqual([[new Uint8Array(digestOf(1).buffer)]]);
});

test('a flood of random keys is looked up at the set rate and no faster, in bounded memory', async () => {
	let queries = 0;
	const lookup = new RefusedKeyLookup(async () => void queries++);
	const start = performance.now();
	const before = keptBytes();
	const digest = digestOf(1);
	const goesOn = () => performance.now() - start < 500 || lookup.sent <= lookUpsPerSecond;
	for (let number = 0; goesOn(); number++) {
		for (let burst = 0; burst < 2000; burst++) {
			digest[1] = number;
			digest[2] = burst;
			lookup.note(digest);
		}
		await Bun.sleep(0);
	}
	await Bun.sleep(40);
	lookup.close();
	const seconds = (performance.now() - start) / 1000;
	expect(lookup.sent).toBeLessThanOrEqual(lookUpsPerSecond * (1 + seconds) + 1);
	expect(queries).toBeLessThan(60 * (1 + seconds));
	expect(keptBytes() - before).toBeLessThan(5_000_000);
});

test('a look-up that fails is nobody’s problem', async () => {
	const lookup = new RefusedKeyLookup(() => Promise.reject(new Error('away')));
	lookup.note(digestOf(1));
	await Bun.sleep(40);
	lookup.close();
	expect(lookup.sent).toBe(1);
});
