import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { visible } from '@pointrelease/core/src/text/visible.ts';
import { allLicenses, type LicenseFilter, searchLicenses } from '../../licenses/issuing/find.ts';
import { type License, statusOf } from '../../licenses/license.ts';
import { readDetails } from '../../licenses/license-details.ts';
import { laterColumns, licenseJson } from '../../licenses/license-export.ts';
import { mailStatus } from '../../licenses/mail/mail-status.ts';
import { notDelivered } from '../../licenses/mail/undelivered.ts';
import { type Registry, withRegistry } from '../../licenses/registry.ts';
import { withServiceSettings } from '../../licenses/service-settings.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Call, type Command, command, givenOf } from '../command.ts';
import { allOption, mostRows, restOf, table } from '../terminal-text.ts';
import { readDays, selectedName } from './selection.ts';

export const showCommand: Command = {
	words: 'ID|KEY|EMAIL|ORDER|PART',
	arity: [0, 1],
	name: 'license show',
	summary: 'show licenses with their mail and usage, never a key',
	details:
		'Finds a license by its ID, its key, its address or a part of it, its order, a renewal or payment of that order, or a part of its note.',
	async run(call) {
		await withRegistry(call.settings, async (registry) => {
			const { database } = registry;
			const settings = await withServiceSettings(database, call.settings);
			const shown: object[] = [];
			const cards: string[] = [];
			for (const license of await searchLicenses(database, selectedName(call))) {
				const details = await readDetails(registry, settings, license);
				const { record, resendable, requests, mail, mailWords } = details;
				shown.push({ ...record, resendable, requests_30_days: requests, mail });
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
						...mail.map(({ occasion }, at) => ['mail', `${occasion}: ${mailWords[at]}`] as const),
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

function shownValue(value: string | number | null | undefined): string | null {
	return value === null || value === undefined ? null : visible(String(value));
}

const statuses = ['active', 'expired', 'revoked'];

export const listCommand = command({
	name: 'license list',
	summary: 'list licenses, never their keys',
	options: {
		email: { type: 'string', value: 'ADDRESS', help: 'only those issued to this address' },
		order: { type: 'string', value: 'REF', help: 'only those of this order' },
		customer: { type: 'string', value: 'NAME', help: 'only those whose orders are of this customer' },
		status: { type: 'string', value: 'STATUS', help: 'only those that are active, expired or revoked' },
		'ending-within': {
			type: 'string',
			value: 'DAYS',
			help: 'only active ones whose last day is within so many days, such as 30d; none that was replaced',
		},
		ended: { type: 'boolean', help: 'only those whose last day has passed' },
		undelivered: {
			type: 'boolean',
			help: 'only active ones whose latest mail with the key waits, failed, is a file, or may not have arrived',
		},
		'mail-unknown': { type: 'boolean', help: 'only those whose mail state is unknown' },
		all: allOption,
	},
	async run({ settings, options, json, terminal, print }) {
		const { email, order, customer, status } = options;
		if (status !== undefined && !statuses.includes(status))
			throw new Failure('bad-arguments', `--status is one of ${statuses.join(', ')}`);
		if (options.undelivered) {
			const other = givenOf(options, [
				'email',
				'order',
				'customer',
				'status',
				'ending-within',
				'ended',
				'mail-unknown',
			]);
			if (other.length > 0)
				throw new Failure('bad-arguments', `give --undelivered or --${other[0]}, not both`);
			return withRegistry(settings, (registry) => listUndelivered(registry, settings, { json, print }));
		}
		await withRegistry(settings, async ({ database }) => {
			const filter = {
				...(email !== undefined && { email }),
				...(order !== undefined && { order }),
				...(customer !== undefined && { customer }),
				mailUnknown: options['mail-unknown'],
				...endsOf(options.ended, options['ending-within']),
			};
			const most = json || !terminal || options.all ? Number.POSITIVE_INFINITY : mostRows;
			let matching = 0;
			let shown = 0;
			for await (const page of allLicenses(database, filter)) {
				const fitting = page.filter((license) => status === undefined || statusOf(license) === status);
				matching += fitting.length;
				const licenses = fitting.slice(0, most - shown);
				if (licenses.length === 0) continue;
				// Page by page, because there may be a million licenses.
				print(json ? jsonPart(licenses, shown === 0) : textPart(licenses, shown === 0));
				shown += licenses.length;
			}
			if (json) print(shown === 0 ? '[]' : ']');
			else if (shown === 0) print('no licenses');
			else if (matching > shown) print(`\n${restOf(matching - shown)}`);
		});
	},
});

/** Each license whose mail did not arrive, with what became of it. */
async function listUndelivered(
	registry: Registry,
	settings: Settings,
	{ json, print }: Pick<Call, 'json' | 'print'>,
): Promise<void> {
	const mailed = await withServiceSettings(registry.database, settings);
	const rows = [];
	for (const license of await notDelivered(registry.database))
		rows.push({ license, mail: await mailStatus(registry, mailed, license) });
	if (json)
		return print(
			JSON.stringify(
				rows.map(({ license, mail }) => ({
					...licenseJson(license),
					mail_state: mail?.state,
					mail: mail?.words,
				})),
			),
		);
	if (rows.length === 0) return print('every mail was sent');
	const cells = rows.map(({ license, mail }) => [license.id, visible(license.email), mail?.words ?? '']);
	print(`${table([['id', 'email', 'mail'], ...cells])}\n\nSend them again: pointrelease license resend ID`);
}

/** The range of last days that the options ask for. */
function endsOf(ended: boolean, within: string | undefined): Pick<LicenseFilter, 'ends' | 'ending'> {
	const today = dayTextAt(Date.now());
	if (within === undefined) return ended ? { ends: { to: addDays(today, -1) } } : {};
	if (ended) throw new Failure('bad-arguments', 'give --ending-within or --ended, not both');
	return { ending: { from: today, to: addDays(today, readDays('--ending-within', within, 3650)) } };
}

function jsonPart(licenses: License[], first: boolean): string {
	const lines = licenses.map((license) => JSON.stringify(licenseJson(license)));
	return `${first ? '[' : ','}${lines.join(',\n')}`;
}

function textPart(licenses: License[], first: boolean): string {
	const rows = licenses.map((license) => [
		license.id,
		statusOf(license).padEnd(7),
		license.created.slice(0, 10),
		(license.expires ?? '-').padEnd(10),
		visible(license.email),
		visible(license.note ?? ''),
	]);
	const text = table([['id', 'status', 'issued', 'expires', 'email', 'note'], ...rows]);
	return first ? text : text.slice(text.indexOf('\n') + 1);
}

/** Lines of name and value. */
export function card(rows: readonly (readonly [string, string | null])[]): string {
	const shown = rows.filter(([, value]) => value !== null);
	const width = Math.max(...shown.map(([name]) => name.length));
	return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
