import type { Command, Option, Options } from './command.ts';
import { wrap } from './terminal-text.ts';

/** The options that every command takes. */
export const common = {
	json: { type: 'boolean', help: 'print JSON, errors included' },
	help: { type: 'boolean', short: 'h', help: 'print this help' },
} as const satisfies Options;

/** The narrowest width of a column of text. */
const narrowest = 24;

export function usageOf(command: Command): string {
	return [command.name, command.words, command.options && '[options]'].filter(Boolean).join(' ');
}

/** The help of a command, in lines of the terminal's width. */
export function helpOf(command: Command, width = Number.POSITIVE_INFINITY): string {
	const rows = Object.entries<Option>({ ...command.options, ...common }).map(
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
		...(command.list ? ['', command.list(width)] : []),
	].join('\n');
}

/** The commands that most people need, in the order in which they need them. */
const mostUsed = [
	'serve',
	'lookup',
	'search',
	'advice',
	'fleet',
	'fleet remember',
	'fleet history',
	'enforce',
	'license issue',
	'doctor',
];

/** The subjects of the help, each with the first words of its commands. */
export const subjects: readonly (readonly [title: string, words: readonly string[]])[] = [
	['Ask about a Mac, a release or a CVE', ['lookup', 'search', 'advice', 'exposure', 'cve']],
	['Fleet', ['fleet', 'watch', 'policies', 'enforce', 'minimum']],
	['Data and feeds', ['data', 'site']],
	['Licenses', ['license']],
	[
		'Service',
		[
			'serve',
			'config',
			'ready',
			'todo',
			'console',
			'doctor',
			'backup',
			'restore',
			'migrate',
			'move',
			'mcp',
			'manual',
			'notices',
		],
	],
];

/** The given commands by subject, with a line for each. With all commands, the ten most used come first. */
export function overview(commands: readonly Command[], width = Number.POSITIVE_INFINITY): string {
	const named = new Map(commands.map((command) => [command.name, command]));
	const most = mostUsed.flatMap((name) => named.get(name) ?? []);
	const bySubject = subjects.map(
		([title, words]) =>
			[title, words.flatMap((word) => commands.filter((command) => isOf(command, word)))] as const,
	);
	const sections = most.length === mostUsed.length ? [['Most used', most] as const, ...bySubject] : bySubject;
	return [
		wrap('pointrelease: which releases a Mac runs, what is the latest and what comes next', width),
		...sections
			.filter(([, listed]) => listed.length > 0)
			.flatMap(([title, listed]) => ['', title, columns(listed.map(lineOf), width)]),
		'',
		wrap(
			'Every command takes --help and --json; --version (-v) prints the version. "pointrelease help TOPIC" explains a command or prints a document, and "pointrelease manual" lists the documents. Settings are environment variables: "pointrelease help settings" lists them.',
			width,
		),
	].join('\n');
}

/** Whether a command has this name, or belongs to the group with this name. */
export function isOf(command: Command, words: string): boolean {
	return command.name === words || command.name.startsWith(`${words} `);
}

function lineOf(command: Command): readonly [string, string] {
	return [[command.name, command.words].filter(Boolean).join(' '), command.summary];
}

/** Longer names have a line of their own, so that they do not narrow the second column. */
const widestName = 32;

export function columns(rows: readonly (readonly [string, string])[], width: number): string {
	const widths = rows.map(([left]) => left.length).filter((length) => length <= widestName);
	const widest = Math.max(0, ...widths);
	const room = width - widest - 4;
	if (room < narrowest)
		return rows.map(([left, right]) => `  ${left}\n${indented(wrap(right, width - 6), 6)}`).join('\n');
	return rows
		.map(([left, right]) => {
			const text = indented(wrap(right, room), widest + 4);
			return left.length > widest
				? `  ${left}\n${text}`
				: `  ${left.padEnd(widest)}${text.slice(widest + 2)}`;
		})
		.join('\n');
}

function indented(text: string, by: number): string {
	return text.replaceAll(/^/gm, ' '.repeat(by));
}
