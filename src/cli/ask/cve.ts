import { type cveRecord, readCve } from '../../api/reads/cves.ts';
import type { Call, Command } from '../command.ts';
import { asOfOption } from '../options.ts';
import { table } from '../terminal-text.ts';
import { bodyOfRead } from './answer-text.ts';

export const cveCommand: Command = {
	name: 'cve',
	words: 'CVE',
	arity: [1, 1],
	summary: 'list the releases and security responses that fix a CVE, and whether it is exploited',
	options: {
		...asOfOption,
	},
	details: `
  cve CVE-2026-65400
Covers releases of 11 and later, from the built-in data and what was learned here. Prints a table on a terminal,
otherwise the JSON of /cves.`,
	run: showCve,
};

async function showCve(call: Call): Promise<void> {
	const { words, json, terminal, print } = call;
	const body = await bodyOfRead(call, readCve, { parameters: { cve_id: words[0]! }, usage: 'cve CVE' });
	print(json || !terminal ? body : shown(JSON.parse(body)));
}

function shown({
	cve_id,
	exploited,
	kev_added,
	kev_due,
	fixes,
	responses,
}: ReturnType<typeof cveRecord>): string {
	const catalogue = kev_added
		? `exploited: in CISA's KEV catalog since ${kev_added}, CISA due date: ${kev_due}`
		: 'exploited: reported by Apple';
	const rows = [
		...responses.map(({ label, released, article }) => [label, released, article ?? '']),
		...fixes.map(({ version, released, article }) => [version, released, article ?? '']),
	];
	return [`${cve_id}${exploited ? ` is ${catalogue}` : ''}`, 'Fixed in', table(rows)].join('\n');
}
