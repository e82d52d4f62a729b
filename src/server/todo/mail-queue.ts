import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Database } from '../../database/database.ts';
import { inDoubt, waiting } from '../../delivery/outbox.ts';
import { findUndelivered } from '../../licenses/mail/undelivered.ts';
import type { Settings } from '../../settings/settings.ts';
import { subjectKindOf } from '../../watch/state/messages.ts';
import { type Finding, needsYou, ok, warning } from './finding.ts';

/** Minutes after which mail that was never refused should have been sent. */
const longestWait = 10;

/** Mail that waits, was refused, or was never sent. */
export async function checkMailQueue(settings: Settings, database: Database): Promise<Finding[]> {
	return [await checkOutbox(database), ...(await checkMailFiles(settings, database))];
}

interface Counted {
	readonly state: 'failing' | 'unknown' | 'waiting';
	readonly mails: number | string;
	readonly oldest: number | string;
}

/** Messages of the watch are in the same outbox: the check of the watch has them, by channel. */
const ofOthers = `subject_kind NOT LIKE '${subjectKindOf('%')}'`;

async function checkOutbox(database: Database): Promise<Finding> {
	const rows = await database.rows<Counted>(
		`SELECT CASE WHEN problem IS NULL THEN 'waiting' ELSE 'failing' END AS state, count(*) AS mails, min(queued) AS oldest
			FROM outbox WHERE ${waiting} AND ${ofOthers} GROUP BY 1
		UNION ALL SELECT 'unknown', count(*), min(queued) FROM outbox
			WHERE handed_over IS NOT NULL AND sent IS NULL AND ${ofOthers} AND ${inDoubt} HAVING count(*) > 0`,
	);
	const of = (state: Counted['state']) => rows.find((row) => row.state === state);
	const countOf = (state: Counted['state']) => Number(of(state)?.mails ?? 0);
	// One that was sent again later, or whose license was revoked, waits for nobody.
	const { givenUp } = await findUndelivered(database);
	const failing = countOf('failing');
	const counts = countWords([
		[countOf('waiting') + failing, 'waiting'],
		[failing, 'of them failed before'],
		[givenUp.length, 'given up'],
		[countOf('unknown'), 'state unknown'],
	]);
	const troubles = [of('failing'), of('unknown')].flatMap((row) => (row ? [Number(row.oldest)] : []));
	if (givenUp.length > 0 || troubles.length > 0) {
		const since = Math.min(...troubles, ...givenUp.map(({ created }) => Date.parse(created)));
		const advice =
			'correct SMTP_URL, then run "pointrelease license resend" for mail that was given up or is unknown ("license list --undelivered")';
		return needsYou('mail', since, warning('mail queue', counts, advice));
	}
	const oldest = of('waiting')?.oldest;
	const minutes = oldest === undefined ? 0 : Math.floor(((await database.now()) - Number(oldest)) / 60_000);
	if (minutes < longestWait) return ok('mail queue', counts);
	const found = `${counts}; the oldest has waited for ${counted(minutes, 'minute')}`;
	const advice =
		'start the service, which delivers waiting mail; give every node the same POINTRELEASE_SECRET';
	return needsYou('mail', Number(oldest), warning('mail queue', found, advice));
}

/** The counts that are not zero. */
function countWords(counts: readonly (readonly [count: number, words: string])[]): string {
	const told = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
	return told.length > 0 ? `mails: ${told.join(', ')}` : 'no mail waits';
}

/**
 * Mail that was written to files because there was no mail server, so that no customer got it. Without one, a key that belongs to no
 * order may be handed over by other means, and a key that somebody bought may not.
 */
export async function checkMailFiles(settings: Settings, database: Database): Promise<Finding[]> {
	const { inFiles } = await findUndelivered(database);
	if (!settings.smtpUrl) {
		const sold = inFiles.filter(({ order }) => order !== null);
		if (sold.length === 0) return [];
		const found = `${counted(sold.length, 'key of an order was', 'keys of orders were')} written to a file, because SMTP_URL is not set: the customer has no key`;
		const advice =
			'set SMTP_URL and MAIL_FROM, then run "pointrelease license resend --undelivered" ("license list --undelivered" names them)';
		return [needsYou('mail', sold[0]!.created, warning('mail files', found, advice))];
	}
	if (inFiles.length === 0) return [];
	const found = `${counted(inFiles.length, 'key was', 'keys were')} written to a file before SMTP_URL was set, and never sent`;
	const finding = warning('mail files', found, 'send them with "pointrelease license resend --undelivered"');
	return [needsYou('mail', inFiles[0]!.created, finding)];
}
