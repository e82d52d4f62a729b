import { allLicenses } from '../../licenses/issuing/find.ts';
import { type License, statusOf } from '../../licenses/license.ts';
import { licenseJson } from '../../licenses/license-export.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { Failure } from '../../process/failure.ts';
import { visible } from '../../text/visible.ts';
import type { Command } from '../command.ts';
import { allOption, mostRows, restOf, table } from '../terminal-text.ts';

const statuses = ['active', 'expired', 'revoked'];

export const listCommand: Command = {
	name: 'license list',
	summary: 'list licenses, never their keys',
	options: {
		email: { type: 'string', value: 'ADDRESS', help: 'only those issued to this address' },
		order: { type: 'string', value: 'REF', help: 'only those of this order' },
		customer: { type: 'string', value: 'NAME', help: 'only those whose orders are of this customer' },
		status: { type: 'string', value: 'STATUS', help: 'only those that are active, expired or revoked' },
		'mail-unknown': { type: 'boolean', help: 'only those whose mail state is unknown' },
		all: allOption,
	},
	async run({ settings, options, json, terminal, print }) {
		const { email, order, customer, status } = options;
		if (typeof status === 'string' && !statuses.includes(status))
			throw new Failure('bad-arguments', `--status is one of ${statuses.join(', ')}`);
		await withRegistry(settings, async ({ database }) => {
			const filter = {
				...(typeof email === 'string' && { email }),
				...(typeof order === 'string' && { order }),
				...(typeof customer === 'string' && { customer }),
				mailUnknown: options['mail-unknown'] === true,
			};
			const most = json || !terminal || options.all === true ? Number.POSITIVE_INFINITY : mostRows;
			let found = 0;
			let shown = 0;
			for await (const page of allLicenses(database, filter)) {
				const fitting = page.filter((license) => typeof status !== 'string' || statusOf(license) === status);
				found += fitting.length;
				const licenses = fitting.slice(0, most - shown);
				if (licenses.length === 0) continue;
				// Page by page: a million licenses are a long list, not a large one.
				print(json ? jsonPart(licenses, shown === 0) : textPart(licenses, shown === 0));
				shown += licenses.length;
			}
			if (json) print(shown === 0 ? '[]' : ']');
			else if (shown === 0) print('no licenses');
			else if (found > shown) print(`\n${restOf(found - shown)}`);
		});
	},
};

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
