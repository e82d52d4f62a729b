import { visible } from '@pointrelease/core/src/text/visible.ts';
import { type AuditLine, readAudit } from '../../licenses/audit.ts';
import { readId } from '../../licenses/license.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { command } from '../command.ts';
import { mostRows } from '../terminal-text.ts';

export const auditCommand = command({
	name: 'license audit',
	summary: 'show the audit log: who changed which license, when and why',
	words: '[ID|ORDER]',
	arity: [0, 1],
	options: { all: { type: 'boolean', help: `show the whole log, not only the latest ${mostRows} lines` } },
	details: `
The database refuses to change or remove a line of the log. The log holds IDs and no addresses.`,
	async run({ settings, words, options, json, terminal, print }) {
		const [name] = words;
		const id = name === undefined ? null : readId(name);
		const most = json || !terminal || options.all ? Number.POSITIVE_INFINITY : mostRows;
		await withRegistry(settings, async ({ database }) => {
			const ofLicense = id === null ? [] : await readAudit(database, { license: id, most });
			const lines =
				ofLicense.length > 0
					? ofLicense
					: await readAudit(database, { ...(name !== undefined && { order: name }), most });
			if (json) return print(JSON.stringify(lines));
			print(lines.map(printed).join('\n') || 'the audit log has no entry about this');
		});
	},
});

function printed({ number, moment, who, why, what: action, license, order, event }: AuditLine): string {
	const ordered = order === null ? null : action === 'order' ? visible(order) : `order ${visible(order)}`;
	const about = [license, ordered].filter(Boolean).join(', ');
	const source = event === null ? visible(who) : `${visible(who)} ${event}`;
	const reason = why === '' ? '' : `: ${visible(why)}`;
	return `${number}  ${moment}  ${action}${about === '' ? '' : ` ${about}`}  by ${source}${reason}`;
}
