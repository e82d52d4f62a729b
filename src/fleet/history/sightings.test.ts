import { expect, test } from 'bun:test';
import { macsPerSegment, packSightings, Sightings, unpackSightings } from './sightings.ts';

type Sighting = readonly [mac: number, state: number, day: number];

function sightingsOf(list: readonly Sighting[]): Sightings {
	const sightings = new Sightings();
	for (const [mac, state, day] of list) sightings.add(mac, state, day);
	return sightings;
}

function listOf({ macs, states, days, length }: Sightings): Sighting[] {
	return Array.from({ length }, (_, at) => [macs[at]!, states[at]!, days[at]!]);
}

function unpacked(packed: ReadonlyMap<number, Uint8Array>): Sighting[] {
	const into = new Sightings();
	for (const [segment, bytes] of packed) unpackSightings(bytes, segment, into);
	return listOf(into);
}

test('packed sightings come back sorted by Mac, day and state', () => {
	const list: Sighting[] = [
		[3, 1, 20500],
		[3, 0, 20500],
		[0, 7, 20502],
		[macsPerSegment, 300, 20499],
		[macsPerSegment - 1, 70_000, 20498],
		[3, 2, 20400],
		[2, 16_384, 20497],
		[5 * macsPerSegment + 9, 127, 128],
		[5 * macsPerSegment + 9, 128, 127],
	];
	const packed = packSightings(sightingsOf(list));
	expect([...packed.keys()]).toEqual([0, 1, 5]);
	expect(unpacked(packed)).toEqual([
		[0, 7, 20502],
		[2, 16_384, 20497],
		[3, 2, 20400],
		[3, 0, 20500],
		[3, 1, 20500],
		[macsPerSegment - 1, 70_000, 20498],
		[macsPerSegment, 300, 20499],
		[5 * macsPerSegment + 9, 128, 127],
		[5 * macsPerSegment + 9, 127, 128],
	]);
});

test('three small numbers are three bytes', () => {
	const packed = packSightings(
		sightingsOf([
			[2, 5, 60],
			[3, 6, 59],
			[3, 6, 61],
		]),
	);
	// Mac and day are steps from the previous ones; a step back is an odd number.
	expect([...packed.get(0)!]).toEqual([2, 5, 120, 1, 6, 1, 0, 6, 4]);
});

test('a list grows with its sightings', () => {
	const list = Array.from({ length: 5000 }, (_, at): Sighting => [at % 700, 200 + (at % 3), 20000 + at]);
	const back = unpacked(packSightings(sightingsOf(list)));
	expect(back).toEqual(list.toSorted((a, b) => a[0] - b[0] || a[2] - b[2]));
	const sightings = sightingsOf(list);
	sightings.clear();
	sightings.add(1, 2, 3);
	expect(listOf(sightings)).toEqual([[1, 2, 3]]);
});

test.each([
	['a number that does not end', [1, 2, 200]],
	['a day that is not there', [1, 2]],
	['a number that no fleet has', [200, 200, 200, 200, 200, 200, 200, 200, 1, 1, 1]],
])('%s throws a RangeError', (_, bytes) => {
	expect(() => unpackSightings(Uint8Array.from(bytes), 0, new Sightings())).toThrow('sightings are damaged');
});

test('a list holds no more sightings than it may', () => {
	const sightings = new Sightings(3000);
	expect(() => unpackSightings(new Uint8Array(3 * 3001), 0, sightings)).toThrow(
		'1,024 Macs have more than 3,000 sightings: erase old ones with fleet remember --keep-days',
	);
	expect(sightings.length).toBe(3000);
	sightings.clear();
	unpackSightings(new Uint8Array(3 * 3000), 0, sightings);
	expect(sightings.length).toBe(3000);
});
