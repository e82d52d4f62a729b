import type { Board, Catalog, Cve, Major, Release, SecurityResponse } from '../../src/catalog/catalog.ts';

/**
 * A second implementation of the terms in the documents, as plain as possible and independent of src/advice. Tests
 * compare the program with it. Days are numbers inside, and texts at the edges.
 */

/** The terms of a policy, without the day. */
export interface Terms {
	readonly behind: number;
	readonly deferDays: number;
	readonly deferMajorDays: number;
	readonly exclude: readonly string[];
	readonly graceDays: number | null;
	readonly exploitedGraceDays: number | null;
}

/** A Mac on a release, with the security response that it reports. */
export interface Mac {
	readonly board: Board;
	readonly release: Release;
	readonly response?: SecurityResponse | null;
}

export interface OracleVerdict {
	readonly target: string | null;
	readonly targetSince: string | null;
	readonly blocked: boolean;
	readonly meets: boolean;
	readonly deadline: string | null;
	readonly overdueSince: string | null;
}

export type OracleCve =
	| 'listed'
	| 'later-release'
	| 'later-major'
	| 'missing'
	| 'no-release-since'
	| 'released-since';

export interface OracleExposure {
	readonly missing: number;
	readonly exploitedMissing: number;
	readonly noReleaseSince: number;
	readonly exploitedNoReleaseSince: number;
	readonly releasedSince: number;
	readonly exploitedReleasedSince: number;
}

const numbers = new Map<string, number>();

function numberOf(day: string): number {
	let number = numbers.get(day);
	if (number === undefined) {
		number = Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
		numbers.set(day, number);
	}
	return number;
}

