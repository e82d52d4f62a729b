import { lastPull } from '@pointrelease/core/src/advice/offered.ts';
import type { Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import type { Claims, EarlierNotice, Message } from '../message.ts';
import { type Audience, countOf } from './audience.ts';
import { endingClaims } from './ending-notice.ts';
import { exploitedClaims } from './exploited-notice.ts';
import { messageOf, ofMacs, systemName } from './message-parts.ts';
import { needsOf, releaseClaims } from './release-notice.ts';

/** Corrections of what the channel was told: a day, a deadline, or a release that was withdrawn, pulled, or is offered again. */
export function correctionNotices(audience: Audience): Message[] {
	const { situation, earlierNotices } = audience;
	const { releases, security } = situation.catalog;
	return [...earlierNotices].flatMap(([about, before]) => {
		const [kind, name = ''] = about.split(':');
		if (kind === 'release') {
			const release = releases.get(name);
			return release ? releaseCorrection(audience, about, before, release) : [];
		}
		if (kind === 'ending') return endingCorrection(audience, about, before, name);
		const cve = kind === 'exploited' ? security.cves.get(name) : undefined;
		if (!cve) return [];
		const now = exploitedClaims(cve);
		const changes = exploitedChanges(cve.id, before.claims, now);
		return changes.length === 0
			? []
			: [
					correction(audience, {
						about,
						before,
						now,
						changes,
						link: { title: cve.id, path: `/cve/${cve.id}` },
					}),
				];
	});
}

function releaseCorrection(
	audience: Audience,
	about: string,
	before: EarlierNotice,
	release: Release,
): Message[] {
	const now = releaseClaims(audience, release);
	const name = systemName(audience.situation, release);
	const [state, ...days] = releaseChanges(name, before.claims, now);
	if (state !== null && !concernsBoards(audience, release)) return [];
	const needed = state !== null || days.length === 0 ? 0 : countOf(needsOf(audience, release).macs);
	// If no Mac needs the release now, its days concern nobody. That it was withdrawn concerns the Macs that have it.
	if (state === null && needed === 0) return [];
	const changes = [...(state === null ? [] : [state]), ...days];
	const still = needed === 0 ? [] : [`${ofMacs(needed, audience)} ${needed === 1 ? 'needs' : 'need'} it.`];
	return [
		correction(audience, {
			about,
			before,
			now,
			changes: [...changes, ...still],
			link: { title: name, path: `/release/${release.version}` },
		}),
	];
}

/** Only another month is a correction. That support has ended is not. */
function endingCorrection(
	audience: Audience,
	about: string,
	before: EarlierNotice,
	major: string,
): Message[] {
	const now = endingClaims(audience, major);
	const [month, earlier] = [now.estimated_end, before.claims.estimated_end];
	if (!month || !earlier || month === earlier) return [];
	const name = audience.situation.catalog.majors.get(major)!.systemName;
	const changes = [
		`Support for ${name} is now expected to end in ${inWords(month, 'month')}, not in ${inWords(earlier, 'month')}.`,
	];
	return [correction(audience, { about, before, now, changes, link: { title: name, path: '/all' } })];
}

/** Whether the state of a release concerns the channel. If it was pulled for some boards, only Macs with one of them count. */
function concernsBoards({ kinds, policy }: Audience, release: Release): boolean {
	const boards = lastPull(release, null, policy.asOf)?.boards ?? null;
	if (release.withdrawn || boards === null) return true;
	return kinds.some(({ running }) =>
		running.some(({ board }) => board.identifiers.some((id) => boards.has(id))),
	);
}

interface Change {
	readonly about: string;
	readonly before: EarlierNotice;
	readonly now: Claims;
	readonly changes: readonly string[];
	readonly link: { readonly title: string; readonly path: string };
}

function correction(audience: Audience, { about, before, now, changes, link }: Change): Message {
	return messageOf(audience, {
		kind: 'correction',
		subject: `${about}:correction:${before.corrections + 1}`,
		about,
		title: `Correction: ${changes[0]!.replace(/\.$/, '')}`,
		sentences: changes,
		link,
		urgent: now.state !== undefined && now.state !== 'offered',
		deadline: now.deadline ?? now.framework_deadline ?? now.kev_due ?? null,
		claims: now,
		data: { about, before: before.claims, now },
	});
}

/** First the new state of the release (null if it is the same), then its changed days. */
function releaseChanges(
	name: string,
	before: Claims,
	now: Claims,
): [state: string | null, ...days: string[]] {
	const state = before.state === now.state ? null : `${name} ${stateWords[now.state ?? ''] ?? ''}.`;
	const isGone = now.state !== 'offered';
	return [
		state,
		...dayChange(`The release day of ${name}`, before.released, now.released),
		...(isGone ? [] : dayChange(`The deadline of ${name}`, before.deadline, now.deadline)),
		...(isGone
			? []
			: dayChange(
					`The deadline of ${name} by the framework`,
					before.framework_deadline,
					now.framework_deadline,
				)),
	];
}

const stateWords: Readonly<Record<string, string>> = {
	withdrawn: 'was withdrawn: do not install it, no policy asks for it',
	pulled: 'was pulled: Apple no longer offers it to some or all Macs',
	offered: 'is offered again',
};

function exploitedChanges(cve: string, before: Claims, now: Claims): string[] {
	if (before.kev_added && !now.kev_added) return [`${cve} is no longer in the catalog of CISA.`];
	return [
		...dayChange(`The day on which CISA listed ${cve}`, before.kev_added, now.kev_added),
		...dayChange(`The CISA due date of ${cve}`, before.kev_due, now.kev_due),
	];
}

/** A claim that an earlier version of the watch did not make is left out. */
function dayChange(
	subject: string,
	before: string | null | undefined,
	now: string | null | undefined,
): string[] {
	if (before === undefined || before === now) return [];
	const text = (day: string | null | undefined) => (day ? inWords(day) : 'none');
	return [`${subject} is ${now ? '' : 'gone: it is '}${text(now)}, not ${text(before)}.`];
}
