import { createHash } from 'node:crypto';
import type { Policy } from '../../advice/policy/policy.ts';
import { counted } from '../../text/counted.ts';
import { articleOf } from '../sofa/sofa-release.ts';
import type { Due, EnforcementGroup, EnforcementPlan } from './plan.ts';

/** A declaration of Apple's device management, whole. */
export interface Declaration {
	readonly Type: string;
	readonly Identifier: string;
	/** A Mac takes a declaration anew when this differs: it is made from what is asked, and from nothing else. */
	readonly ServerToken: string;
	readonly Payload: object;
}

/** What Apple allows for `Identifier`. */
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
		ServerToken: createHash('sha256').update(JSON.stringify(payload)).digest('hex').slice(0, 32),
		Payload: payload,
	};
}

/** The name of a policy is cut where there is no room for it; what was cut stays in a digest, so that no two are the same. */
function identifierOf(policy: string, name: string): string {
	const whole = `org.pointrelease.${policy}.${name}`;
	if (Buffer.byteLength(whole) <= mostOctets) return whole;
	const digest = createHash('sha256').update(policy).digest('hex').slice(0, 8);
	let cut = '';
	for (const character of policy) {
		if (Buffer.byteLength(`org.pointrelease.${cut}${character}-${digest}.${name}`) > mostOctets) break;
		cut += character;
	}
	return `org.pointrelease.${cut}-${digest}.${name}`;
}

/** One declaration of a group: of the Macs in time, or of those whose deadline is earlier. */
export interface Enforced {
	readonly group: EnforcementGroup;
	readonly due: Due;
	/** `macos-26`, `macos-26-late`: of files, identifiers and labels. */
	readonly name: string;
	readonly isLate: boolean;
}

/** The Macs of a group by their deadline, the latest first. */
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

/** Macs know the declaration from macOS 14 on. */
const firstMajor = 14;

/** Why there is no declaration; null where there is one. */
export function whyNotDeclared(
	{ policy }: EnforcementPlan,
	{ group: { target, listedUntil }, due: { deadline } }: Enforced,
): string | null {
	if (Number(target.major) < firstMajor)
		return `declarations need macOS ${firstMajor} or later, which these Macs do not run`;
	// A Mac keeps such a declaration and does nothing; Apple asks servers to take it away.
	if (listedUntil !== null && listedUntil < policy.asOf)
		return `Apple's update service has not listed ${target.version} since ${listedUntil}`;
	return deadline === null ? 'the policy has no deadline for these Macs' : null;
}

/** Asks for the target of a group by the day of those who are on certain releases. */
export function declarationFor(
	{ catalog, policy }: EnforcementPlan,
	{ group: { target, build }, due, name }: Enforced,
): Declaration {
	return declarationOf(policy.name, name, 'com.apple.configuration.softwareupdate.enforcement.specific', {
		TargetOSVersion: target.version,
		...(build && { TargetBuildVersion: build.build }),
		TargetLocalDateTime: `${due.enforcedOn}T12:00:00`,
		DetailsURL: articleOf(catalog.security.lists.get(target.version)?.article ?? ''),
	});
}

/** The longest that macOS hides a release from its users. */
const mostDays = 90;

/** What a policy defers, as macOS 15 and later takes it: the restrictions of before have no effect from 27 on. */
export function deferralsOf({ name, deferDays, deferMajorDays }: Policy): Declaration | null {
	const days = { MajorPeriodInDays: deferMajorDays, MinorPeriodInDays: deferDays };
	// Zero is not a value of these keys.
	const deferrals = Object.entries(days)
		.filter(([, count]) => count > 0)
		.map(([key, count]) => [key, Math.min(count, mostDays)]);
	if (deferrals.length === 0) return null;
	return declarationOf(name, 'deferrals', 'com.apple.configuration.softwareupdate.settings', {
		Deferrals: Object.fromEntries(deferrals),
	});
}

/** What a policy asks for that deferrals cannot do. */
export function deferralNotices(policy: Policy): string[] {
	const { deferDays, deferMajorDays, behind, exclude } = policy;
	if (!deferralsOf(policy)) return [];
	const longer = Math.max(deferDays, deferMajorDays);
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

/** Why a group's target enforces nothing: Apple's update service no longer lists it. Null while it does. */
function unlistedWarning(
	{ policy }: EnforcementPlan,
	{ name, target, listedUntil }: EnforcementGroup,
): string | null {
	return listedUntil === null || listedUntil >= policy.asOf
		? null
		: `${name}: Apple's update service has not listed ${target.version} since ${listedUntil}, so enforcing it does nothing. Defer releases by 90 days at most.`;
}

export function unlistedWarnings(plan: EnforcementPlan): string[] {
	return plan.groups.flatMap((group) => unlistedWarning(plan, group) ?? []);
}
