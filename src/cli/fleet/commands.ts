import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import type { Command } from '../command.ts';
import { fleetCommand } from './fleet.ts';
import { evidenceCommand, evidenceKeyCommand, proveCommand } from './history/evidence.ts';
import { historyCommand } from './history/history.ts';
import { rememberCommand } from './history/remember.ts';
import { retireCommand } from './history/retire.ts';
import { verifyCommand } from './history/verify.ts';
import { connectionsCommand, pullCommand } from './pull.ts';

const frameworksCommand: Command = {
	name: 'fleet frameworks',
	summary: 'list the compliance frameworks, with their rules and limits',
	details: `
A verdict is about one rule of a framework, as far as sightings show. It never means that you are
compliant with the framework as a whole.`,
	run({ json, print }) {
		const all = [...frameworks.values()];
		if (json)
			return print(
				JSON.stringify(
					all.map(({ key, name, edition, section, asks, rule, sure, reading, notCovered }) => ({
						key,
						name,
						edition,
						section,
						asks,
						names_a_time: rule !== null,
						sure,
						reading,
						not_covered: notCovered,
					})),
				),
			);
		print(
			all
				.map(({ key, name, edition, section, asks, sure, reading, notCovered }) =>
					[
						key,
						`  ${name}, ${edition}; ${section}`,
						`  Asks:        ${asks}`,
						`  Reading:     ${reading}`,
						`  Not covered: ${notCovered}`,
						`  How sure:    ${sure}`,
					].join('\n'),
				)
				.join('\n\n'),
		);
	},
};

export const fleetCommands: readonly Command[] = [
	fleetCommand,
	rememberCommand,
	retireCommand,
	historyCommand,
	pullCommand,
	connectionsCommand,
	frameworksCommand,
	evidenceCommand,
	verifyCommand,
	proveCommand,
	evidenceKeyCommand,
];
