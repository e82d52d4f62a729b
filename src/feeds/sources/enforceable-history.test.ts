import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { enforceableOn } from '@pointrelease/core/src/api/reads/enforceable.ts';
import { makeCatalog, withAppleList } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { sized } from '../../../test/size.ts';
import { worldFolder } from '../../../test/world.ts';
import { readFolder } from '../../data/load.ts';
import { listedIn } from '../../learning/apple-list.ts';
import { readApple } from './apple.ts';

interface Entry {
	readonly ProductVersion: string;
	readonly Build: string;
	readonly ExpirationDate: string;
	readonly SupportedDevices: readonly string[];
}

interface State {
	readonly time: number;
	readonly PublicAssetSets: { readonly macOS: readonly Entry[] };
	readonly AssetSets: { readonly macOS: readonly Entry[] };
}

/** Of two years, the last line of each week. */
function weeklyLines(): string[] {
	const file = new URL('../../../tools/replay/history/gdmf.jsonl.zst', import.meta.url);
	const lines = new TextDecoder()
		.decode(Bun.zstdDecompressSync(readFileSync(file)))
		.trimEnd()
		.split('\n');
	const byWeek = new Map(lines.map((line) => [Math.floor(Number(/\d+/.exec(line)![0]) / 604_800), line]));
	return [...byWeek.values()];
}

/** `27` is 27.0, and the later day counts where both sets list a build. */
function listedFor(identifiers: readonly string[], { PublicAssetSets, AssetSets }: State): string[] {
	const names = identifiers.map((id) => id.toLowerCase());
	const byBuild = new Map<string, string>();
	for (const entry of [...PublicAssetSets.macOS, ...AssetSets.macOS]) {
		if (!entry.SupportedDevices.some((id) => names.includes(id.toLowerCase()))) continue;
		const version = entry.ProductVersion.includes('.') ? entry.ProductVersion : `${entry.ProductVersion}.0`;
		const key = `${version} ${entry.Build}`;
		if ((byBuild.get(key) ?? '') < entry.ExpirationDate) byBuild.set(key, entry.ExpirationDate);
	}
	return [...byBuild].map(([key, until]) => `${key} ${until}`).sort();
}

test("/enforceable equals Apple's list for every Mac on the days of two years", () => {
	const { catalog } = makeCatalog(readFolder(worldFolder));
	const lines = weeklyLines();
	const every = Math.ceil(lines.length / sized(8, lines.length));
	let pairs = 0;
	for (const line of lines.filter((_, at) => at % every === 0)) {
		const state = JSON.parse(line) as State;
		const day = new Date(state.time * 1000).toISOString().slice(0, 10);
		const reading = readApple(new TextEncoder().encode(line), `${day}T00:00:00Z`, catalog!);
		if (!reading.bothSets) continue;
		const served = withAppleList(catalog!, { seenOn: day, releases: listedIn(reading) });
		for (const board of served.boards.values()) {
			const { versions } = enforceableOn(served, board, day);
			const answered = versions!.map(({ version, build, until }) => `${version} ${build} ${until}`);
			expect(answered.sort()).toEqual(listedFor(board.identifiers, state));
			pairs += answered.length;
		}
	}
	expect(pairs).toBeGreaterThan(1000);
});
