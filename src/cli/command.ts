import { type ParseArgsConfig, parseArgs } from 'node:util';
import { version } from '../../package.json' with { type: 'json' };
import { Failure } from '../process/failure.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { visible } from '../text/visible.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Option = Options[string] & { help: string; value?: string };

/** What a command is given: its words and options, the settings, and where to print. */
export interface Call {
	words: string[];
	options: Record<string, string | boolean | undefined>;
	/** What was given for an option that may be given several times, in order. */
	several(option: string): readonly string[];
	json: boolean;
	settings: Settings;
	/** Standard output is a terminal, so tables and charts are welcome. */
	terminal: boolean;
	print(text: string): void;
}

export interface Command {
	/** The words that select it, for example `license issue`. */
	name: string;
	summary: string;
	/** What follows the name, for example `BOARD[:VERSION]`. */
	words?: string;
	/** How many words it takes, least and most. */
	arity?: readonly [number, number];
	options?: Record<string, Option>;
	/** More help, printed below the options. */
	details?: string;
	run(call: Call): Promise<void> | void;
}

const common: Record<string, Option> = {
	json: { type: 'boolean', help: 'print JSON, errors included' },
	help: { type: 'boolean', short: 'h', help: 'print this help' },
};

/** Runs the command that the words select. Throws a Failure for anything a person must correct. */
export async function runCommand(
	readCommands: () => Promise<readonly Command[]>,
	args: readonly string[],
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const terminal = process.stdout.isTTY === true;
	const write = (text: string) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
	// Notes, addresses and answers of servers are written by others: on a terminal none of it may be obeyed. A file or
	// a program gets text as it is; JSON is spelt out everywhere, where it means the same.
	const printSafely = (text: string) => write(visible(text));
	const print = terminal ? printSafely : write;
	if (args[0] === '--version') return print(version);
	const commands = await readCommands();
	const command = selectCommand(commands, args);
	if (!command) {
		const said = args.filter((word) => !word.startsWith('-'));
		const wantsHelp =
			args.length === 0 || args.includes('--help') || args.includes('-h') || said[0] === 'help';
		const topic = said[0] === 'help' ? said.slice(1) : said;
		const asked = selectCommand(commands, topic);
		if (wantsHelp && asked) return print(helpOf(asked));
		const group = commands.filter(({ name }) => topic[0] !== undefined && name.startsWith(`${topic[0]} `));
		if (wantsHelp) return print(overview(group.length > 0 ? group : commands));
		const known = (group.length > 0 ? group : commands).map(({ name }) => name).join(', ');
		throw new Failure(
			'unknown-command',
			`unknown command ${JSON.stringify(topic.join(' ') || args.join(' '))}: expected one of ${known}`,
		);
	}
	const rest = args.slice(command.name.split(' ').length);
	const options = { ...command.options, ...common };
	const parsed = parseWords(command, rest, options);
	if (parsed.values.help) return print(helpOf(command));
	const [least, most] = command.arity ?? [0, 0];
	if (parsed.positionals.length < least || parsed.positionals.length > most) {
		throw new Failure('bad-arguments', `usage: pointrelease ${usageOf(command)} (see --help)`);
	}
	await command.run({
		words: parsed.positionals,
		options: parsed.values as Call['options'],
		several: (option) => (parsed.values[option] as string[] | undefined) ?? [],
		json: parsed.values.json === true,
		settings: readSettings(env),
		terminal,
		print: parsed.values.json === true ? printSafely : print,
	});
}

function selectCommand(commands: readonly Command[], args: readonly string[]): Command | undefined {
	return commands
		.toSorted((a, b) => b.name.length - a.name.length)
		.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
}

function parseWords(command: Command, args: string[], options: Record<string, Option>) {
	try {
		const parsed = parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
		const given = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
		const twice = given.find((name, index) => given.indexOf(name) !== index && !options[name]?.multiple);
		if (twice) throw new Error(`Option '--${twice}' is given twice`);
		return parsed;
	} catch (thrown) {
		const reason = (thrown as Error).message.split(/[.\n]/)[0];
		throw new Failure('bad-arguments', `${reason}: usage: pointrelease ${usageOf(command)} (see --help)`);
	}
}

function usageOf(command: Command): string {
	return [command.name, command.words, command.options && '[options]'].filter(Boolean).join(' ');
}

function helpOf(command: Command): string {
	const rows = Object.entries({ ...command.options, ...common }).map(
		([name, option]) =>
			[`--${name}${option.type === 'string' ? ` ${option.value ?? 'TEXT'}` : ''}`, option.help] as const,
	);
	return [
		`pointrelease ${usageOf(command)}`,
		'',
		command.summary,
		'',
		columns(rows),
		...(command.details ? ['', command.details.trim()] : []),
	].join('\n');
}

function overview(commands: readonly Command[]): string {
	return [
		'pointrelease: which releases a Mac runs, what is the latest and what comes next',
		'',
		columns(
			commands.map(
				(command) => [[command.name, command.words].filter(Boolean).join(' '), command.summary] as const,
			),
		),
		'',
		'Every command takes --help and --json. Settings are environment variables: see README.md.',
	].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string {
	const width = Math.max(...rows.map(([left]) => left.length));
	return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
