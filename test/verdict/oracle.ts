import type { Board, Catalog, Cve, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { type Lacked, type Mac, type OracleCve, OracleCves, type OracleExposure } from './oracle-cves.ts';
import { isAbove, numberOf, OracleMajors, textOf } from './oracle-majors.ts';

/**
 * A second implementation of the terms in the documents, as plain as possible and independent of the core. Tests
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

export interface OracleVerdict {
	readonly target: string | null;
	readonly targetSince: string | null;
	readonly blocked: boolean;
	readonly meets: boolean;
	readonly deadline: string | null;
	readonly overdueSince: string | null;
}

const never = Number.POSITIVE_INFINITY;

function isFor(boards: ReadonlySet<string> | null, { identifiers }: Board): boolean {
	return boards === null || identifiers.some((id) => boards.has(id));
}

export class Oracle {
	readonly #majors: OracleMajors;
	readonly #cves: OracleCves;
	/** The targets of a board and an installed major, one for each day since the major was released. */
	readonly #histories = new Map<string, (Release | null)[]>();

	constructor(catalog: Catalog) {
		this.#majors = new OracleMajors(catalog);
		this.#cves = new OracleCves(catalog, this.#majors);
	}

	/** The state of a CVE on a Mac, and the reason. */
	cveOn(mac: Mac, cve: Cve, asOf: string): OracleCve {
		return this.#cves.stateOn(mac, cve, numberOf(asOf));
	}

	exposure(mac: Mac, asOf: string): OracleExposure {
		return this.#cves.exposure(mac, numberOf(asOf));
	}

	/** The CVEs that a release or response had fixed by a day. */
	cvesOn(asOf: string): Cve[] {
		return this.#cves.cvesOn(numberOf(asOf));
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
		const exploited = this.#cves.lackedExploited(mac, today);
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

	/** The releases of a major that are offered to a board on a day, oldest first. */
	offered(board: Board, major: string, asOf: string): Release[] {
		return this.#offered(board, major, numberOf(asOf));
	}

	/** The majors that a policy allows and a board runs, oldest first. */
	allowed(board: Board, terms: Terms, asOf: string): string[] {
		const today = numberOf(asOf);
		return this.#runs(board, today).filter(
			(major) => this.#majors.index(major) >= this.#oldestAllowed(terms, today),
		);
	}

	#offered(board: Board, major: string, day: number): Release[] {
		return (board.support.get(major)?.offered ?? []).filter(
			(release) =>
				!release.withdrawn && numberOf(release.released) <= day && !this.#isPulled(board, release, day),
		);
	}

	#oldestAllowed({ behind, deferMajorDays }: Terms, day: number): number {
		return this.#majors.firstDays.findLastIndex((first) => first + deferMajorDays <= day) - behind;
	}

	#targetOn(board: Board, major: string, terms: Terms, day: number) {
		const runs = this.#runs(board, day);
		const oldest = this.#oldestAllowed(terms, day);
		const allowed = runs.filter((name) => this.#majors.index(name) >= oldest);
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
		const changes = this.#majors.firstDays.map((first) => first + terms.deferMajorDays).sort((a, b) => a - b);
		return changes.find((day) => this.#oldestAllowed(terms, day) > this.#majors.index(before)) ?? never;
	}

	#deadline(
		mac: Mac,
		{ target, exploited, terms, today }: { target: Release; exploited: Lacked; terms: Terms; today: number },
	): number {
		const since = this.#since(mac, target, terms, today);
		const days = [terms.graceDays === null ? never : since + terms.graceDays];
		const fixed = this.#cves.exploitedFixesOf(target, today);
		const lacked =
			target.major === mac.release.major ? exploited.missing : [...exploited.missing, ...exploited.silent];
		if (terms.exploitedGraceDays !== null)
			for (const cve of lacked)
				if (fixed.has(cve))
					days.push(Math.max(since, numberOf(cve.exploitation!.since)) + terms.exploitedGraceDays);
		return Math.min(...days);
	}

	/** Every release that was the target on some day, by checking every day. */
	#targetsUntil(board: Board, major: string, terms: Terms, today: number): Release[] {
		const key = JSON.stringify([board.id, major, terms]);
		const targets = this.#histories.get(key) ?? [];
		this.#histories.set(key, targets);
		const from = this.#majors.firstDay(major);
		while (from + targets.length <= today)
			targets.push(this.#targetOn(board, major, terms, from + targets.length).target);
		return [...new Set(targets.slice(0, today - from + 1))].filter((release) => release !== null);
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
}
