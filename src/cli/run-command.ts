import { parseArgs } from 'node:util';
import { closestNames } from '@pointrelease/core/src/catalog/resolve.ts';
import { visible } from '@pointrelease/core/src/text/visible.ts';
import { version } from '../../package.json' with { type: 'json' };
import { Failure } from '../process/failure.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import type { Call, Command, Options } from './command.ts';
import { common, helpOf, isOf, overview, usageOf } from './help.ts';
import { documentNames, documentText } from './manual.ts';
import { settingsHelp } from './settings-help.ts';

type ReadCommands = (word: string | undefined) => Promise<readonly Command[]>;

/** Runs the command that the words select. Throws a Failure if the user has to correct something. */
export async function runCommand(
	readCommands: ReadCommands,
	args: readonly string[],
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const terminal = process.stdout.isTTY === true;
	const width = terminal ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
	const write = (text: string) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
	// Notes, addresses and answers of servers may contain escapes, which a terminal must not execute. Files and
	// programs get the text unchanged. JSON is always escaped, which does not change its meaning.
	const printSafely = (text: string) => write(visible(text));
	const print = terminal ? printSafely : write;
	const json = args.includes('--json');
	if (args[0] === '--version' || args[0] === '-v') return print(json ? JSON.stringify({ version }) : version);
	const commands = await readCommands(args[0]);
	const command = selectCommand(commands, args);
	if (!command) {
		const commandWords = args.filter((word) => !word.startsWith('-'));
		if (commandWords[0] === 'help') return print(await helpOn(commandWords.slice(1), readCommands, width));
		const needsHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
		const isCommand =
			commandWords.length === 0 || commands.some((candidate) => isOf(candidate, commandWords.join(' ')));
		if (!needsHelp || !isCommand) throw await unknownCommand(commandWords, args, readCommands);
		return print(await helpOn(commandWords, readCommands, width));
	}
	const commandArgs = args.slice(command.name.split(' ').length);
	const options = { ...command.options, ...common };
	const parsed = parseWords(command, commandArgs, options);
	if (parsed.values.help) return print(helpOf(command, width));
	const [least, most] = command.arity ?? [0, 0];
	if (parsed.positionals.length < least || parsed.positionals.length > most) {
		throw new Failure('bad-arguments', `usage: pointrelease ${usageOf(command)} (see --help)`);
	}
	let settings: Settings | null = null;
	await command.run({
		words: parsed.positionals,
		options: valuesOf(command.options ?? {}, parsed.values),
		json: parsed.values.json === true,
		get settings() {
			settings ??= readSettings(env);
			return settings;
		},
		env,
		terminal,
		width,
		print: parsed.values.json === true ? printSafely : print,
	});
}

function selectCommand(commands: readonly Command[], args: readonly string[]): Command | undefined {
	return commands
		.toSorted((a, b) => b.name.length - a.name.length)
		.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
}

/** The help of a command or a group of commands, or the document with that name. */
async function helpOn(topic: readonly string[], readCommands: ReadCommands, width: number): Promise<string> {
	const commands = await readCommands(topic[0]);
	const command = selectCommand(commands, topic);
	if (command) return helpOf(command, width);
	if (topic.length === 0) return overview(commands, width);
	const group = commands.filter(({ name }) => name.startsWith(`${topic[0]} `));
	if (group.length > 0) return overview(group, width);
	if (topic[0] === 'settings') return settingsHelp(width);
	const documents = documentNames();
	if (documents.includes(topic[0]!)) return documentText(topic[0]!);
	const meant = closestNames(topic.join(' '), [...new Set([...namesOf(commands), ...documents])]);
	throw new Failure(
		'unknown-topic',
		`there is no help on ${JSON.stringify(topic.join(' '))}: ${didYouMean(meant) ?? 'see "pointrelease help" and "pointrelease manual"'}`,
	);
}

/** The names of all commands and of their groups. */
function namesOf(commands: readonly Command[]): string[] {
	return [...new Set(commands.flatMap(({ name }) => [name, name.split(' ')[0]!]))];
}

function didYouMean(meant: readonly string[], quote = '"'): string | null {
	if (meant.length === 0) return null;
	return `did you mean ${meant.map((name) => quote + name + quote).join(' or ')}?`;
}

async function unknownCommand(
	commandWords: readonly string[],
	args: readonly string[],
	readCommands: ReadCommands,
): Promise<Failure> {
	const commands = await readCommands(commandWords[0]);
	// Arguments may follow the name of a command: compare two words with names of two words, and one with names of
	// one.
	const names = namesOf(commands);
	const [two, one] = [2, 1].map((length) =>
		closestNames(
			commandWords.slice(0, length).join(' '),
			names.filter((name) => name.split(' ').length === length),
		),
	);
	const group = commands.filter(({ name }) => name.startsWith(`${commandWords[0]} `));
	const meant = didYouMean(two!.length > 0 ? two! : one!.filter(() => group.length === 0));
	const choices =
		group.length > 0
			? `expected one of ${group.map(({ name }) => name).join(', ')}`
			: '"pointrelease help" lists the commands';
	return new Failure(
		'unknown-command',
		`unknown command ${JSON.stringify(commandWords.join(' ') || args.join(' '))}: ${meant ?? choices}`,
	);
}

function parseWords(command: Command, args: string[], options: Options) {
	// Not strict, because the errors of the parser have no code: its tokens say the same.
	const parsed = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
	const seen = new Set<string>();
	for (const token of parsed.tokens) {
		if (token.kind !== 'option') continue;
		const { name, rawName, value, inlineValue } = token;
		const option = Object.hasOwn(options, name) ? options[name] : undefined;
		if (!option) throw unknownOption(command, rawName, Object.keys(options));
		if (option.type === 'boolean' && value !== undefined)
			throw badOption(command, `option --${name} takes no value`);
		// A word after it that begins like an option is one: its value was forgotten.
		if (option.type === 'string' && (value === undefined || (!inlineValue && /^-./.test(value))))
			throw badOption(command, `option --${name} needs a value`);
		if (seen.has(name) && !option.multiple) throw badOption(command, `option --${name} is given twice`);
		seen.add(name);
	}
	return parsed;
}

/** The value of every declared option, given or not. */
function valuesOf(options: Options, given: Readonly<Record<string, unknown>>): Call<Options>['options'] {
	const values = Object.entries(options).map(([name, { type, multiple }]) => [
		name,
		given[name] ?? (multiple ? [] : type === 'boolean' ? false : undefined),
	]);
	return Object.fromEntries(values);
}

function unknownOption(command: Command, rawName: string, names: readonly string[]): Failure {
	const meant = closestNames(
		rawName,
		names.map((name) => `--${name}`),
	);
	const problem = `unknown option ${rawName}`;
	const hint = didYouMean(meant, '');
	return hint ? new Failure('bad-arguments', `${problem}: ${hint}`) : badOption(command, problem);
}

function badOption(command: Command, problem: string): Failure {
	return new Failure('bad-arguments', `${problem}: usage: pointrelease ${usageOf(command)} (see --help)`);
}
