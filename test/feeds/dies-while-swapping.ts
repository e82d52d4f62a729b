import { openDatabase } from '../../src/database/open.ts';
import { followFeeds } from '../../src/feeds/polling/follow-feeds.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { shipped } from './node.ts';

/** A node that is killed after it stored what it learned, and before it serves it. */
const settings = readSettings(process.env);
let swaps = 0;
const follower = await followFeeds({
	settings: { ...settings, feeds: { ...settings.feeds, on: false } },
	database: await openDatabase(settings, { make: true }),
	log: silentLog,
	shipped,
	now: () => new Date('2026-12-01T12:00:00Z'),
	swap() {
		if (++swaps > 1) process.kill(process.pid, 'SIGKILL');
	},
});
await follower.pull();
