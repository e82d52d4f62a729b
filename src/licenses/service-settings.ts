import type { Database, Queries } from '../database/database.ts';
import { placeholderSender } from '../settings/mail-settings.ts';
import type { Settings } from '../settings/settings.ts';

/*
 * A command often runs without the environment of the service, and mails to customers all the same. So the service
 * stores what stands in mail. Never a secret: whoever reads the database or a backup reads these.
 */

type ServiceSettings = Pick<Settings, 'publicUrl' | 'mailFrom' | 'renewUrl'>;

/** Values by the name of their setting; null if it is not set. */
function valuesOf({ publicUrl, mailFrom, renewUrl }: ServiceSettings) {
	return {
		PUBLIC_URL: publicUrl,
		MAIL_FROM: mailFrom === placeholderSender ? null : mailFrom,
		RENEW_URL: renewUrl,
	};
}

/** Stores the values of the running service. If nothing changed, nothing is written. */
export async function storeServiceSettings(database: Database, settings: ServiceSettings): Promise<void> {
	const before = await storedValues(database);
	const values = Object.entries(valuesOf(settings));
	const changed = values.filter(([name, value]) => value !== (before.get(name) ?? null));
	if (changed.length === 0) return;
	await database.transaction(async (queries) => {
		for (const [name, value] of changed) {
			await queries.rows('DELETE FROM service_settings WHERE name = $1', [name]);
			if (value !== null)
				await queries.rows('INSERT INTO service_settings (name, value) VALUES ($1, $2)', [name, value]);
		}
	});
}

/** The settings of a command, with the values of the service where the command has none. */
export async function withServiceSettings(queries: Queries, settings: Settings): Promise<Settings> {
	const stored = await storedValues(queries);
	const own = valuesOf(settings);
	return {
		...settings,
		publicUrl: own.PUBLIC_URL ?? stored.get('PUBLIC_URL') ?? null,
		mailFrom: own.MAIL_FROM ?? stored.get('MAIL_FROM') ?? settings.mailFrom,
		renewUrl: own.RENEW_URL ?? stored.get('RENEW_URL') ?? null,
	};
}

async function storedValues(queries: Queries): Promise<Map<string, string>> {
	return new Map(await queries.tuples<[string, string]>('SELECT name, value FROM service_settings'));
}
