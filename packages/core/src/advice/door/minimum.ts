import type { Board, Catalog, Release, Support } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import { knownOn } from '../../catalog/known-on.ts';
import { macsOf } from '../../catalog/lookup.ts';
import { compareVersions } from '../../catalog/version.ts';
import { addDays, dayNumber, dayOfNumber } from '../../text/day.ts';
import { groupBy } from '../../text/group-by.ts';
import { majorLifecycle, majorsInOrder } from '../lifecycle.ts';
import { supportsOn } from '../offered.ts';
import { longestDays, type Policy } from '../policy/policy.ts';
import { deadlineOf } from '../standing/deadline.ts';
import { type PolicyTarget, policyTarget } from '../standing/policy-target.ts';

/**
 * A door is what asks a Mac for its version and knows nothing else of it: single sign-on, a VPN, device trust. `deadline` refuses
 * Macs that are overdue, `target` those below their target.
 */
export const doors = ['deadline', 'target'] as const;
export type DoorAt = (typeof doors)[number];

/** The lowest version that a door admits, and what is known of its next change. */
export interface Floor {
	readonly minimum: Release;
	/** The day on which the floor changes; null if nothing that is known today changes it. */
	readonly nextOn: string | null;
	/** The floor from then on; null if nobody is admitted from then on. */
	readonly next: Release | null;
}

/** The floor of Macs that run no allowed major, and their models. */
export interface HardwareFloor extends Floor {
	readonly boards: readonly Board[];
	readonly modelIdentifiers: readonly string[];
}

/** What a door asks of the Macs on one major. */
export interface MajorFloor {
	readonly major: string;
	/** Null if no Mac may stay on the major, but for those that hardware blocks. */
	readonly floor: Floor | null;
	/** The newest target of a Mac that may stay on the major. */
	readonly target: Release | null;
	/** The first day on which no Mac was allowed to stay on the major. */
	readonly closedOn: string | null;
	/** Versions of the major are below this number; null for the newest major, so that unknown newer versions pass. */
	readonly upperBound: string | null;
	/** Of Macs whose last major is still supported and not allowed; null if there are none. */
	readonly hardware: HardwareFloor | null;
	/** Every kind of Mac that has releases of the major. */
	readonly kinds: readonly KindFloor[];
}

/** What a door asks of Macs on one major that have the same releases. */
export interface KindFloor {
	readonly boards: readonly Board[];
	/** They run no major that the policy allows. */
	readonly isBlocked: boolean;
	/** The known releases that are admitted, and those that are refused, oldest first. Of blocked Macs, as if hardware were no matter. */
	readonly admitted: readonly Release[];
	readonly refused: readonly Release[];
	/** The last major of blocked Macs is still supported, so that they may be allowed at a floor of their own. */
	readonly mayBeAllowed: boolean;
}

/**
 * The floors of each major from macOS 11 on, newest first: of those on which a Mac may stay, and those that are still supported.
 * A floor is the lowest over all Macs, so that a release that was not made for some of them refuses none. Floors may fall: when a
 * release is pulled, a Mac below it is not overdue any more. A release raises none before the second day after it came out, so
 * that the day alone decides, not the hour.
 */
export function minimumVersions(catalog: Catalog, policy: Policy, at: DoorAt): readonly MajorFloor[] {
	const door = { catalog: catalogOf(catalog, policy.asOf), policy, at, policies: new Map<string, Policy>() };
	const days = majorsInOrder(door.catalog).filter(
		({ major, day }) => major.era === 'modern' && day <= policy.asOf,
	);
	const byMajor = groupBy(alikeMacs(door), ({ support }) => support.major.name);
	const newest = days.at(-1)?.major.name;
	return days.toReversed().flatMap(({ major: { name } }) => {
		const macs = byMajor.get(name) ?? [];
		const [blocked, free] = [macs.filter(({ isBlocked }) => isBlocked), macs.filter((mac) => !mac.isBlocked)];
		const floor = floorOf(door, free);
		const hardware = hardwareFloorOf(door, blocked);
		const { state } = majorLifecycle(door.catalog, name, policy.asOf)!;
		if (!floor && !hardware && state === 'ended') return [];
		return {
			major: name,
			floor,
			target: newestOf(free.flatMap(({ target }) => (target?.major === name ? target : []))),
			closedOn: floor ? null : closedOn(door, free),
			upperBound: name === newest ? null : String(Number(name) + 1),
			hardware,
			kinds: macs.map((mac) => kindFloor(door, mac)),
		};
	});
}

