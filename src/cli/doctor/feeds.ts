import type { Database } from '../../database/database.ts';
import { type FeedState, readFeedStates } from '../../feeds/state/feed-store.ts';
import { freshnessOf } from '../../feeds/state/freshness.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Finding, ok, warning } from './finding.ts';

const reach = 'let the machine reach it (FEED_… settings name mirrors), or set FEEDS=off';

/** Whether every feed answers, and with news. */
export async function checkFeeds({ feeds }: Settings, database: Database): Promise<Finding[]> {
	if (!feeds.on) return [ok('feeds', 'turned off: the data changes with upgrades only')];
	return (await readFeedStates(database, Date.now())).map(checkFeed);
}

function checkFeed(state: FeedState): Finding {
	const { feed, lastAnswer, firstTry, problem, pending } = state;
	if (firstTry === null) return ok('feeds', `${feed}: not asked yet`);
	const why = problem ? ` (${problem})` : '';
	if (lastAnswer === null) return warning('feeds', `${feed}: never answered${why}`, reach);
	const last = `last answered ${new Date(lastAnswer).toISOString()}`;
	const freshness = freshnessOf(state, Date.now());
	if (freshness === 'stale') return warning('feeds', `${feed}: ${last}${why}`, reach);
	if (freshness === 'frozen')
		return warning(
			'feeds',
			`${feed}: frozen: it answers, but always the same${why}`,
			'ask whoever runs the mirror or the proxy in between',
		);
	const left = pending > 0 ? `, ${pending} builds still to be asked for` : '';
	return ok('feeds', `${feed}: ${last}${left}`);
}
