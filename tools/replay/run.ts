import { pulledReleases } from '@pointrelease/core/src/advice/offered.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { followFeeds } from '../../src/feeds/polling/follow-feeds.ts';
import type { DatasetStatus } from '../../src/feeds/state/dataset-status.ts';
import type { Fact } from '../../src/learning/facts/fact.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import type { Feed } from '../../src/learning/observation.ts';
import { acceptItem } from '../../src/learning/quarantine/decide-item.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { silentLog } from '../../src/process/log.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { PastFeeds } from './feeds.ts';
import type { Event } from './history.ts';
import {
	factoryBuildsToCome,
	fixesIn,
	fixesTold,
	offeredBriefly,
	pairsIn,
	releasesBetween,
	type Score,
	wrongOn,
} from './score.ts';
import { dataAsOf } from './start-data.ts';
import { today } from './today.ts';

export interface Run {
	readonly name: string;
	/** The day of the data set that the run begins with. */
	readonly data: string;
	/** The day of the start, and the last day of the history. */
	readonly from: string;
	readonly until: string;
	/** Hours of polling after the history. */
	readonly after?: number;
	/** Only the feed of Apple answers. */
	readonly vendorOnly?: boolean;
	/** A person accepts held releases of Apple, and permanent losses of lists. */
	readonly person?: boolean;
	/** Called after each poll. */
	each?(moment: Moment): Promise<void>;
}

/** The service that is replayed, after a poll. */
export interface Moment {
	/** In milliseconds. */
	readonly time: number;
	readonly catalog: () => Catalog;
	readonly settings: Settings;
	readonly database: Database;
	readonly status: () => DatasetStatus;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Plays the history from one day to another to a service with old data, and scores what it learned. `data` is what the tables
 * say today, which the service has to find out.
 */
export async function replay(run: Run, history: readonly Event[], data: Shipped = today): Promise<Score> {
	const feeds = new PastFeeds(run.vendorOnly === true, data.tables);
	let clock = Date.parse(run.from);
	const now = () => new Date(clock);
	const settings = feeds.servers.settings({ FEEDS: 'off' });
	const database = await openDatabase(settings, { make: true });
	const shipped = dataAsOf(data.tables, run.data);
	let served: Catalog = shipped.catalog;
	const swap = (catalog: Catalog) => {
		served = catalog;
	};
	const follower = await followFeeds({
		settings,
		database,
		shipped,
		swap,
		now,
		log: silentLog,
		random: () => 0.5,
	});
	const truth = data.catalog;
	const tally = new Tally(data, fixesTold(lastOfSofa(history)));
	const person = new Knowledge(shipped, database, silentLog);
	const pull = async (feedsToAsk: readonly Feed[]) => {
		await follower.pull(feedsToAsk);
		const items = await readItems(database);
		for (const { id } of items) tally.items.add(id);
		tally.polled(feedsToAsk, served);
		if (run.each)
			await run.each({
				settings,
				database,
				time: clock,
				catalog: () => served,
				status: () => follower.status(),
			});
		if (!run.person) return;
		for (const { id, reason, subject, facts } of items) {
			const isNoFix = ({ subject: version, object: cve }: Fact) =>
				!truth.security.cves.get(cve)?.fixedIn.some((release) => release.version === version);
			if (
				((reason === 'major-jump' || reason === 'implausible') && truth.releases.has(subject)) ||
				(reason === 'list-loses' && facts.every(isNoFix))
			)
				await acceptItem(database, person, { id, correction: {}, now: now() });
		}
	};
	try {
		const end = Date.parse(run.until) + day;
		let midnight = Date.parse(run.from) + day;
		let heard = midnight;
		const endDays = (time: number) => {
			for (; midnight <= time; midnight += day) {
				feeds.exploitedBy(midnight);
				tally.ended(served, new Date(midnight - 1).toISOString().slice(0, 10));
			}
		};
		const publish = (event: Event) => {
			feeds.say(event);
			if (event.feed === 'sofa') tally.sofaDocument = event.document;
			if (event.feed === 'appledb') tally.builds = event.files;
		};
		for (const event of history.filter(({ time }) => time < clock)) publish(event);
		feeds.exploitedBy(clock);
		await pull(['kev']);
		await pull(['apple', 'sofa', 'appledb']);
		for (const event of history.filter(({ time }) => time >= Date.parse(run.from) && time < end)) {
			endDays(event.time);
			clock = event.time;
			if (heard < midnight) await pull(['kev']);
			heard = midnight;
			publish(event);
			if (event.feed === 'apple') tally.listed(event.document);
			await pull([event.feed]);
			if (event.feed !== 'apple') continue;
			clock += minute;
			await pull(['apple']);
		}
		endDays(end);
		for (const hours of hoursAsked(run.after ?? 0)) {
			clock = end + hours * 60 * minute;
			await pull(['apple', 'sofa', 'appledb', 'kev']);
		}
		return tally.score(served, run);
	} finally {
		await follower.close();
		await database.close();
		await feeds.close();
	}
}

function lastOfSofa(history: readonly Event[]): string {
	return history.findLast((event) => event.feed === 'sofa')!.document;
}

/** Every hour at first, then twice a day: the remaining facts wait for days to pass, not for polls. */
function hoursAsked(hours: number): number[] {
	return Array.from({ length: hours }, (_, hour) => hour).filter(
		(hour) => hour < 10 || hour % 12 === 0 || hour === hours - 1,
	);
}

/** Counts during the run. */
class Tally {
	readonly items = new Set<string>();
	/** The last document of SOFA. */
	sofaDocument = '{"OSVersions":[]}';
	/** The last files of AppleDB. */
	builds = (): ReadonlyMap<string, string> => new Map();
	readonly #truth: Catalog;
	readonly #tables: Tables;
	/** The fixes in SOFA at the end of the history. */
	readonly #toldAtLast: ReadonlySet<string>;
	readonly #waiting = new Map<string, number>();
	#polls = 0;
	#pairs = 0;
	readonly #wrong: string[] = [];

