import { statusOf } from '../../licenses/license.ts';
import { laterColumns, licenseJson } from '../../licenses/license-export.ts';
import { mailOf } from '../../licenses/mail/outbox.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { usageByDay } from '../../licenses/usage/usage-report.ts';
import { dayAt, dayOfNumber } from '../../text/day.ts';
import { visible } from '../../text/visible.ts';
import type { Command } from '../command.ts';
import { card } from './display.ts';
import { mailStatus } from './mailing.ts';
import { selectedLicenses, selection } from './selection.ts';

export const showCommand: Command = {
	...selection,
	name: 'license show',
	summary: 'show a license with its mail and its usage, never its key',
	async run(call) {
		await withRegistry(call.settings, async (registry) => {
			const { database, sealingKeys } = registry;
			const shown: object[] = [];
			const cards: string[] = [];
			for (const license of await selectedLicenses(registry, call)) {
				const since = dayOfNumber(dayAt(Date.now()) - 29);
				const days = await usageByDay(database, license.number, since);
				const requests = [...days.values()].reduce((sum, count) => sum + count, 0);
				const resendable = sealingKeys.find(license.sealKey) !== null;
				const mail = await mailOf(database, license.number);
				const record = licenseJson(license);
				shown.push({
					...record,
					resendable,
					requests_30_days: requests,
					mail: mail.map(({ id, occasion, attempts, problem, ...times }) => ({
						...{ id, occasion, attempts, problem },
						queued: moment(times.queued),
						due: moment(times.due),
						sent: moment(times.sent),
						given_up: moment(times.givenUp),
						handed_over: moment(times.handedOver),
						unknown_since: moment(times.unknownSince),
					})),
				});
				cards.push(
					card([
						['license', license.id],
						['email', visible(license.email)],
						['status', statusOf(license)],
						['issued', license.created],
						['expires', license.expires],
						['revoked', license.revoked],
						['note', license.note === null ? null : visible(license.note)],
						...laterColumns.map((column) => [column, shownValue(record[column])] as const),
						['mail', (await mailStatus(registry, call.settings, license))?.words ?? null],
						[
							're-send',
							resendable
								? null
								: `impossible: encrypted with a secret that is not set here (${license.sealKey})`,
						],
						['requests', `${requests} in the last 30 days`],
					]),
				);
			}
			call.print(call.json ? JSON.stringify(shown.length === 1 ? shown[0] : shown) : cards.join('\n\n'));
		});
	},
};

function moment(milliseconds: number | null): string | null {
	return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

function shownValue(value: string | number | null | undefined): string | null {
	return value === null || value === undefined ? null : visible(String(value));
}
