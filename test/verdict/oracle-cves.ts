import type {
	Board,
	Catalog,
	Cve,
	Release,
	SecurityResponse,
} from '@pointrelease/core/src/catalog/catalog.ts';
import { isAbove, numberOf, type OracleMajors, textOf } from './oracle-majors.ts';
import { type OracleSafari, SafariTables } from './oracle-safari.ts';

/** A Mac on a release, with the security response that it reports. */
export interface Mac {
	readonly board: Board;
	readonly release: Release;
	readonly response?: SecurityResponse | null;
	/** As it reports it: `26.5`, `16.3 (17614.4.6.11.6)`. */
	readonly safari?: string | null;
}

export type OracleCve =
	| 'listed'
	| 'later-release'
	| 'later-major'
	| 'missing'
	| 'no-release-since'
	| 'released-since'
	| 'older-only'
	| 'safari-only'
	| OracleSafari;

export interface OracleExposure {
	readonly missing: number;
	readonly exploitedMissing: number;
	readonly noReleaseSince: number;
	readonly exploitedNoReleaseSince: number;
	readonly releasedSince: number;
	readonly exploitedReleasedSince: number;
}

/** The exploited CVEs that a Mac lacks, and those whose state on it is not stated. */
export interface Lacked {
	readonly missing: readonly Cve[];
	readonly silent: readonly Cve[];
}

const isFixed = (state: OracleCve) => ['listed', 'later-release', 'later-major'].includes(state);
const isOpen = (state: OracleCve) => state === 'safari-not-reported' || state === 'unknown';
const isSilent = (state: OracleCve) => state === 'no-release-since' || state === 'released-since';

function isExploited({ exploitation }: Cve, day: number): boolean {
	return exploitation !== null && numberOf(exploitation.since) <= day;
}

/** What the documents say about a CVE on a Mac. Days are numbers. */
export class OracleCves {
	readonly #catalog: Catalog;
	readonly #majors: OracleMajors;
	readonly #safari = new SafariTables();
	/** The exploited CVEs that a release fixes. */
	readonly #exploitedFixes = new Map<string, ReadonlySet<Cve>>();

	constructor(catalog: Catalog, majors: OracleMajors) {
		this.#catalog = catalog;
		this.#majors = majors;
	}

	exposure(mac: Mac, today: number): OracleExposure {
		const states = this.cvesOn(today).map((cve) => ({ cve, state: this.#countedOn(mac, cve, today) }));
		const of = (state: OracleCve) => states.filter((each) => each.state === state);
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

	/** The CVEs that a release, a response or a Safari had fixed by a day. */
	cvesOn(today: number): Cve[] {
		return [...this.#catalog.security.cves.values()].filter(
			({ id, fixedIn, responses }) =>
				[...fixedIn, ...responses].some(({ released }) => numberOf(released) <= today) ||
				this.#safari.listing(id, textOf(today)).length > 0,
		);
	}

	/** What counts leave where it is without Safari: it would decide it, and is not known well enough. */
	#countedOn(mac: Mac, cve: Cve, today: number): OracleCve {
		const state = this.stateOn(mac, cve, today);
		return isOpen(state) ? this.#silence(mac, cve, today) : state;
	}

	/** The state of a CVE on a Mac, and the reason. */
	stateOn({ board, release, response = null, safari = null }: Mac, cve: Cve, today: number): OracleCve {
		const isOut = ({ released }: { readonly released: string }) => numberOf(released) <= today;
		const ofMajor = cve.fixedIn.filter((other) => other.major === release.major && isOut(other));
		if (ofMajor.includes(release) || response?.cves.includes(cve.id)) return 'listed';
		if (ofMajor.some(({ version }) => isAbove(release.version, version))) return 'later-release';
		const responses = cve.responses.filter(
			(other) => this.#majors.ofRelease(other.version) === release.major && isOut(other),
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
		const before = this.#isOfSafariAlone(cve)
			? this.#safari.listing(cve.id, textOf(today)).map(({ day }) => numberOf(day))
			: this.#fixes(cve, today).map(({ day }) => day);
		if (before.some((day) => day < this.#majors.firstDay(release.major))) return 'later-major';
		return (
			this.#safari.stateOn(cve.id, release.major, safari, textOf(today)) ??
			this.#silence({ board, release }, cve, today)
		);
	}

	#isOfSafariAlone({ fixedIn, responses }: Cve): boolean {
		return fixedIn.length + responses.length === 0;
	}

	#fixes(cve: Cve, today: number) {
		const isOut = ({ released }: { readonly released: string }) => numberOf(released) <= today;
		return [
			...cve.fixedIn.filter(isOut).map(({ major, released }) => ({ major, day: numberOf(released) })),
			...cve.responses.filter(isOut).map(({ version, released }) => ({
				major: this.#majors.ofRelease(version),
				day: numberOf(released),
			})),
		];
	}

	#silence({ release }: Mac, cve: Cve, today: number): OracleCve {
		if (this.#isOfSafariAlone(cve)) return 'safari-only';
		const isOut = ({ released }: { readonly released: string }) => numberOf(released) <= today;
		const fixes = this.#fixes(cve, today);
		const newer = fixes.filter(({ major }) => this.#majors.index(major) > this.#majors.index(release.major));
		if (newer.length === 0) return 'older-only';
		const since = Math.min(...newer.map(({ day }) => day));
		const hasReleaseSince = this.#catalog.majors
			.get(release.major)!
			.releases.some(
				(other) =>
					isOut(other) &&
					numberOf(other.released) >= since &&
					this.#majors.isSupported(release.major, numberOf(other.released)) &&
					['listed', 'none'].includes(this.#catalog.security.lists.get(other.version)?.state ?? ''),
			);
		return hasReleaseSince ? 'released-since' : 'no-release-since';
	}

	/** The exploited CVEs that a Mac lacks. */
	lackedExploited(mac: Mac, today: number): Lacked {
		if (mac.release.parsed.era !== 'modern') return { missing: [], silent: [] };
		const states = this.#exploited(today).map((cve) => ({ cve, state: this.#countedOn(mac, cve, today) }));
		return {
			missing: states.filter(({ state }) => state === 'missing').map(({ cve }) => cve),
			silent: states.filter(({ state }) => isSilent(state)).map(({ cve }) => cve),
		};
	}

	/** The exploited CVEs that a release fixes. */
	exploitedFixesOf(target: Release, today: number): ReadonlySet<Cve> {
		const key = `${target.version} ${today}`;
		let fixed = this.#exploitedFixes.get(key);
		if (!fixed) {
			const [board] = this.#catalog.majors.get(target.major)!.boards;
			const mac = { board: board!, release: target };
			fixed = new Set(this.#exploited(today).filter((cve) => isFixed(this.stateOn(mac, cve, today))));
			this.#exploitedFixes.set(key, fixed);
		}
		return fixed;
	}

	#exploited(day: number): Cve[] {
		return [...this.#catalog.security.cves.values()].filter((cve) => isExploited(cve, day));
	}
}