	constructor({ catalog, tables }: Shipped, toldAtLast: ReadonlySet<string>) {
		this.#truth = catalog;
		this.#tables = tables;
		this.#toldAtLast = toldAtLast;
	}

	/** Apple lists releases, some for the first time. */
	listed(document: string): void {
		for (const [, version = ''] of document.matchAll(/"ProductVersion":"([\d.]+)"/g))
			if (!this.#waiting.has(version)) this.#waiting.set(version, 0);
	}

	polled(polledFeeds: readonly Feed[], served: Catalog): void {
		if (!polledFeeds.includes('apple')) return;
		for (const [version, polls] of this.#waiting) {
			if (polls < 0) continue;
			const isServed = served.releases.has(version);
			if (isServed) this.#polls = Math.max(this.#polls, polls + 1);
			this.#waiting.set(version, isServed ? -1 : polls + 1);
		}
	}

	ended(served: Catalog, on: string): void {
		const { wrong, pairs } = wrongOn(served, this.#truth, on);
		this.#wrong.push(...wrong.map((pair) => `${on} ${pair}`));
		this.#pairs += pairs;
	}

	score(served: Catalog, { data, until }: Run): Score {
		const truth = this.#truth;
		// Releases of the last day may not be listed yet.
		const settled = new Date(Date.parse(until) - day).toISOString().slice(0, 10);
		const releases = releasesBetween(truth, data, settled);
		const learnt = releases.filter(({ version }) => served.releases.has(version));
		const old = dataAsOf(this.#tables, data).catalog;
		const later = dataAsOf(this.#tables, settled).catalog;
		const macs = [...later.boards.values()].filter(
			({ id, introduced }) => !old.boards.has(id) && introduced <= settled,
		);
		const wrongDates = learnt.filter(
			({ version, released }) => served.releases.get(version)!.released !== released,
		);
		const [oldPairs, pairs] = [pairsIn(old, until), pairsIn(served, until)];
		const due = pairsIn(later, settled)
			.difference(oldPairs)
			.difference(factoryBuildsToCome(truth, this.builds()));
		const missingPairs = due.difference(pairs).difference(offeredBriefly);
		const never = [
			...[...served.releases.keys()].filter((version) => !truth.releases.has(version)),
			...[...served.boards.keys()].filter((id) => !truth.boards.has(id)),
			...pairs.difference(oldPairs).difference(pairsIn(truth, until)),
			// Apple pulled none of them, and replaced no build.
			...pulledReleases(served, until).map(({ release }) => `${release.version} pulled`),
			...[...served.builds.values()].flatMap(({ build, replaced }) =>
				replaced ? [`${build} replaced`] : [],
			),
		];
		const right = fixesIn(truth, releases);
		const toldFixes = fixesTold(this.sofaDocument);
		const listed = toldFixes.intersection(right);
		const fixes = fixesIn(served, releases);
		// A release that Apple withdrew later was correct at that time.
		const wrongFixes = fixes.difference(right).difference(toldFixes.difference(this.#toldAtLast));
		const missing = releases.filter((release) => !learnt.includes(release));
		return {
			releases: releases.length,
			learnt: learnt.length,
			dates: learnt.length - wrongDates.length,
			pairs: due.size,
			pairsLearnt: due.size - missingPairs.size,
			macs: macs.length,
			macsLearnt: macs.filter(({ id, kind }) => served.boards.get(id)?.kind === kind).length,
			fixes: listed.size,
			fixesLearnt: listed.intersection(fixes).size,
			fixesWrong: wrongFixes.size,
			false: never.length,
			quarantined: this.items.size,
			polls: this.#polls,
			wrongDays: this.#wrong.length,
			boardDays: this.#pairs,
			wrong: [
				...missing.map(({ version }) => `${version} is missing`),
				...wrongDates.map(({ version }) => `${version} has another day`),
				...byRelease(missingPairs).map((pair) => `${pair} is missing`),
				...byRelease(new Set(never)).map((pair) => `${pair} never was`),
				...[...listed.difference(fixes)].map((pair) => `${pair} is not learned as a fix`),
				...[...wrongFixes].map((pair) => `${pair} is no fix`),
				...this.#wrong,
			],
		};
	}
}

/** `27.2 J293AP J313AP`: the pairs of one release on one line. */
function byRelease(pairs: ReadonlySet<string>): string[] {
	const of = Map.groupBy(pairs, (pair) => pair.split(' ')[0]!);
	return [...of].map(([first, all]) =>
		[first, ...all.map((pair) => pair.split(' ')[1]).filter((board) => board !== undefined)].join(' '),
	);
}
