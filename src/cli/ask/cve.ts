import { readCve, readCveCheck } from '@pointrelease/core/src/api/reads/cves.ts';
import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { type Call, command } from '../command.ts';
import { asOfOption, safariOption } from '../options.ts';
import { table, wrap } from '../terminal-text.ts';
import { bodyOfRead } from './answer-text.ts';

const usage = 'cve CVE, or pointrelease cve CVE MAC VERSION';

const options = { ...asOfOption, ...safariOption };

export const cveCommand = command({
	name: 'cve',
	words: 'CVE [MAC VERSION]',
	arity: [1, 3],
	summary: 'list the releases of macOS and Safari that fix a CVE, or say whether a Mac has the fix',
	options,
	details: `
  cve CVE-2026-65400
  cve CVE-2026-65400 J293AP 14.7.2
  cve CVE-2025-43529 J293AP 15.8.2 --safari 26.6.1
Covers releases of 11 and later, from the built-in data and what was learned here. What Apple fixed before 11 came
out is in every release since, and listed only if CISA's KEV catalog has it. If a newer major version fixed a
CVE and an older one does not list it, Apple does not say whether the older one is affected. Prints a table or a
sentence on a terminal, otherwise the JSON of /cves.`,
	run: showCve,
});

async function showCve(call: Call<typeof options>): Promise<void> {
	const { words, json, terminal, width, print } = call;
	const [cve_id, mac, version] = words;
	if (mac === undefined) {
		const body = await bodyOfRead(call, readCve, { parameters: { cve_id: cve_id! }, usage });
		return print(json || !terminal ? body : shown(JSON.parse(body), width));
	}
	// Without a version the text is not BOARD:VERSION, and the usage is shown.
	const parameters = { cve_id: cve_id!, board_version: [mac, version].filter(Boolean).join(':') };
	const body = await bodyOfRead(call, readCveCheck, { parameters, usage });
	print(json || !terminal ? body : wrap((JSON.parse(body) as Shapes['CveCheck']).summary, width));
}

function shown(cve: Shapes['Cve'], width: number): string {
	const { cve_id, exploited, fixed_before_11, kev_added, kev_due, fixes, responses, safari, majors } = cve;
	const exploitation = kev_added
		? `exploited: in CISA's KEV catalog since ${kev_added}, CISA due date: ${kev_due}`
		: 'exploited: reported by Apple';
	const rows = [
		...responses.map(({ label, released, article }) => [label, released, article ?? '']),
		...fixes.map(({ version, released, article }) => [version, released, article ?? '']),
		...safari.map(({ version, released, majors, article }) => [
			`Safari ${version} for ${majors.join(' and ')}`,
			released,
			article ?? '',
		]),
	];
	const unfixedMajors = majors.filter(({ fixed_in }) => fixed_in === null);
	return [
		`${cve_id}${exploited ? ` is ${exploitation}` : ''}`,
		...recordLines(cve).map((line) => wrap(line, width)),
		...(rows.length > 0 ? ['Fixed in', table(rows)] : []),
		...(fixed_before_11.length > 0 ? [`Fixed before 11 in ${fixed_before_11.join(', ')}`] : []),
		...(unfixedMajors.length > 0 ? ['Other major versions', table(unfixedMajors.map(majorRow))] : []),
	].join('\n');
}

/** What Apple's CVE record says, and CISA's assessment in it. */
function recordLines({ impact, apple_says, ssvc }: Shapes['Cve']): string[] {
	return [
		...(impact ? [`Impact: ${impact}.`] : []),
		...(apple_says ? [`${apple_says}.`] : []),
		...(ssvc
			? [
					`CISA's assessment: exploitation ${ssvc.exploitation}, automatable ${ssvc.automatable}, technical impact ${ssvc.technical_impact}.`,
				]
			: []),
	];
}

function majorRow({ major, not_stated_because, safari }: Shapes['Cve']['majors'][number]): string[] {
	switch (not_stated_because) {
		case null:
			return [major, 'fixed', 'includes the fix'];
		case 'no-release-since':
			return [major, 'no fix', 'no releases since'];
		case 'released-since':
			return [major, 'Apple does not say', 'not listed by its releases since'];
		case 'older-only':
			return [major, 'Apple does not say', 'listed for older versions only'];
		case 'safari-only':
			return [major, 'Apple does not say', 'listed for a Safari of other versions only'];
		case 'safari-not-reported':
			return [major, 'depends on Safari', `Safari ${safari!.version} has the fix`];
	}
}
