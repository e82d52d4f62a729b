import { isExploited } from '@pointrelease/core/src/advice/exposure/fixes.ts';
import { safariFixes } from '@pointrelease/core/src/advice/exposure/safari.ts';
import type { SafariRelease } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions } from '@pointrelease/core/src/catalog/version.ts';
import { addDays } from '@pointrelease/core/src/text/day.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Message } from '../message.ts';
import { type Audience, agreedOn, countOf, type MacKind, macsOf } from './audience.ts';
import { macCount, messageOf, namesOf, ofMacs, staleCount, staleSentences } from './message-parts.ts';

/** A Safari that first concerns a Mac after this many days is old news, as a release of macOS is. */
const newsDays = 30;

/** Each release of Safari that Macs of the channel lack, and that came out since the watch was started. */
export function safariNotices(audience: Audience): Message[] {
	const { situation, policy, earlierNotices, since } = audience;
	const { safari } = situation.catalog.security;
	return safari
		.filter(
			({ released, version, isReissue }) =>
				!isReissue &&
				released >= since &&
				released <= policy.asOf &&
				addDays(released, newsDays) >= policy.asOf &&
				!earlierNotices.has(subjectOf(version)),
		)
		.flatMap((release) => {
			const needs = audience.kinds.filter((kind) => needOf(kind, release) === 'needs');
			return needs.length === 0 ? [] : [safariMessage(audience, release, needs)];
		});
}

function subjectOf(version: string): string {
	return `release:Safari ${version}`;
}

/** What a release of Safari means for a Mac; `unknown` if its major is offered it and nobody says which Safari it has. */
function needOf(kind: MacKind, release: SafariRelease): 'needs' | 'unknown' | 'other' {
	const need = agreedOn(kind, ({ mac }) => {
		if (!release.majors.includes(mac.version.major)) return 'other';
		if (!mac.safari) return 'unknown';
		return compareVersions(mac.safari.parsed, release.parsed) < 0 ? 'needs' : 'other';
	});
	return need ?? 'unknown';
}

function safariMessage(audience: Audience, release: SafariRelease, needs: readonly MacKind[]): Message {
	const { policy } = audience;
	const name = `Safari ${release.version}`;
	const count = countOf(needs);
	const unknown = countOf(audience.kinds.filter((kind) => needOf(kind, release) === 'unknown'));
	const exploited = exploitedOf(audience, release);
	const list = exploited.length > 0 ? `: ${exploited.join(', ')}` : '';
	return messageOf(audience, {
		kind: 'release',
		subject: subjectOf(release.version),
		title: [
			`${name}: ${ofMacs(count, audience)}`,
			...(exploited.length === 0 ? [] : [counted(exploited.length, 'exploited CVE')]),
		].join(', '),
		sentences: [
			`${name} was released on ${inWords(release.released)} for macOS ${release.majors.join(' and ')}. ${ofMacs(count, audience)} ${count === 1 ? 'needs' : 'need'} it.`,
			release.state === 'none'
				? 'Apple lists no fixed vulnerabilities for it.'
				: `It fixes ${release.state === 'partial' ? 'at least ' : ''}${counted(release.fixes.length, 'vulnerability', 'vulnerabilities')}, ${exploited.length === 0 ? 'none' : exploited.length} of them known to be exploited${list}.`,
			...staleSentences(needs),
			...(unknown === 0
				? []
				: [
						`The inventory does not say which Safari ${macCount(unknown)} ${unknown === 1 ? 'has' : 'have'}.`,
					]),
		],
		concerned: macsOf(needs),
		list: namesOf(audience, needs),
		urgent: exploited.length > 0,
		claims: {},
		data: {
			release: name,
			released: release.released,
			majors: release.majors,
			macs: audience.macs,
			concerned: count,
			stale: staleCount(needs),
			unknown,
			exploited_cves: exploited,
			fixes: release.fixes.length,
			as_of: policy.asOf,
		},
	});
}

/** The exploited CVEs that it fixes for some major by Safari alone. */
function exploitedOf({ situation: { catalog }, policy }: Audience, release: SafariRelease): string[] {
	const ids = release.majors.flatMap((name) => {
		const major = catalog.majors.get(name);
		const fixes = major ? [...safariFixes(catalog, major, policy.asOf)] : [];
		return fixes
			.filter(([cve, fix]) => fix.release === release && isExploited(cve, policy.asOf))
			.map(([{ id }]) => id);
	});
	return [...new Set(ids)];
}
