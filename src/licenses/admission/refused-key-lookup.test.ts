import { expect, test } from 'bun:test';
import { eventually } from '../../../test/eventually.ts';
import { usedMemory } from '../../../test/used-memory.ts';
import { lookUpsPerSecond, RefusedKeyLookup } from './refused-key-lookup.ts';

const digestOf = (number: number) => new Uint32Array(Bun.SHA256.hash(String(number)).buffer);
const bytesOf = (number: number) => new Uint8Array(digestOf(number).buffer);

/** Look-ups with a clock that the test moves. */
function onOwnClock(lookUp: (digests: Uint8Array[]) => Promise<void>) {
	const clock = { now: 0 };
	return { clock, lookup: new RefusedKeyLookup(lookUp, () => clock.now) };
}

test('a refused key is looked up once, then remembered as unknown, and after a while looked up again', async () => {
	const lookUps: Uint8Array[] = [];
	const { clock, lookup } = onOwnClock(async (digests) => void lookUps.push(...digests));
	for (let time = 0; time < 100; time++) lookup.note(digestOf(1));
	await eventually('the first is looked up', () => lookUps.length === 1);
	clock.now = 4_999;
	lookup.note(digestOf(1));
	lookup.note(digestOf(2));
	await eventually('the second is looked up', () => lookUps.length === 2);
	clock.now = 5_001;
	lookup.note(digestOf(1));
	await eventually('the first is looked up again', () => lookUps.length === 3);
	lookup.close();
	expect(lookUps).toEqual([bytesOf(1), bytesOf(2), bytesOf(1)]);
});

test('a flood of random keys is looked up at the set rate and no faster, in bounded memory', async () => {
	let queries = 0;
	const { clock, lookup } = onOwnClock(async () => void queries++);
	const before = usedMemory();
	const digest = digestOf(1);
	for (let number = 0; number < 20; number++) {
		clock.now = number * 100;
		for (let burst = 0; burst < 2000; burst++) {
			digest[1] = number;
			digest[2] = burst;
			lookup.note(digest);
		}
		// At first the allowance of a whole second, then a tenth of the rate for each tenth of a second.
		const allowed = lookUpsPerSecond + (number * lookUpsPerSecond) / 10;
		await eventually('all that are allowed', () => lookup.sentLookUps === allowed);
	}
	lookup.close();
	expect(queries).toBeLessThanOrEqual(20);
	expect(usedMemory() - before).toBeLessThan(5_000_000);
});

test('a failed look-up is ignored', async () => {
	const lookup = new RefusedKeyLookup(() => Promise.reject(new Error('away')));
	lookup.note(digestOf(1));
	await eventually('it is sent', () => lookup.sentLookUps === 1);
	lookup.close();
});
