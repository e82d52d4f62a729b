import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Shipped } from '../../src/catalog/checked-data.ts';
import { findStep, findSupport } from '../../src/catalog/lookup.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { type FeedFollower, followFeeds } from '../../src/feeds/polling/follow-feeds.ts';
import { type Fields, type Log, silentLog } from '../../src/process/log.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { dataOfMajors } from './recent-data.ts';

/** What the nodes of these tests are shipped with. */
export const shipped = dataOfMajors('26', '27');

/** One node of the service as far as live data is concerned: a database, a follower, the catalog served. */
export interface TestNode extends FeedFollower {
	readonly database: Database;
	readonly served: Catalog;
	/** How often the catalog was replaced, the first time included. */
	readonly swaps: number;
}

export interface NodeOptions {
	now?: () => Date;
	log?: Log;
	/** Follow by the clock; otherwise only `pull` asks. */
	live?: boolean;
	shipped?: Shipped;
}

export async function startNode(settings: Settings, options: NodeOptions = {}): Promise<TestNode> {
	const { now = () => new Date('2026-12-01T12:00:00Z'), log = silentLog, live = false } = options;
	const data = options.shipped ?? shipped;
	const database = await openDatabase(settings, { make: true });
	let served: Catalog | null = null;
	let swaps = 0;
	const follower = await followFeeds({
		settings: { ...settings, feeds: { ...settings.feeds, on: live } },
		database,
		log,
		now,
		shipped: data,
		random: () => 0.5,
		swap(catalog) {
			served = catalog;
			swaps++;
		},
	});
	return {
		database,
		get served() {
			return served!;
		},
		get swaps() {
			return swaps;
		},
		status: () => follower.status(),
		learnt: () => follower.learnt(),
		pull: () => follower.pull(),
		async close() {
			await follower.close();
			await database.close();
		},
	};
}

/** `27.2` for a board in a major: the latest release it is told of; or why there is none. */
export function latest(catalog: Catalog, board: string, major: string): string {
	const answer = findSupport(catalog, board, major);
	return answer.kind === 'found' ? answer.value.latest.version : answer.kind;
}

/** The release after one, on a board; or why there is none. */
export function next(catalog: Catalog, board: string, version: string): string {
	const answer = findStep(catalog, board, version);
	return answer.kind === 'step' ? answer.next.version : answer.kind;
}

export function dateOf(catalog: Catalog, version: string): string | undefined {
	const majors = [...catalog.majors.values()];
	return majors.find(({ byVersion }) => byVersion.has(version))?.byVersion.get(version)?.released;
}

/** The boards the shipped tables give a release to, as a feed would list them. */
export function boardsRunning(catalog: Catalog, version: string): string[] {
	return [...catalog.boards.values()]
		.filter(({ support }) => [...support.values()].some((s) => s.releases.some((r) => r.version === version)))
		.map(({ id }) => id);
}

export interface LogLine {
	level: string;
	event: string;
	fields: Fields;
}

export function recordingLog(): { log: Log; lines: LogLine[] } {
	const lines: LogLine[] = [];
	const at =
		(level: string) =>
		(event: string, fields: Fields = {}) =>
			void lines.push({ level, event, fields });
	return { log: { info: at('info'), warn: at('warn'), error: at('error') }, lines };
}

/** `26C50 2026-11-28`: the builds of a release with their days. */
export function buildsOf(catalog: Catalog, version: string): string[] | undefined {
	return catalog.releases.get(version)?.builds.map(({ build, released }) => `${build} ${released}`);
}
