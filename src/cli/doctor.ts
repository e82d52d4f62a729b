import type { Command } from './command.ts';
import { examine } from './doctor/doctor.ts';
import type { Finding } from './doctor/finding.ts';
import { wrap } from './terminal-text.ts';

/** Where what was found begins, and the least that a line of it is given. */
const indent = 20;
const narrowest = 30;
const marks = { ok: 'ok  ', warning: 'WARN', problem: 'FAIL' } as const;

export const doctorCommand: Command = {
	name: 'doctor',
	summary: 'check this deployment and say what to do about each problem',
	details:
		'The exit status is 1 if something does not work; warnings do not count. Run it as the user of the service, with the settings of the service.',
	async run({ settings, json, width, print }) {
		const findings = await examine(settings);
		print(
			json
				? JSON.stringify(findings, null, '\t')
				: findings.map((finding) => described(finding, width)).join('\n'),
		);
		if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
	},
};

/** What people read where a check's own name, which programs know, is not the word of the glossary. */
const labels: Record<string, string> = { 'sealing key': 'encryption' };

function described({ check, state, found, advice }: Finding, width: number): string {
	const room = Math.max(width - indent, narrowest);
	const hanging = (text: string) => wrap(text, room).replaceAll('\n', `\n${' '.repeat(indent)}`);
	const line = `${marks[state]}  ${(labels[check] ?? check).padEnd(12)}  ${hanging(found)}`;
	return advice ? `${line}\n${' '.repeat(indent)}${hanging(`→ ${advice}`)}` : line;
}
