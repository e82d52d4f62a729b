import { majorLifecycle, majorsInOrder } from '@pointrelease/core/src/advice/lifecycle.ts';
import { lastPull, latestOffered, offeredOn } from '@pointrelease/core/src/advice/offered.ts';
import { dueOf } from '@pointrelease/core/src/advice/standing/deadline.ts';
import { policyTarget } from '@pointrelease/core/src/advice/standing/policy-target.ts';
import type { Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions } from '@pointrelease/core/src/catalog/version.ts';
import { addDays, dayNumber, dayOfNumber, earlierDay, laterDay } from '@pointrelease/core/src/text/day.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Claims, Fact, Message } from '../message.ts';
import { type Audience, agreedOn, countOf, type MacKind, macsOf } from './audience.ts';
import { fixesOf, frameworkDue, policyDue } from './due.ts';
import {
	dayText,
	macCount,
	messageOf,
	namesOf,
	ofMacs,
	staleCount,
	staleSentences,
	systemName,
} from './message-parts.ts';

/** A release that first concerns a Mac after this many days is old news: the Mac is behind or late, which the report and the digest say. */
const newsDays = 30;

/** Each release that Macs of the channel need, and that came out since the watch was started. */
export function releaseNotices(audience: Audience): Message[] {
	const { situation, earlierNotices } = audience;
	return [...situation.catalog.releases.values()].flatMap((release) => {
		if (earlierNotices.has(subjectOf(release)) || !isCandidate(audience, release)) return [];
		const needs = needsOf(audience, release);
		return needs.macs.length === 0 ? [] : [releaseMessage(audience, release, needs)];
	});
}

function subjectOf({ version }: Release): string {
	return `release:${version}`;
}

/** Whether a release may be news for some Mac. A release of long ago may become the target with its major. */
function isCandidate({ since, policy }: Audience, { released, withdrawn }: Release): boolean {
	const oldest = addDays(policy.asOf, -newsDays - policy.deferMajorDays);
	return !withdrawn && released <= policy.asOf && laterDay(released, since) >= oldest;
}

/** What a release means for the Macs of a channel. */
interface Needs {
	/** The policy asks them for it or, without a policy, they are on its major and below it. */
	readonly macs: readonly MacKind[];
	readonly due: ReadonlyMap<MacKind, string | null>;
	/** Their hardware does not run its major version. */
	readonly cannot: readonly MacKind[];
	/** Those of them that must be replaced: they run no major that the policy allows or, without a policy, an ended one. */
	readonly replace: readonly MacKind[];
	/** Model or version is not known, or it depends on which model it is. */
	readonly unclear: readonly MacKind[];
}

export function needsOf(audience: Audience, release: Release): Needs {
	const { policy } = audience;
	const duePolicy = { ...policy, asOf: laterDay(policy.asOf, addDays(release.released, policy.deferDays)) };
	const macs: MacKind[] = [];
	const cannot: MacKind[] = [];
	const replace: MacKind[] = [];
	const unclear: MacKind[] = [];
	const due = new Map<MacKind, string | null>();
	for (const kind of audience.kinds) {
		const need = agreedOn(kind, (candidate) => needOf(audience, duePolicy, candidate, release)) ?? 'unclear';
		if (need === 'needs') {
			macs.push(kind);
			due.set(kind, dueOn(audience, duePolicy, kind, release));
		} else if (need === 'cannot') {
			cannot.push(kind);
			if (agreedOn(kind, (candidate) => mustReplace(audience, duePolicy, candidate))) replace.push(kind);
		} else if (need === 'unclear') unclear.push(kind);
	}
	return { macs, due, cannot, replace, unclear };
}

type Need = 'needs' | 'cannot' | 'other';
type DuePolicy = Audience['policy'];

