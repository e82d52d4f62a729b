import { frameworks } from '../../advice/policy/frameworks.ts';
import { Failure } from '../../process/failure.ts';
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

/** Adds options to the message of a failure: inventory and history do not know the command line. */
const advice: Record<string, (message: string) => string> = {
	'no-model-column': (message) => `${message}; choose one with --column model=NAME`,
	'no-history': (message) => `${message} Add exports with: pointrelease fleet remember FILE...`,
	'damaged-history': (message) => `${message} Restore it from a backup, or start a new one with --history.`,
	'not-pseudonymous': (message) => `${message} Start a pseudonymous history with --history and another file.`,
	'unknown-import': (message) => message.replace(/\.$/, ' (see --list).'),
	'folder-not-empty': (message) => `${message} Name a new folder with --out.`,
};

function withAdvice(command: Command): Command {
	return {
		...command,
		async run(call) {
			try {
				await command.run(call);
			} catch (thrown) {
				const advised = thrown instanceof Failure && advice[thrown.code]?.(thrown.message);
				throw advised ? new Failure((thrown as Failure).code, advised) : thrown;
			}
		},
	};
}

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
].map(withAdvice);
