import { openDatabase } from '../../src/database/open.ts';
import { followFeeds } from '../../src/feeds/polling/follow-feeds.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { correct, forget, undo } from '../../src/learning/repair/repair.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { mortalDatabase } from '../mortal-database.ts';
import { shipped } from './node.ts';

/**
 * Learns, forgets, corrects or undoes, and is killed at the n-th statement of the transaction that stores it. It
 * survives if there are fewer statements.
 */
const [what = '', at = ''] = process.argv.slice(2);
const settings = readSettings(process.env);
const database = await openDatabase(settings, { make: true });
const now = new Date('2026-12-01T12:30:00Z');
const author = { who: 'ada', why: '' };
const dying = mortalDatabase(database, Number(at));
const knowledge = new Knowledge(shipped, dying, silentLog);
if (what === 'learn') {
	const off = { ...settings, feeds: { ...settings.feeds, on: false } };
	const options = { settings: off, database: dying, log: silentLog, shipped, now: () => now, swap() {} };
	const follower = await followFeeds(options);
	await follower.pull();
	await follower.close();
} else if (what === 'forget') await forget(dying, knowledge, { text: '27.3', author, now });
else if (what === 'correct')
	await correct(dying, knowledge, { text: '27.3', right: { date: '2026-11-29' }, author, now });
else await undo(dying, knowledge, author, now);
await database.close();