function needOf(
	{ situation: { catalog }, policy, since }: Audience,
	duePolicy: DuePolicy,
	{ board, mac }: MacKind['running'][number],
	release: Release,
): Need {
	const support = board.support.get(release.major);
	const isOffered = support !== undefined && offeredOn(support, policy.asOf).includes(release);
	const isBelow = compareVersions(mac.version, release.parsed) < 0;
	if (!isBelow) return 'other';
	if (support === undefined) return 'cannot';
	if (!policy.isStated) {
		if (isOffered && mac.version.major === release.major)
			return latestOffered(support, policy.asOf) === release && isNews(policy.asOf, since, release.released)
				? 'needs'
				: 'other';
		return 'other';
	}
	const target = policyTarget(catalog, board, mac.version.major, duePolicy);
	// A release that came out before the watch was started is news on the day on which the policy first asks for its major.
	const from = dayOfNumber(
		Math.max(dayNumber(release.released), target.since(release) - duePolicy.deferDays),
	);
	return target.release === release && isOffered && isNews(policy.asOf, since, from) ? 'needs' : 'other';
}

/** Whether no update that the policy allows is left for the hardware. Without a policy, whether its newest major has ended. */
function mustReplace(
	{ situation: { catalog }, policy }: Audience,
	duePolicy: DuePolicy,
	{ board, mac }: MacKind['running'][number],
): boolean {
	if (policy.isStated) return policyTarget(catalog, board, mac.version.major, duePolicy).blocked;
	const newest = majorsInOrder(catalog).findLast(({ major }) => board.support.has(major.name))?.major.name;
	return newest !== undefined && majorLifecycle(catalog, newest, policy.asOf)?.state === 'ended';
}

function isNews(today: string, since: string, day: string): boolean {
	return day >= since && addDays(day, newsDays) >= today;
}

/** The earliest deadline of all models that a Mac may be. */
function dueOn(
	{ situation }: Audience,
	duePolicy: DuePolicy,
	{ running }: MacKind,
	release: Release,
): string | null {
	const { catalog, framework } = situation;
	const days = running.map(({ board, mac }) => {
		if (!duePolicy.isStated) return null;
		const { version, support, response } = mac;
		const target = policyTarget(catalog, board, version.major, duePolicy);
		const { deadline } = dueOf(
			{ catalog, board, support, version, response, policy: duePolicy },
			target,
			release,
		);
		return deadline === null ? null : dayOfNumber(deadline);
	});
	return earliest([...days, frameworkDue(catalog, framework, release, duePolicy.asOf)]);
}

function earliest(days: readonly (string | null)[]): string | null {
	const stated = days.filter((day) => day !== null);
	return stated.length === 0 ? null : stated.reduce(earlierDay);
}

function releaseMessage(audience: Audience, release: Release, needs: Needs): Message {
	const { situation, policy, channel } = audience;
	const { catalog, framework, notInInventory } = situation;
	const fixes = fixesOf(catalog, release, policy.asOf);
	const exploited = fixes?.exploited ?? [];
	const count = countOf(needs.macs);
	const cannot = countOf(needs.cannot);
	const replace = countOf(needs.replace);
	const due = earliest([...needs.due.values()]);
	const absent = channel.group === null ? (notInInventory ?? 0) : 0;
	const name = systemName(situation, release);
	const title = [
		`${name}: ${ofMacs(count, audience)}`,
		...(due === null ? [] : [`${due < policy.asOf ? 'was due' : 'due'} ${dayText(due, audience)}`]),
		...(exploited.length === 0 ? [] : [counted(exploited.length, 'exploited CVE')]),
		...(cannot === 0 ? [] : [`${cannot} cannot have it`]),
		...(absent === 0 ? [] : [`${absent} that you own ${absent === 1 ? 'is' : 'are'} in no inventory`]),
	].join(', ');
	return messageOf(audience, {
		kind: 'release',
		subject: subjectOf(release),
		title,
		sentences: [
			`${name} was released on ${inWords(release.released, release.precision)}. ${ofMacs(count, audience)} ${count === 1 ? 'needs' : 'need'} it.`,
			fixesSentence(fixes),
			...dueSentences(audience, needs, due),
			...staleSentences(needs.macs),
			...(cannot === 0
				? []
				: [`${macCount(cannot)} cannot have it because of the hardware${replaceWords(cannot, replace)}.`]),
			...(needs.unclear.length === 0
				? []
				: [
						`${macCount(countOf(needs.unclear))} could not be judged, because the model or the version is not known.`,
					]),
		],
		concerned: macsOf(needs.macs),
		facts: [...majorFacts(needs), ...dueFacts(needs)],
		list: namesOf(audience, needs.macs),
		link: { title: name, path: `/release/${release.version}` },
		urgent: exploited.length > 0,
		deadline: due,
		claims: releaseClaims(audience, release),
		data: {
			release: release.version,
			released: release.released,
			macs: audience.macs,
			concerned: count,
			stale: staleCount(needs.macs),
			cannot,
			replace,
			unclear: countOf(needs.unclear),
			not_in_inventory: channel.group ? null : notInInventory,
			exploited_cves: exploited.map(({ id }) => id),
			fixes: fixes?.count ?? null,
			deadline: due,
			framework_deadline: frameworkDue(catalog, framework, release, policy.asOf),
		},
	});
}

