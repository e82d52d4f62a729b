import type { ParseArgsConfig } from 'node:util';
import type { Settings } from '../settings/settings.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
export type Option = Options[string] & { help: string; value?: string };

/** The input of a command: its words and options, the settings, and where to print. */
export interface Call {
	words: string[];
	options: Record<string, string | boolean | undefined>;
	/** The values of an option that may be given several times, in order. */
	several(option: string): readonly string[];
	json: boolean;
	/** Read on first use, because documents are printed even if settings are invalid. */
	readonly settings: Settings;
	/** The environment, for secrets that files name by a variable. */
	env: Readonly<Record<string, string | undefined>>;
	/** Whether standard output is a terminal: then commands print tables instead of JSON. */
	terminal: boolean;
	/** The width of the terminal in characters; infinite for a pipe. */
	width: number;
	print(text: string): void;
}

export interface Command {
	/** The words that select it, for example `license issue`. */
	name: string;
	summary: string;
	/** What follows the name, for example `BOARD[:VERSION]`. */
	words?: string;
	/** The least and the most words that it takes. */
	arity?: readonly [number, number];
	options?: Record<string, Option>;
	/** More help, printed below the options. */
	details?: string;
	/** A list below the details, for a width of the terminal. */
	list?: (width: number) => string;
	run(call: Call): Promise<void> | void;
}
