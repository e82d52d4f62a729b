import { compareBuilds, parseBuild } from '@pointrelease/core/src/catalog/build-number.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { isOther, kindsOfShape } from '@pointrelease/core/src/catalog/identifier.ts';
import type { MachineSeen, Observation } from '../../learning/observation.ts';
import { finalBuild, parseDocument, readEach, releaseNamed, type Value } from './document.ts';

/** One Mac of AppleDB's device list. */
export interface Device {
	readonly key: string;
	readonly model: string;
	readonly name: string;
	readonly boards: readonly string[];
	readonly introduced: string;
}

/** The final builds of AppleDB's index: `25G83` for the key `macOS;25G83`. Skips keys that are not texts. */
export function readIndex(bytes: Uint8Array): string[] {
	return readEach(parseDocument(bytes).list(), (key) => key.text())
		.values.filter((key) => key.startsWith('macOS;'))
		.map((key) => key.slice('macOS;'.length))
		.filter((build) => finalBuild(build));
}

/**
 * The builds to ask for: final ones that the catalog lacks, at the end of a train of the shipped tables or in a new train. Older
 * builds were reviewed when the tables were made, except in the newest train, where new Macs come with builds of older
 * releases. Builds above all known ones of their train come first, then the others, each newest first.
 */
export function newBuilds(catalog: Catalog, shipped: Catalog, index: readonly string[]): string[] {
	const [ends, shippedEnds] = [endsOfTrains(catalog), endsOfTrains(shipped)];
	const newest = Math.max(0, ...shippedEnds.keys());
	const candidates: { text: string; ahead: boolean }[] = [];
	for (const text of new Set(index)) {
		const build = finalBuild(text);
		if (!build || catalog.builds.has(text)) continue;
		const last = shippedEnds.get(build.train);
		const isOld = last ? build.letter < parseBuild(last)!.letter : build.train < newest;
		if (isOld && build.train !== newest) continue;
		const end = ends.get(build.train);
		candidates.push({ text, ahead: !end || compareBuilds(text, end) > 0 });
	}
	candidates.sort((a, b) => Number(b.ahead) - Number(a.ahead) || compareBuilds(b.text, a.text));
	return candidates.map(({ text }) => text);
}

/** The last build of each train. */
function endsOfTrains({ builds }: Catalog): Map<number, string> {
	const ends = new Map<number, string>();
	for (const text of builds.keys()) {
		const { train } = parseBuild(text)!;
		const end = ends.get(train);
		if (end === undefined || compareBuilds(text, end) > 0) ends.set(train, text);
	}
	return ends;
}

/** Reads the file of one build; null if it is a beta, a candidate or internal. */
export function readBuild(bytes: Uint8Array, devices: readonly Device[], seenAt: string): Observation | null {
	const document = parseDocument(bytes);
	const system = document.field('osStr').text();
	// AppleDB adds the title of a security update to the version that the update patches.
	const version = releaseNamed(
		document
			.field('version')
			.text()
			.replace(/ \(Security Update [\d-]+\)$/, ''),
	);
	const build = document.field('build').text();
	const dates = document.maybe('released')?.days() ?? [];
	const keys = new Set(document.field('deviceMap').texts());
	const unreleased = ['beta', 'rc', 'internal', 'rsr', 'bsi'].some((flag) => document.maybe(flag)?.flag());
	if (system !== 'macOS' || version === null || unreleased || !finalBuild(build)) return null;
	const boards = devices.filter(({ key }) => keys.has(key)).flatMap((device) => device.boards);
	return {
		feed: 'appledb',
		// A list in place of `true` names the Macs that came with the build; for other Macs it was an update.
		factory: document.maybe('preinstalled')?.isTrue() ?? false,
		version,
		builds: [build],
		date: dates.sort()[0] ?? null,
		boards: [...new Set(boards)],
		expires: null,
		seenAt,
	};
}

/** Reads the Macs of the device list; other devices and invalid entries are skipped. */
export function readDevices(bytes: Uint8Array): Device[] {
	const { values } = readEach(parseDocument(bytes).list(), readDevice);
	return values.filter((device) => device !== null);
}

function readDevice(entry: Value): Device | null {
	const key = entry.field('key').text();
	// Recognize Macs by the key: board identifiers of tablets have the same shape as those of Macs.
	if (!/^(?:i?Mac|VirtualMac)/.test(key) || entry.maybe('internal')?.flag()) return null;
	const boards = entry.maybe('board')?.oneOrMore() ?? [];
	return {
		key,
		model: entry.maybe('identifier')?.oneOrMore()[0] ?? '',
		name: entry.field('name').text(),
		boards: boards.filter((board) => kindsOfShape(board).length > 0 || isOther(board)),
		introduced: entry.maybe('released')?.days().sort()[0] ?? '',
	};
}

export function machinesOf(devices: readonly Device[], seenAt: string): MachineSeen[] {
	return devices.flatMap(({ boards, name, model, introduced }) =>
		boards.map((board) => ({ feed: 'appledb' as const, board, name, model, introduced, seenAt })),
	);
}
