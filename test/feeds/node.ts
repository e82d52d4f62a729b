import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { findStep, findSupport } from '@pointrelease/core/src/catalog/lookup.ts';
import type { Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { type FeedFollower, followFeeds } from '../../src/feeds/polling/follow-feeds.ts';
import { type Fields, type Log, silentLog } from '../../src/process/log.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { dataOfMajors } from './recent-data.ts';

/** The data that the nodes of these tests are shipped with. */
export const shipped = dataOfMajors('26', '27');

/** One node of the service without HTTP and licenses: a database, a follower and the served catalog. */
export interface TestNode extends FeedFollower {
	readonly database: Database;
	readonly served: Catalog;
	/** How often the catalog was replaced, including the first time. */
	readonly swaps: number;
}

export interface NodeOptions {
	now?: () => Date;
	log?: Log;
	/** Poll by the clock; otherwise only on `pull`. */
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
		get knowledge() {
			return follower.knowledge;
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

/** `27.2`: the latest release of a board in a major, or the kind of miss. */
export function latest(catalog: Catalog, board: string, major: string): string {
	const answer = findSupport(catalog, board, major);
	return answer.kind === 'found' ? answer.value.latest.version : answer.kind;
}

/** The next release after one on a board, or the kind of miss. */
export function next(catalog: Catalog, board: string, version: string): string {
	const answer = findStep(catalog, board, version);
	return answer.kind === 'step' ? answer.next.version : answer.kind;
}

export function dateOf(catalog: Catalog, version: string): string | undefined {
	const majors = [...catalog.majors.values()];
	return majors.find(({ byVersion }) => byVersion.has(version))?.byVersion.get(version)?.released;
}

/** The boards that run a release, as a feed would list them. */
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
