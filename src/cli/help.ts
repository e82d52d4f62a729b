import type { Command, Option } from './command.ts';
import { wrap } from './terminal-text.ts';

/** The options that every command takes. */
export const common: Record<string, Option> = {
	json: { type: 'boolean', help: 'print JSON, errors included' },
	help: { type: 'boolean', short: 'h', help: 'print this help' },
};

/** In a narrower column each line would have one word. */
const narrowest = 24;

export function usageOf(command: Command): string {
	return [command.name, command.words, command.options && '[options]'].filter(Boolean).join(' ');
}

/** The help of a command, in lines of the terminal's width. */
export function helpOf(command: Command, width = Number.POSITIVE_INFINITY): string {
	const rows = Object.entries({ ...command.options, ...common }).map(
		([name, option]) =>
			[`--${name}${option.type === 'string' ? ` ${option.value ?? 'TEXT'}` : ''}`, option.help] as const,
	);
	return [
		`pointrelease ${usageOf(command)}`,
		'',
		wrap(command.summary, width),
		'',
		columns(rows, width),
		...(command.details ? ['', wrap(command.details.replace(/^\n/, '').trimEnd(), width)] : []),
	].join('\n');
}

/** All commands, with a line about each. */
export function overview(commands: readonly Command[], width = Number.POSITIVE_INFINITY): string {
	return [
		wrap('pointrelease: which releases a Mac runs, what is the latest and what comes next', width),
		'',
		columns(
			commands.map(
				(command) => [[command.name, command.words].filter(Boolean).join(' '), command.summary] as const,
			),
			width,
		),
		'',
		wrap(
			'Every command takes --help and --json; --version (-v) prints the version. "pointrelease help TOPIC" explains a command or prints a document, and "pointrelease manual" lists the documents. Settings are environment variables: see README.md.',
			width,
		),
	].join('\n');
}

function columns(rows: readonly (readonly [string, string])[], width: number): string {
	const widest = Math.max(...rows.map(([left]) => left.length));
	const room = width - widest - 4;
	if (room < narrowest)
		return rows.map(([left, right]) => `  ${left}\n${indented(wrap(right, width - 6), 6)}`).join('\n');
	return rows
		.map(
			([left, right]) => `  ${left.padEnd(widest)}  ${indented(wrap(right, room), widest + 4).trimStart()}`,
		)
		.join('\n');
}

function indented(text: string, by: number): string {
	return text.replaceAll(/^/gm, ' '.repeat(by));
}

const mostSuggestions = 3;

/** The names that somebody most likely meant who typed this: all with the fewest slips. */
export async function closest(typed: string, names: readonly string[]): Promise<string[]> {
	// Imported only after a slip: every other command starts without it.
	const { editDistance } = await import('../catalog/resolve.ts');
	const allowed = Math.floor(typed.length / 3);
	const ranked = names
		.map((name) => ({ name, slips: editDistance(typed, name, allowed) }))
		.filter(({ slips }) => slips <= allowed);
	const fewest = Math.min(...ranked.map(({ slips }) => slips));
	return ranked
		.filter(({ slips }) => slips === fewest)
		.map(({ name }) => name)
		.slice(0, mostSuggestions);
}
