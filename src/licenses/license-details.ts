import { dayAt, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import type { Settings } from '../settings/settings.ts';
import type { License } from './license.ts';
import { licenseJson } from './license-export.ts';
import { mailOf } from './mail/license-mail.ts';
import { type MailStatus, statusOfMail } from './mail/mail-status.ts';
import type { Registry } from './registry.ts';
import { usageByDay } from './usage/usage-store.ts';

/** A mail about a license, with what became of it. Moments are RFC 3339; null for never. */
interface MailRecord {
	readonly id: string;
	readonly occasion: string;
	readonly state: MailStatus['state'];
	readonly place: string | null;
	readonly attempts: number;
	/** The answer of the mail server, or why it was not reached. */
	readonly problem: string | null;
	readonly queued: string | null;
	readonly due: string | null;
	readonly sent: string | null;
	readonly given_up: string | null;
	readonly handed_over: string | null;
	readonly unknown_since: string | null;
}

export interface LicenseDetails {
	readonly record: ReturnType<typeof licenseJson>;
	readonly resendable: boolean;
	readonly requests: number;
	readonly mail: readonly MailRecord[];
	/** What became of each mail, in a few words for people, in the order of `mail`. */
	readonly mailWords: readonly string[];
	/** Requests by day of the last 30 days; days without any are missing. */
	readonly days: ReadonlyMap<string, number>;
}

/** A license with its mail and its use, never its key. */
export async function readDetails(
	{ database, sealingKeys }: Pick<Registry, 'database' | 'sealingKeys'>,
	settings: Settings,
	license: License,
): Promise<LicenseDetails> {
	const since = dayOfNumber(dayAt(Date.now()) - 29);
	const days = await usageByDay(database, license.number, since);
	const deliveries = await mailOf(database, license.number);
	const statuses = deliveries.map((delivery) => statusOfMail(delivery, settings));
	return {
		record: licenseJson(license),
		resendable: sealingKeys.find(license.sealKey) !== null,
		requests: [...days.values()].reduce((sum, count) => sum + count, 0),
		mail: deliveries.map(({ id, occasion, attempts, problem, ...times }, at) => ({
			id,
			occasion,
			state: statuses[at]!.state,
			place: statuses[at]!.place,
			attempts,
			problem,
			queued: moment(times.queued),
			due: moment(times.due),
			sent: moment(times.sent),
			given_up: moment(times.givenUp),
			handed_over: moment(times.handedOver),
			unknown_since: moment(times.unknownSince),
		})),
		mailWords: statuses.map(({ words }) => words),
		days,
	};
}

function moment(milliseconds: number | null): string | null {
	return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
