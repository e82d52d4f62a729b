import type { Database } from '../../database/database.ts';
import { type FeedState, readFeedStates } from '../../feeds/state/feed-store.ts';
import { freshnessOf } from '../../feeds/state/freshness.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Finding, ok, warning } from './finding.ts';

const reach = 'allow outgoing HTTPS to it (FEED_… settings name mirrors), or set FEEDS=off';

/** Whether every feed answers, and with news. */
export async function checkFeeds({ feeds }: Settings, database: Database): Promise<Finding[]> {
	if (!feeds.on) return [ok('feeds', 'off: the data changes only with upgrades')];
	return (await readFeedStates(database, Date.now())).map(checkFeed);
}

function checkFeed(state: FeedState): Finding {
	const { feed, lastAnswer, firstTry, problem, pending } = state;
	if (firstTry === null) return ok('feeds', `${feed}: not polled yet`);
	const why = problem ? ` (${problem})` : '';
	if (lastAnswer === null) return warning('feeds', `${feed}: never answered${why}`, reach);
	const last = `last answered ${new Date(lastAnswer).toISOString()}`;
	const freshness = freshnessOf(state, Date.now());
	if (freshness === 'stale') return warning('feeds', `${feed}: ${last}${why}`, reach);
	if (freshness === 'frozen')
		return warning(
			'feeds',
			`${feed}: frozen: it always answers the same${why}`,
			'check the mirror or proxy in between',
		);
	const left = pending > 0 ? `, ${pending} builds still to fetch` : '';
	return ok('feeds', `${feed}: ${last}${left}`);
}
