import type { Database } from '../../database/database.ts';
import { waitingRequests } from '../../licenses/lost-key/lost-key-queue.ts';
import type { Settings } from '../../settings/settings.ts';
import { counted } from '../../text/counted.ts';
import { type Finding, ok, warning } from './finding.ts';

/** A running service looks every second. */
const longestWait = 60_000;

/** Whether lost keys can be asked for at `/lost-key`, and whether somebody waits for an answer. */
export async function checkLostKeys(settings: Settings, database: Database): Promise<Finding[]> {
	const { count, oldest } = await waitingRequests(database);
	const found = `${counted(count, 'request')} for lost keys waiting`;
	if (oldest !== null && Date.now() - oldest > longestWait)
		return [
			warning(
				'lost keys',
				`${found}, the oldest since ${new Date(oldest).toISOString()}`,
				'start the service: it answers them within seconds',
			),
		];
	if (!settings.lostKey) return [];
	if (settings.smtpUrl) return [ok('lost keys', found)];
	return [
		warning(
			'lost keys',
			'LOST_KEY is on without SMTP_URL: /lost-key stays off',
			'set SMTP_URL and MAIL_FROM',
		),
	];
}