/** What becomes of the Macs that cannot have a release: the others are asked for a release of an earlier major. */
function replaceWords(cannot: number, replace: number): string {
	if (replace === 0) return '';
	if (replace === cannot) return ', and must be replaced to get these fixes';
	return `; ${replace} of them must be replaced, because no update of an allowed major version is left for them`;
}

function fixesSentence(fixes: ReturnType<typeof fixesOf>): string {
	if (fixes === null) return 'Which vulnerabilities it fixes is not known yet.';
	const { count, exploited } = fixes;
	if (count === 0) return 'Apple lists no fixed vulnerabilities for it.';
	const all = `It fixes ${counted(count, 'vulnerability', 'vulnerabilities')}`;
	if (exploited.length === 0) return `${all}, none of them known to be exploited.`;
	return `${all}, ${exploited.length} known to be exploited: ${exploited.map(({ id }) => id).join(', ')}.`;
}

/** Which policy or framework asks for it, and by when. */
function dueSentences({ policy, situation }: Audience, needs: Needs, due: string | null): string[] {
	if (due === null) return [];
	const { framework } = situation;
	const asking = [
		...(policy.isStated ? [policy.name === null ? 'the policy' : `the policy “${policy.name}”`] : []),
		...(framework?.rule ? [framework.name] : []),
	];
	const isWas = due < policy.asOf ? 'was' : 'is';
	const start =
		new Set(needs.due.values()).size > 1 ? `The earliest deadline ${isWas}` : `It ${isWas} due on`;
	return [`${start} ${inWords(due)} (${asking.join(', ')}).`];
}

function majorFacts({ macs }: Needs): Fact[] {
	const counts = new Map<string, number>();
	for (const { result, macs: ofKind } of macs)
		counts.set(result.major ?? '', (counts.get(result.major ?? '') ?? 0) + ofKind.length);
	return Array.from(counts, ([major, count]) => ({ title: `On ${major}`, value: String(count) }));
}

/** Empty unless Macs have different deadlines. */
function dueFacts({ macs, due }: Needs): Fact[] {
	const counts = new Map<string, number>();
	for (const kind of macs) {
		const day = due.get(kind) ?? null;
		const text = day === null ? 'No deadline' : `Due ${inWords(day)}`;
		counts.set(text, (counts.get(text) ?? 0) + kind.macs.length);
	}
	return counts.size < 2 ? [] : Array.from(counts, ([title, count]) => ({ title, value: String(count) }));
}

/** What a later correction can change. */
export function releaseClaims({ situation, policy }: Audience, release: Release): Claims {
	const { catalog, framework } = situation;
	return {
		released: release.released,
		state: stateOf(release, policy.asOf),
		deadline: policyDue(catalog, policy, release),
		framework_deadline: frameworkDue(catalog, framework, release, policy.asOf),
	};
}

function stateOf(release: Release, asOf: string): string {
	if (release.withdrawn) return 'withdrawn';
	return lastPull(release, null, asOf)?.listedAgainOn === null ? 'pulled' : 'offered';
}