/** The lowest floor of all majors, for products that take one number. */
export function lowestFloor(floors: readonly (Floor | null)[]): Release | null {
	return lowestOf(floors.flatMap((floor) => floor?.minimum ?? []));
}

/** The first day on which a floor changes, by what is known today; null for none. */
export function nextChange(majors: readonly MajorFloor[]): string | null {
	const days = majors.flatMap(({ floor, hardware }) => [floor?.nextOn ?? [], hardware?.nextOn ?? []].flat());
	return days.sort()[0] ?? null;
}

interface Door {
	readonly catalog: Catalog;
	readonly policy: Policy;
	readonly at: DoorAt;
	/** The policies of other days, made once. */
	readonly policies: Map<string, Policy>;
}

/** The facts of the day: a look back must not announce what was found out later. */
function catalogOf(catalog: Catalog, asOf: string): Catalog {
	const { releases, security } = catalog;
	const isLater = [...releases.values()].some(({ released, pulls }) =>
		[released, ...pulls.map(({ on }) => on)].some((day) => day > asOf),
	);
	const isFoundLater = [...security.cves.values()].some(
		({ exploitation }) => exploitation !== null && exploitation.since > asOf,
	);
	return isLater || isFoundLater ? knownOn(catalog, asOf) : catalog;
}

/** Macs on one major with the same releases, of which a policy says the same. */
interface AlikeMacs {
	readonly boards: readonly Board[];
	/** That of the first board. */
	readonly support: Support;
	readonly isBlocked: boolean;
	readonly target: Release | null;
	/** The releases that the door admits, and those that it refuses, oldest first. */
	readonly admitted: readonly Release[];
	readonly refused: readonly Release[];
}

/** 230 boards are 40 kinds of Macs: what takes 150 ms for each board takes 25. */
function alikeMacs(door: Door): AlikeMacs[] {
	const { catalog, policy } = door;
	const macs = macsOf(catalog).filter(({ kind }) => kind !== 'virtual-machine');
	return [...groupBy(macs, releasesKey).values()].flatMap((boards) => {
		const supports = supportsOn(boards[0]!, policy.asOf).filter(({ major }) => major.era === 'modern');
		return supports.map((support): AlikeMacs => {
			const { blocked, release } = targetOn(door, support, policy.asOf);
			const out = support.releases.filter(({ released }) => released <= policy.asOf);
			const refusedAt = out.findLastIndex((each) => !isAdmitted(door, support, each, policy.asOf));
			return {
				boards,
				support,
				isBlocked: blocked,
				target: release,
				admitted: out.slice(refusedAt + 1),
				refused: out.slice(0, refusedAt + 1),
			};
		});
	});
}

/** The same for boards that have the same releases, and were offered the same ones at all times. */
function releasesKey(board: Board): string {
	const supports = [...board.support.values()];
	const keys = supports.map(({ major, releases, offered }) =>
		major.era === 'modern'
			? [releases, offered].map((list) => list.map(({ version }) => version).join(' ')).join('|')
			: major.name,
	);
	const hasOwnPulls = supports.some(({ releases }) => releases.some(({ pulls }) => pulls.length > 0));
	return [...keys, hasOwnPulls ? board.id : ''].join('\n');
}

/** The policy on a day on which the youngest releases raise nothing yet. */
function policyOn({ catalog, policy, policies }: Door, asOf: string): Policy {
	const made = policies.get(asOf);
	if (made) return made;
	const today = dayNumber(asOf);
	const young = [...catalog.releases.values()].filter(
		({ released }) => released <= asOf && dayNumber(released) + daysBeforeRaise > today,
	);
	const exclude = [...policy.exclude, ...young.map(({ version }) => version)];
	const ofDay = { ...policy, asOf, exclude };
	policies.set(asOf, ofDay);
	return ofDay;
}

const daysBeforeRaise = 2;

function targetOn(door: Door, { board, major }: Support, asOf: string): PolicyTarget {
	return policyTarget(door.catalog, board, major.name, policyOn(door, asOf));
}

function isAdmitted(door: Door, support: Support, release: Release, asOf: string): boolean {
	const target = targetOn(door, support, asOf);
	if (door.at === 'deadline') return overdueSince(door, support, release, asOf) === null;
	return !target.release || compareVersions(release.parsed, target.release.parsed) >= 0;
}

function overdueSince(door: Door, support: Support, release: Release, asOf: string): string | null {
	const { catalog } = door;
	const policy = policyOn(door, asOf);
	const { board } = support;
	const target = policyTarget(catalog, board, support.major.name, policy);
	const mac = { catalog, board, support, version: release.parsed, response: null, policy };
	return deadlineOf(mac, target).overdueSince;
}

