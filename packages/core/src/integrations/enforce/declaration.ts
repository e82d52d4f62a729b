import type { Policy } from '../../advice/policy/policy.ts';
import { mostDays, settingsPayload } from '../../advice/policy/update-settings.ts';
import { byteLength } from '../../text/bytes.ts';
import { inWords } from '../../text/day-words.ts';
import { counted } from '../../text/numbers.ts';
import { sha256Hex } from '../../text/sha256.ts';
import { englishArticle } from '../sofa/sofa-release.ts';
import type { NotCoveredReason } from './not-covered.ts';
import type { Due, EnforcementGroup, EnforcementPlan } from './plan.ts';

/** A complete declaration of Apple's device management. */
export interface Declaration {
	readonly Type: string;
	readonly Identifier: string;
	/** A Mac processes a declaration again if the token differs, so the token depends on the payload alone. */
	readonly ServerToken: string;
	readonly Payload: object;
}

/** Apple's limit for `Identifier`. */
const mostOctets = 64;

export function declarationOf(
	policy: string | null,
	name: string,
	type: string,
	payload: object,
): Declaration {
	return {
		Type: type,
		Identifier: identifierOf(policy ?? '', name),
		ServerToken: sha256Hex(JSON.stringify(payload)).slice(0, 32),
		Payload: payload,
	};
}

/** A policy name that is too long is cut, with a digest of the whole name so that identifiers stay unique. */
function identifierOf(policy: string, name: string): string {
	const whole = `org.pointrelease.${policy}.${name}`;
	if (byteLength(whole) <= mostOctets) return whole;
	const digest = sha256Hex(policy).slice(0, 8);
	let cut = '';
	for (const character of policy) {
		if (byteLength(`org.pointrelease.${cut}${character}-${digest}.${name}`) > mostOctets) break;
		cut += character;
	}
	return `org.pointrelease.${cut}-${digest}.${name}`;
}

/** One declaration of a group: for the Macs in time, or for those with an earlier deadline. */
export interface Enforced {
	readonly group: EnforcementGroup;
	readonly due: Due;
	/** `macos-26`, `macos-26-late`: in names of files, identifiers and labels. */
	readonly name: string;
	readonly isLate: boolean;
}

/** The Macs of a group by deadline, latest first. */
export function enforcedOf(group: EnforcementGroup): Enforced[] {
	return [
		{ group, due: group, name: group.name, isLate: false },
		...group.late.map((due, at) => ({
			group,
			due,
			name: `${group.name}-late${at === 0 ? '' : `-${at + 1}`}`,
			isLate: true,
		})),
	];
}

/** The first major that understands the declaration. */
const firstMajor = 14;

/** Why there is no declaration; null if there is one. */
export function whyNotDeclared(
	{ policy }: EnforcementPlan,
	{ group: { target, listedUntil }, due: { deadline } }: Enforced,
): NotCoveredReason | null {
	if (Number(target.major) < firstMajor) return 'needs-macos-14';
	// A Mac keeps such a declaration and does nothing; Apple asks servers to remove it.
	if (listedUntil !== null && listedUntil < policy.asOf) return 'not-listed';
	return deadline === null ? 'no-deadline' : null;
}

/** Requires the target of a group by the day for Macs on certain releases. */
export function declarationFor(
	{ catalog, policy }: EnforcementPlan,
	{ group: { target, build }, due, name }: Enforced,
): Declaration {
	return declarationOf(policy.name, name, 'com.apple.configuration.softwareupdate.enforcement.specific', {
		TargetOSVersion: target.version,
		...(build && { TargetBuildVersion: build.build }),
		TargetLocalDateTime: `${due.enforcedOn}T12:00:00`,
		DetailsURL: englishArticle(catalog.security.lists.get(target.version)?.article ?? ''),
	});
}

/** A declaration for all Macs, and the name of its file. */
export interface SettingsDeclaration {
	readonly name: 'deferrals' | 'settings';
	readonly declaration: Declaration;
}

/**
 * The deferrals of a policy and its `settings`, for macOS 15 and later: the older restrictions have no effect from 27 on. Null
 * if it has neither.
 */
export function settingsOf({
	name,
	deferDays,
	deferMajorDays,
	settings = {},
}: Policy): SettingsDeclaration | null {
	const days = { MajorPeriodInDays: deferMajorDays, MinorPeriodInDays: deferDays };
	// These keys do not accept zero.
	const deferrals = Object.entries(days)
		.filter(([, count]) => count > 0)
		.map(([key, count]) => [key, Math.min(count, mostDays)]);
	const payload = settingsPayload(settings, Object.fromEntries(deferrals));
	if (Object.keys(payload).length === 0) return null;
	const file = Object.keys(settings).length > 0 ? 'settings' : 'deferrals';
	return {
		name: file,
		declaration: declarationOf(name, file, 'com.apple.configuration.softwareupdate.settings', payload),
	};
}

/** What a policy requires and deferrals cannot do. */
export function deferralNotices(policy: Policy): string[] {
	const { deferDays, deferMajorDays, behind, exclude } = policy;
	const longer = Math.max(deferDays, deferMajorDays);
	if (longer === 0) return [];
	return [
		...(longer > mostDays
			? [`deferrals: macOS hides a release for at most ${mostDays} days, and the policy defers ${longer}`]
			: []),
		...(behind > 0
			? [
					`deferrals: the policy allows ${counted(behind, 'major version')} behind, and macOS offers the newest once its deferral is over: people can install it`,
				]
			: []),
		...(exclude.length > 0
			? [`deferrals: macOS cannot hide single releases, and the policy excludes ${exclude.join(', ')}`]
			: []),
	];
}

/** Why enforcing a group's target has no effect: Apple's update service no longer lists it. Null while it does. */
function unlistedWarning(
	{ policy }: EnforcementPlan,
	{ name, target, listedUntil }: EnforcementGroup,
): string | null {
	return listedUntil === null || listedUntil >= policy.asOf
		? null
		: `${name}: Apple's update service has not listed ${target.version} since ${listedUntil}, so enforcing it does nothing. Defer releases by 90 days at most.`;
}

/** Until when Apple's list has a group's target; null if Apple's list does not say so, or still moves the day on. */
export function statedUntil(
	{ policy }: EnforcementPlan,
	{ listedUntil, isUntilStated }: EnforcementGroup,
): string | null {
	return isUntilStated && listedUntil! >= policy.asOf ? listedUntil : null;
}

function leavingNotice(plan: EnforcementPlan, group: EnforcementGroup): string | null {
	const until = statedUntil(plan, group);
	return until && `${group.name}: ${group.target.version} leaves Apple's list on ${inWords(until)}`;
}

/** What Apple's list says of the targets: which it no longer has, and which it is about to drop. */
export function listNotices(plan: EnforcementPlan): string[] {
	return plan.groups.flatMap((group) => unlistedWarning(plan, group) ?? leavingNotice(plan, group) ?? []);
}