function textOf(day: number): string {
	return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

const places = new Map<string, number>();

/** A number that grows with the version. */
function placeOf(version: string): number {
	let place = places.get(version);
	if (place === undefined) {
		const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
		place = major * 1_000_000 + minor * 1_000 + patch;
		places.set(version, place);
	}
	return place;
}

/** Whether the first version is above the second. */
export function isAbove(a: string, b: string): boolean {
	return placeOf(a) > placeOf(b);
}

const never = Number.POSITIVE_INFINITY;
const isFixed = (state: OracleCve) => ['listed', 'later-release', 'later-major'].includes(state);
const isSilent = (state: OracleCve) => state === 'no-release-since' || state === 'released-since';

function isExploited({ exploitation }: Cve, day: number): boolean {
	return exploitation !== null && numberOf(exploitation.since) <= day;
}

function isFor(boards: ReadonlySet<string> | null, { identifiers }: Board): boolean {
	return boards === null || identifiers.some((id) => boards.has(id));
}

export class Oracle {
	readonly #catalog: Catalog;
	/** The index of each major. */
	readonly #indexes: ReadonlyMap<string, number>;
	/** The day of the first release of each major, by index. */
	readonly #firstDays: readonly number[];
	/** The targets of a board and an installed major, one for each day since the major was released. */
	readonly #histories = new Map<string, (Release | null)[]>();
	/** The exploited CVEs that a release fixes. */
	readonly #exploitedFixes = new Map<string, ReadonlySet<Cve>>();

	constructor(catalog: Catalog) {
		this.#catalog = catalog;
		this.#indexes = new Map([...catalog.majors.keys()].map((name, at) => [name, at]));
		this.#firstDays = [...catalog.majors.values()].map(firstDayOf);
	}

	/** The verdict of a policy on a Mac. */
	verdict(mac: Mac, terms: Terms, asOf: string): OracleVerdict {
		const { board, release } = mac;
		const today = numberOf(asOf);
		const { target, blocked } = this.#targetOn(board, release.major, terms, today);
		const none = { target: null, targetSince: null, blocked, deadline: null, overdueSince: null };
		if (!target) return { ...none, meets: !blocked };
		const at = {
			...none,
			target: target.version,
			targetSince: textOf(this.#since(mac, target, terms, today)),
		};
		if (!isAbove(target.version, release.version)) return { ...at, meets: !blocked };
		const exploited = this.#lackedExploited(mac, today);
		const deadline = this.#deadline(mac, { target, exploited, terms, today });
		const missed = this.#targetsUntil(board, release.major, terms, today)
			.filter(({ version }) => isAbove(version, release.version))
			.map((each) => this.#deadline(mac, { target: each, exploited, terms, today }))
			.filter((day) => day < today);
		return {
			...at,
			meets: false,
			deadline: deadline === never ? null : textOf(deadline),
			overdueSince: missed.length > 0 ? textOf(Math.min(...missed)) : null,
		};
	}

	/** The state of a CVE on a Mac, and the reason. */
	cveOn(mac: Mac, cve: Cve, asOf: string): OracleCve {
		return this.#cveOn(mac, cve, numberOf(asOf));
	}

	exposure(mac: Mac, asOf: string): OracleExposure {
		const today = numberOf(asOf);
		const states = this.cvesOn(asOf).map((cve) => ({ cve, state: this.#cveOn(mac, cve, today) }));
		const of = (state: OracleCve) =>
			states.filter(
				(each) => each.state === state && (!isSilent(state) || this.#isFixedInNewer(each.cve, mac, today)),
			);
		const exploited = (state: OracleCve) => of(state).filter(({ cve }) => isExploited(cve, today));
		return {
			missing: of('missing').length,
			exploitedMissing: exploited('missing').length,
			noReleaseSince: of('no-release-since').length,
			exploitedNoReleaseSince: exploited('no-release-since').length,
			releasedSince: of('released-since').length,
			exploitedReleasedSince: exploited('released-since').length,
		};
	}

	/** The CVEs that a release or response had fixed by a day. */
	cvesOn(asOf: string): Cve[] {
		return [...this.#catalog.security.cves.values()].filter(({ fixedIn, responses }) =>
			[...fixedIn, ...responses].some(({ released }) => released <= asOf),
		);
	}

	/** The releases of a major that are offered to a board on a day, oldest first. */
	offered(board: Board, major: string, asOf: string): Release[] {
		return this.#offered(board, major, numberOf(asOf));
	}

	/** The majors that a policy allows and a board runs, oldest first. */
	allowed(board: Board, terms: Terms, asOf: string): string[] {
		const today = numberOf(asOf);
		return this.#runs(board, today).filter(
			(major) => this.#index(major) >= this.#oldestAllowed(terms, today),
		);
	}

	/** A major gets releases until three newer ones are out. */
	isSupported(major: string, asOf: string): boolean {
		return this.#isSupported(major, numberOf(asOf));
	}

	#isSupported(major: string, day: number): boolean {
		return this.#firstDays.filter((first, at) => at > this.#index(major) && first <= day).length < 3;
	}

	#offered(board: Board, major: string, day: number): Release[] {
		return (board.support.get(major)?.offered ?? []).filter(
			(release) =>
				!release.withdrawn && numberOf(release.released) <= day && !this.#isPulled(board, release, day),
		);
	}

	#oldestAllowed({ behind, deferMajorDays }: Terms, day: number): number {
		return this.#firstDays.findLastIndex((first) => first + deferMajorDays <= day) - behind;
	}

	#targetOn(board: Board, major: string, terms: Terms, day: number) {
		const runs = this.#runs(board, day);
		const oldest = this.#oldestAllowed(terms, day);
		const allowed = runs.filter((name) => this.#index(name) >= oldest);
		const asked = (of: string) =>
			this.#offered(board, of, day).findLast(
				({ version, released }) =>
					numberOf(released) + terms.deferDays <= day && !terms.exclude.includes(version),
			) ?? null;
		if (allowed.includes(major)) return { target: asked(major), blocked: false };
		const blocked = allowed.length === 0 && runs.length > 0;
		const wanted = allowed[0] ?? runs.at(-1);
		const places = wanted === undefined ? [] : runs.slice(0, runs.indexOf(wanted) + 1).reverse();
		for (const place of places) {
			const target = asked(place);
			if (target) return { target, blocked };
		}
		return { target: null, blocked };
	}

	#since({ board, release }: Mac, target: Release, terms: Terms, today: number): number {
		const days = [numberOf(target.released) + terms.deferDays];
		for (const { boards, listedAgainOn } of target.pulls)
			if (isFor(boards, board) && listedAgainOn !== null && numberOf(listedAgainOn) <= today)
				days.push(numberOf(listedAgainOn));
		if (target.major !== release.major) days.push(this.#becameOldest(board, target.major, terms, today));
		return Math.max(...days);
	}

	/** The first day on which a major was the oldest allowed major of a board. */
	#becameOldest(board: Board, major: string, terms: Terms, today: number): number {
		const runs = this.#runs(board, today);
		const before = runs[runs.indexOf(major) - 1];
		if (before === undefined) return 0;
		const changes = this.#firstDays.map((first) => first + terms.deferMajorDays).sort((a, b) => a - b);
		return changes.find((day) => this.#oldestAllowed(terms, day) > this.#index(before)) ?? never;
	}

	#deadline(
		mac: Mac,
		{ target, exploited, terms, today }: { target: Release; exploited: Lacked; terms: Terms; today: number },
	): number {
		const since = this.#since(mac, target, terms, today);
		const days = [terms.graceDays === null ? never : since + terms.graceDays];
		const fixed = this.#fixedBy(target, today);
		const lacked =
			target.major === mac.release.major ? exploited.missing : [...exploited.missing, ...exploited.silent];
		if (terms.exploitedGraceDays !== null)
			for (const cve of lacked)
				if (fixed.has(cve))
					days.push(Math.max(since, numberOf(cve.exploitation!.since)) + terms.exploitedGraceDays);
		return Math.min(...days);
	}

	#exploited(day: number): Cve[] {
		return [...this.#catalog.security.cves.values()].filter((cve) => isExploited(cve, day));
	}

	#lackedExploited(mac: Mac, today: number): Lacked {
		if (mac.release.parsed.era !== 'modern') return { missing: [], silent: [] };
		const states = this.#exploited(today).map((cve) => ({ cve, state: this.#cveOn(mac, cve, today) }));
		return {
			missing: states.filter(({ state }) => state === 'missing').map(({ cve }) => cve),
			silent: states
				.filter(({ state, cve }) => isSilent(state) && this.#isFixedInNewer(cve, mac, today))
				.map(({ cve }) => cve),
		};
	}

	#fixedBy(target: Release, today: number): ReadonlySet<Cve> {
		const key = `${target.version} ${today}`;
		let fixed = this.#exploitedFixes.get(key);
		if (!fixed) {
			const [board] = this.#catalog.majors.get(target.major)!.boards;
			const mac = { board: board!, release: target };
			fixed = new Set(this.#exploited(today).filter((cve) => isFixed(this.#cveOn(mac, cve, today))));
			this.#exploitedFixes.set(key, fixed);
		}
		return fixed;
	}

	/** Every release that was the target on some day, by checking every day. */
	#targetsUntil(board: Board, major: string, terms: Terms, today: number): Release[] {
		const key = JSON.stringify([board.id, major, terms]);
		const targets = this.#histories.get(key) ?? [];
		this.#histories.set(key, targets);
		const from = this.#firstDay(major);
		while (from + targets.length <= today)
			targets.push(this.#targetOn(board, major, terms, from + targets.length).target);
		return [...new Set(targets.slice(0, today - from + 1))].filter((release) => release !== null);
	}

	#cveOn({ board, release, response = null }: Mac, cve: Cve, today: number): OracleCve {
		const isOut = ({ released }: { readonly released: string }) => numberOf(released) <= today;
		const ofMajor = cve.fixedIn.filter((other) => other.major === release.major && isOut(other));
		if (ofMajor.includes(release) || response?.cves.includes(cve.id)) return 'listed';
		if (ofMajor.some(({ version }) => isAbove(release.version, version))) return 'later-release';
		const responses = cve.responses.filter(
			(other) => this.#majorOf(other.version) === release.major && isOut(other),
		);
		// A release above the base of a response has its fix only if the tables say so.
		if (
			responses.some(({ supersededBy }) => supersededBy !== null && !isAbove(supersededBy, release.version))
		)
			return 'later-release';
		const isLater = ({ version, withdrawn }: SecurityResponse) =>
			!withdrawn &&
			!isAbove(release.version, version) &&
			board.support.get(release.major)!.releases.some((other) => other.version === version);
		if (ofMajor.length > 0 || responses.some(isLater)) return 'missing';
		const fixes = [
			...cve.fixedIn.filter(isOut).map(({ major, released }) => ({ major, day: numberOf(released) })),
			...cve.responses
				.filter(isOut)
				.map(({ version, released }) => ({ major: this.#majorOf(version), day: numberOf(released) })),
		];
		if (fixes.some(({ day }) => day < this.#firstDay(release.major))) return 'later-major';
		const newer = fixes.filter(({ major }) => this.#index(major) > this.#index(release.major));
		const since = Math.min(...(newer.length > 0 ? newer : fixes).map(({ day }) => day));
		const hasReleaseSince = this.#catalog.majors
			.get(release.major)!
			.releases.some(
				(other) =>
					isOut(other) &&
					numberOf(other.released) >= since &&
					this.#isSupported(release.major, numberOf(other.released)) &&
					['listed', 'none'].includes(this.#catalog.security.lists.get(other.version)?.state ?? ''),
			);
		return hasReleaseSince ? 'released-since' : 'no-release-since';
	}

	#isFixedInNewer({ fixedIn, responses }: Cve, { release }: Mac, today: number): boolean {
		return [...fixedIn, ...responses].some(
			({ version, released }) =>
				numberOf(released) <= today && this.#index(this.#majorOf(version)) > this.#index(release.major),
		);
	}

	#runs(board: Board, day: number): string[] {
		return [...board.support.values()]
			.filter(({ releases }) =>
				releases.some(({ withdrawn, released }) => !withdrawn && numberOf(released) <= day),
			)
			.map(({ major }) => major.name);
	}

	#isPulled(board: Board, { pulls }: Release, day: number): boolean {
		return pulls.some(
			({ on, listedAgainOn, boards }) =>
				numberOf(on) <= day &&
				(listedAgainOn === null || numberOf(listedAgainOn) > day) &&
				isFor(boards, board),
		);
	}

	#majorOf(version: string): string {
		return this.#catalog.releases.get(version)!.major;
	}

	#index(major: string): number {
		return this.#indexes.get(major)!;
	}

	#firstDay(major: string): number {
		return this.#firstDays[this.#index(major)]!;
	}
}

/** The exploited CVEs that a Mac lacks, and those whose state on it is not stated. */
interface Lacked {
	readonly missing: readonly Cve[];
	readonly silent: readonly Cve[];
}

function firstDayOf({ releases }: Major): number {
	const days = releases.filter(({ withdrawn }) => !withdrawn).map(({ released }) => numberOf(released));
	return Math.min(...days);
}
