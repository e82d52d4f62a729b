import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { historyFromBytes } from '../fleet/history/history-bytes.ts';
import { mostPackedBytes, Sightings } from '../fleet/history/sightings.ts';
import { openHistory } from './open-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostile-history-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A history with one segment of so many zero bytes, which are valid sightings of its first Mac. */
function historyWith(bytes: number): string {
	const path = join(folder, `${bytes}.db`);
	const history = openHistory(path, true);
	const packed = deflateRawSync(new Uint8Array(bytes));
	history.run('INSERT INTO sightings (segment, import, packed) VALUES (0, 1, ?)', packed);
	history.close();
	return path;
}

function loaded(path: string): number {
	const history = openHistory(path, false);
	try {
		const sightings = new Sightings();
		for (const [, load] of history.source(null).segments()) load(sightings);
		return sightings.length;
	} finally {
		history.close();
	}
}

function loadedInPage(path: string): number {
	const sightings = new Sightings();
	for (const [, load] of historyFromBytes(readFileSync(path)).segments()) load(sightings);
	return sightings.length;
}

test('sightings that inflate to more than any export has are damaged, on disk and in the page', () => {
	const path = historyWith(mostPackedBytes + 3);
	expect(() => loaded(path)).toThrow(`${path} is damaged.`);
	expect(() => loadedInPage(path)).toThrow(
		'This history is damaged, or was being written while it was copied.',
	);
});

test('sightings up to the limit are read', () => {
	const path = historyWith(30_000);
	expect([loaded(path), loadedInPage(path)]).toEqual([10_000, 10_000]);
});

test('an export with more sightings than can be read again is not stored', () => {
	const history = openHistory(join(folder, 'full.db'), true);
	expect(() => history.storeSegment(0, 1, new Uint8Array(mostPackedBytes + 1))).toThrow(
		'the export has more sightings of 1,024 Macs than a history can hold: add it in parts',
	);
	history.close();
});
