import type { Finding } from '../server/todo/finding.ts';
import type { Command } from './command.ts';
import { examine } from './doctor/doctor.ts';
import { wrap } from './terminal-text.ts';

/** The column where a finding begins, and its narrowest width. */
const indent = 20;
const narrowest = 30;
const marks = { ok: 'ok  ', warning: 'WARN', problem: 'FAIL' } as const;

export const doctorCommand: Command = {
	name: 'doctor',
	summary: 'check this deployment and say what to do about each problem',
	details:
		'The exit status is 1 if something does not work; warnings do not count. Run it as the user of the service, with the settings of the service.',
	async run({ settings, env, json, width, print }) {
		const findings = await examine(settings, env);
		print(
			json
				? JSON.stringify(findings, null, '\t')
				: findings.map((finding) => described(finding, width)).join('\n'),
		);
		if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
	},
};

/** Labels for people. The names of checks stay as they are, because programs read them. */
const labels: Record<string, string> = { 'sealing key': 'encryption' };

function described({ check, state, found, advice }: Finding, width: number): string {
	const room = Math.max(width - indent, narrowest);
	const hanging = (text: string) => wrap(text, room).replaceAll('\n', `\n${' '.repeat(indent)}`);
	const line = `${marks[state]}  ${(labels[check] ?? check).padEnd(12)}  ${hanging(found)}`;
	return advice ? `${line}\n${' '.repeat(indent)}${hanging(`→ ${advice}`)}` : line;
}
