import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { cveOnMac, runningMac } from '@pointrelease/core/src/advice/standing/running-mac.ts';
import type { Board, Catalog, Cve, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Event } from '../history.ts';

/** A Mac as the newest inventory has it. */
export interface InventoriedMac {
	readonly board: Board;
	readonly version: string;
}

/** A message that arrived. */
export interface Received {
	readonly at: number;
	readonly kind: string;
	readonly data: Readonly<Record<string, unknown>>;
}

const minute = 60_000;
const week = 7 * 24 * 60 * minute;
/** A release may concern a Mac later, once its inventory says so. */
const newsDays = 14;

/** Counts what should have been told, from the tables of today, and compares it with what arrived. */
export class WatchTally {
	readonly #truth: Catalog;
	readonly #received: readonly Received[];
	/** When a release was first in Apple's list. */
	readonly #listed = new Map<string, number>();
	/** When a release first concerned a Mac of the inventory. */
	readonly #concerned = new Map<string, number>();
	/** When Macs of the inventory first missed the fix of a CVE of the KEV catalog. */
	readonly #exploited = new Map<string, number>();
	/** When the service learned a release. */
	readonly #learned = new Map<string, number>();
	#judgedMessages = 0;
	rounds = 0;
	readonly forNobody: string[] = [];
	readonly wrongCounts: string[] = [];

	constructor(truth: Catalog, history: readonly Event[], received: readonly Received[]) {
		this.#truth = truth;
		this.#received = received;
		for (const event of history)
			if (event.feed === 'apple')
				for (const [, version = ''] of event.document.matchAll(/"ProductVersion":"([\d.]+)"/g))
					if (!this.#listed.has(version)) this.#listed.set(version, event.time);
	}

	/** Call after each round, with its inventory and learned data. */
	judged(time: number, inventory: readonly InventoriedMac[], { releases }: Catalog): void {
		this.rounds++;
		for (const version of releases.keys()) if (!this.#learned.has(version)) this.#learned.set(version, time);
		const day = dayTextAt(time);
		const macs = Map.groupBy(inventory, ({ board, version }) => `${board.id} ${version}`);
		const kinds = [...macs.values()].map((same) => ({ ...same[0]!, count: same.length }));
		const counts = new Map<string, number>();
		for (const { board, version, count } of kinds) {
			const target = this.#targetOf(board, version, day);
			if (target) counts.set(target.version, (counts.get(target.version) ?? 0) + count);
		}
		for (const [version] of counts) {
			const { released } = this.#truth.releases.get(version)!;
			const isNews = released > '2024-06-30' && addDays(released, newsDays) >= day;
			if (isNews && (this.#listed.get(version) ?? time + 1) <= time && !this.#concerned.has(version))
				this.#concerned.set(version, time);
		}
		for (const cve of this.#truth.security.cves.values()) this.#noteExploited(cve, kinds, time, day);
		for (const { kind, data } of this.#received.slice(this.#judgedMessages)) {
			if (kind !== 'release') continue;
			const expected = counts.get(String(data.release)) ?? 0;
			if (expected === 0) this.forNobody.push(`${data.release} on ${day}`);
			else if (expected !== data.concerned)
				this.wrongCounts.push(`${data.release} on ${day}: ${data.concerned}, expected ${expected}`);
		}
		this.#judgedMessages = this.#received.length;
	}

	#targetOf(board: Board, version: string, day: string): Release | null {
		const policy = policyOf(day, { behind: 1, graceDays: 14 }, 'n-1');
		const target = assess(this.#truth, board, { version, build: null }, policy)?.target ?? null;
		return target && compareVersions(parseVersion(version)!, target.parsed) < 0 ? target : null;
	}

	#noteExploited(cve: Cve, kinds: readonly InventoriedMac[], time: number, day: string): void {
		const added = cve.exploitation?.kevAdded ?? null;
		// The catalog of a day is asked for at the first poll of the next.
		if (added === null || added <= '2024-06-30' || added >= day || addDays(added, newsDays) < day) return;
		if (this.#exploited.has(cve.id)) return;
		const isMissing = kinds.some(({ board, version }) => {
			const mac = runningMac(this.#truth, board, { version, build: null }, day);
			return mac !== null && cveOnMac(this.#truth, mac, cve, day).state === 'missing';
		});
		if (isMissing) this.#exploited.set(cve.id, time);
	}

	#of(kind: string): Received[] {
		return this.#received.filter((message) => message.kind === kind);
	}

	get twice(): string[] {
		const subjects = Map.groupBy(this.#received, ({ kind, data }) => `${kind} ${data.subject}`);
		return [...subjects].filter(([, all]) => all.length > 1).map(([subject]) => subject);
	}

	get missedSubjects(): string[] {
		const toldSubjects = new Set(this.#received.map(({ data }) => data.release ?? data.cve));
		return [...this.#concerned.keys(), ...this.#exploited.keys()].filter(
			(subject) => !toldSubjects.has(subject),
		);
	}

	/** Minutes to the first message about each release, since it was listed or, if later, learned. */
	minutes(from: 'listed' | 'learned'): Map<string, number> {
		return new Map(
			this.#of('release').map(({ at, data }) => {
				const version = String(data.release);
				const learned = from === 'learned' ? this.#learned.get(version)! : 0;
				const since = Math.max(this.#listed.get(version) ?? 0, this.#concerned.get(version) ?? 0, learned);
				return [version, (at - since) / minute];
			}),
		);
	}

	/** Digests that came less than a week after the one before. */
	get hurried(): number {
		const times = this.#of('overdue').map(({ at }) => at);
		return times.filter((at, index) => index > 0 && at - times[index - 1]! < week - 60 * minute).length;
	}

	get corrections(): string[] {
		return this.#of('correction').map(({ at, data }) => `${dayTextAt(at)}: ${data.title}`);
	}

	/** Releases whose last message had another day than the tables of today. */
	get wrongDays(): string[] {
		const days = new Map<string, unknown>();
		for (const { kind, data } of this.#received) {
			if (kind === 'release') days.set(`release:${data.release}`, data.released);
			if (kind === 'correction') days.set(String(data.about), (data.now as Record<string, unknown>).released);
		}
		return [...this.#of('release')]
			.map(({ data }) => String(data.release))
			.filter((version) => days.get(`release:${version}`) !== this.#truth.releases.get(version)!.released);
	}

	counts(): Record<string, number> {
		const kinds = ['release', 'exploited', 'overdue', 'ending', 'correction', 'trouble'];
		return Object.fromEntries(kinds.map((kind) => [kind, this.#of(kind).length]));
	}

	get expected(): { readonly releases: number; readonly exploited: number } {
		return { releases: this.#concerned.size, exploited: this.#exploited.size };
	}
}