function floorOf(door: Door, macs: readonly AlikeMacs[]): Floor | null {
	const minimum = lowestOf(macs.flatMap(({ admitted }) => admitted[0] ?? []));
	if (!minimum) return null;
	const days = macs
		.filter(({ admitted }) => admitted[0] === minimum)
		.map((mac) => refusedOn(door, mac, minimum));
	// The floor holds as long as it holds for one of them.
	const nextOn = days.includes(null) ? null : days.sort().at(-1)!;
	const next = nextOn === null ? null : lowestOf(macs.flatMap((mac) => lowestOn(door, mac, nextOn) ?? []));
	return { minimum, nextOn, next };
}

function hardwareFloorOf(door: Door, blocked: readonly AlikeMacs[]): HardwareFloor | null {
	const macs = blocked.filter((mac) => mac.admitted.length > 0 && isSupported(door, mac));
	const floor = floorOf(door, macs);
	if (!floor) return null;
	const boards = macs.flatMap((mac) => mac.boards);
	const models = [...new Set(boards.flatMap(({ modelIdentifiers }) => modelIdentifiers))];
	return { ...floor, boards, modelIdentifiers: models.sort(compareText) };
}

function isSupported({ catalog, policy }: Door, { target }: AlikeMacs): boolean {
	return target !== null && majorLifecycle(catalog, target.major, policy.asOf)?.state !== 'ended';
}

function kindFloor(door: Door, mac: AlikeMacs): KindFloor {
	const { boards, isBlocked, admitted, refused } = mac;
	return { boards, isBlocked, admitted, refused, mayBeAllowed: isBlocked && isSupported(door, mac) };
}

function lowestOn(door: Door, mac: AlikeMacs, asOf: string): Release | null {
	return mac.admitted.find((release) => isStillAdmitted(door, mac, release, asOf)) ?? null;
}

/** Whether Macs are admitted on a later day, and hardware does not block them where it does not today. */
function isStillAdmitted(
	door: Door,
	{ support, isBlocked }: AlikeMacs,
	release: Release,
	asOf: string,
): boolean {
	return targetOn(door, support, asOf).blocked === isBlocked && isAdmitted(door, support, release, asOf);
}

/** The first day after today on which the door refuses a release that it admits today, by what is known; null for never. */
function refusedOn(door: Door, mac: AlikeMacs, release: Release): string | null {
	const days = [
		...majorChanges(door),
		...(door.at === 'deadline' ? afterDeadline(door, mac.support, release) : targetChanges(door)),
	];
	const later = [...new Set(days)].filter((day) => day > door.policy.asOf).sort();
	return later.find((day) => !isStillAdmitted(door, mac, release, day)) ?? null;
}

/** The days after the oldest deadline of all targets to come: usually the first, but a release counts only once it is the target. */
function afterDeadline(door: Door, support: Support, release: Release): string[] {
	const since = overdueSince(door, support, release, addDays(door.policy.asOf, 3 * longestDays));
	return since === null ? [] : Array.from({ length: daysAfterDeadline }, (_, at) => addDays(since, at + 1));
}

const daysAfterDeadline = 400;

/** The days from which another major is the oldest allowed one. */
function majorChanges({ catalog, policy }: Door): string[] {
	return majorsInOrder(catalog).map(({ earliest }) => dayOfNumber(earliest + policy.deferMajorDays));
}

/** The days from which another release of a major may be the target. */
function targetChanges({ catalog, policy }: Door): string[] {
	const waits = [...new Set([policy.deferDays, Math.max(policy.deferDays, daysBeforeRaise)])];
	return [...catalog.releases.values()].flatMap(({ released }) =>
		waits.map((wait) => addDays(released, wait)),
	);
}

function closedOn(door: Door, macs: readonly AlikeMacs[]): string | null {
	const { asOf } = door.policy;
	const days = macs.flatMap(({ support }) => {
		const last = support.releases.findLast(({ released }) => released <= asOf)!;
		if (door.at === 'target') {
			const target = targetOn(door, support, asOf);
			return dayOfNumber(target.since(target.release!));
		}
		const since = overdueSince(door, support, last, asOf);
		return since === null ? [] : addDays(since, 1);
	});
	return days.sort().at(-1) ?? null;
}

function lowestOf(releases: readonly Release[]): Release | null {
	return releases.toSorted((a, b) => compareVersions(a.parsed, b.parsed))[0] ?? null;
}

function newestOf(releases: readonly Release[]): Release | null {
	return releases.toSorted((a, b) => compareVersions(b.parsed, a.parsed))[0] ?? null;
}
