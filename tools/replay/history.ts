import { readFileSync } from 'node:fs';
import { appleImprovements, sofaImprovements } from './improvements.ts';

/** A state of the update service of Apple: its two lists of Mac releases, unchanged. */
interface AppleState {
	readonly time: number;
	readonly PublicAssetSets: unknown;
	readonly AssetSets: unknown;
}

interface SofaState {
	readonly time: number;
	readonly schema: 'v1' | 'v2';
	readonly document: object;
}

interface AppledbFiles {
	readonly init: Readonly<Record<string, string>>;
	readonly events: readonly (readonly [time: number, change: Readonly<Record<string, string | null>>])[];
	readonly blobs: Readonly<Record<string, Record<string, unknown>>>;
}

/** A new document of a feed; the time is in milliseconds. */
export type Event =
	| { readonly time: number; readonly feed: 'apple'; readonly document: string }
	| {
			readonly time: number;
			readonly feed: 'sofa';
			readonly schema: 'v1' | 'v2';
			readonly document: string;
	  }
	| { readonly time: number; readonly feed: 'appledb'; readonly files: () => ReadonlyMap<string, string> };

/** Other feeds are polled every hour, so a change takes effect at the next hour. */
const hour = 3_600_000;

/** All documents of the feeds, in the order of their polls. */
export function readHistory(folder = new URL('history', import.meta.url).pathname): Event[] {
	const apple = lines<AppleState>(`${folder}/gdmf.jsonl.zst`).map(
		({ time, PublicAssetSets, AssetSets }): Event => ({
			time: time * 1000,
			feed: 'apple',
			document: JSON.stringify({
				PublicAssetSets,
				AssetSets,
				PublicBackgroundSecurityImprovements: appleImprovements(time * 1000),
			}),
		}),
	);
	const sofa = lines<SofaState>(`${folder}/sofa.jsonl.zst`).map(
		({ time, schema, document }): Event => ({
			time: nextHour(time * 1000),
			feed: 'sofa',
			schema,
			document: JSON.stringify(
				schema === 'v1'
					? document
					: { ...document, BackgroundSecurityImprovements: sofaImprovements(time * 1000) },
			),
		}),
	);
	const events = [...apple, ...sofa, ...appledbEvents(unpacked(`${folder}/appledb.json.zst`))];
	return events.sort((a, b) => a.time - b.time);
}

function appledbEvents(text: string): Event[] {
	const { init, events, blobs } = JSON.parse(text) as AppledbFiles;
	const states = new Map<number, Record<string, string>>();
	let tree: Record<string, string> = { ...init };
	for (const [time, change] of events) {
		tree = { ...tree };
		for (const [path, blob] of Object.entries(change)) {
			if (blob === null) delete tree[path];
			else tree[path] = blob;
		}
		states.set(nextHour(time * 1000), tree);
	}
	return [...states].map(([time, state]) => ({
		time,
		feed: 'appledb',
		files: () => served(state, blobs),
	}));
}

/** The files of the repository in the format of its API. */
function served(
	tree: Readonly<Record<string, string>>,
	blobs: AppledbFiles['blobs'],
): ReadonlyMap<string, string> {
	const index: string[] = [];
	const devices: unknown[] = [];
	const files = new Map<string, string>();
	for (const [path, blob] of Object.entries(tree)) {
		const file = blobs[blob]!;
		if (path.startsWith('deviceFiles/')) {
			devices.push({ key: file.identifier, ...file });
			continue;
		}
		index.push(`macOS;${file.build}`);
		files.set(`/ios/macOS;${file.build}.json`, JSON.stringify({ deviceMap: [], ...file }));
	}
	files.set('/ios/macOS/index.json', JSON.stringify(index));
	files.set('/device/main.json', JSON.stringify(devices));
	return files;
}

function nextHour(time: number): number {
	return Math.ceil(time / hour) * hour;
}

function lines<T>(file: string): T[] {
	return unpacked(file)
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as T);
}

function unpacked(file: string): string {
	return new TextDecoder().decode(Bun.zstdDecompressSync(readFileSync(file)));
}
