import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Database } from '../../database/database.ts';
import { freshnessOf } from '../../feeds/state/dataset-status.ts';
import { clockInWords, clockOff, clockTrouble } from '../../feeds/state/feed-clock.ts';
import { type FeedState, readFeedStates } from '../../feeds/state/feed-store.ts';
import { reasons } from '../../learning/quarantine/quarantine.ts';
import { readItems } from '../../learning/quarantine/quarantine-store.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Finding, needsYou, ok, warning } from './finding.ts';

const decide = (id: string) => `see data status, then data accept ${id} or data reject ${id}`;
const mostItems = 20;
const reach = 'allow outgoing HTTPS to it (FEED_… settings name mirrors), or set FEEDS=off';

/** The stored reason of a feed is text: these are OpenSSL's names for certificates that are not trusted. */
const untrusted = /UNABLE_TO_(VERIFY|GET_ISSUER)|SELF_SIGNED_CERT|CERT_UNTRUSTED/;
const trust = 'set FEED_CA_FILE to the certificate authority of your mirror or of the proxy in between';
const inspected =
	"exempt Apple's update service from the TLS inspection of your proxy: it is verified with Apple's own root certificate alone";

/** Whether every feed answers, and whether it still changes. */
export async function checkFeeds({ feeds }: Settings, database: Database): Promise<Finding[]> {
	// What another node holds waits for a person, whichever node asks the feeds.
	if (!feeds.on) {
		const review = await checkReview(database);
		return [ok('feeds', 'off: the data changes only with upgrades'), ...review.filter(({ kind }) => kind)];
	}
	const states = await readFeedStates(database, Date.now());
	return [
		...states.map((state) => needsYou('feed', state.lastAnswer, checkFeed(state))),
		...checkClock(states),
		...(await checkReview(database)),
	];
}

/** The finding for a clock that differs from that of the feeds. */
export function checkClock(states: readonly FeedState[]): Finding[] {
	const off = clockOff(states, Date.now());
	if (off === null || Math.abs(off) < clockTrouble) return [];
	const advice =
		'set the clock, for example with NTP, because release days and the expiry of keys depend on it';
	return [warning('clock', `the clock of the machine that polls the feeds is ${clockInWords(off)}`, advice)];
}

/** How much is held for review, and since when. */
async function checkReview(database: Database): Promise<Finding[]> {
	const items = await readItems(database);
	if (items.length === 0) return [ok('review', 'nothing is held for review')];
	const shown = items.slice(0, mostItems).map(({ id, subject, reason, firstSeen }) => {
		const since = firstSeen.slice(0, 16).replace('T', ' ');
		const found = `${id}: ${subject} has been held for review since ${since} UTC: ${reasons[reason]}`;
		return needsYou('data', firstSeen, warning('review', found, decide(id)), id);
	});
	const more = items.length - shown.length;
	if (more <= 0) return shown;
	const found = `${counted(more, 'more item is', 'more items are')} held for review`;
	return [...shown, needsYou('data', items[mostItems]!.firstSeen, warning('review', found, decide('ID')))];
}

/** The finding for one feed. */
export function checkFeed(state: FeedState): Finding {
	const { feed, lastAnswer, firstTry, problem, pending, lost } = state;
	if (firstTry === null) return ok('feeds', `${feed}: not polled yet`);
	const why = problem ? ` (${problem})` : '';
	const isUntrusted = problem !== null && untrusted.test(problem);
	const way = isUntrusted ? (feed === 'apple' ? inspected : trust) : reach;
	if (lastAnswer === null) return warning('feeds', `${feed}: never answered${why}`, way);
	const last = `last answered ${new Date(lastAnswer).toISOString()}`;
	const freshness = freshnessOf(state, Date.now());
	if (freshness === 'stale') return warning('feeds', `${feed}: ${last}${why}`, way);
	if (freshness === 'frozen')
		return warning(
			'feeds',
			`${feed}: frozen: it always answers the same${why}`,
			feed === 'cve'
				? 'the list of CVE records may pause for hours: wait, or check the mirror or proxy in between'
				: 'check the mirror or proxy in between',
		);
	if (lost.length > 0)
		return warning(
			'feeds',
			`${feed}: feed_shape_changed: its document no longer has ${lost.join(', ')}`,
			'upgrade pointrelease, or check the mirror in between; everything else is still read',
		);
	const backlog =
		pending > 0 ? `, ${counted(pending, feed === 'cve' ? 'record' : 'build')} still to fetch` : '';
	return ok('feeds', `${feed}: ${last}${backlog}`);
}
