import type { Settings } from '../settings/settings.ts';

export interface Option {
	readonly type: 'boolean' | 'string';
	readonly help: string;
	/** What its help shows as value. */
	readonly value?: string;
	readonly short?: string;
	/** Whether it may be given several times. */
	readonly multiple?: boolean;
}

export type Options = Readonly<Record<string, Option>>;

/** The values of declared options. One with a value is undefined if it was not given. */
type OptionValues<Declared extends Options> = {
	readonly [Name in keyof Declared]: Declared[Name] extends { multiple: true }
		? readonly string[]
		: { boolean: boolean; string: string | undefined }[Declared[Name]['type']];
};

/** The input of a command: its words and options, the settings, and where to print. */
export interface Call<Declared extends Options = Record<never, Option>> {
	words: string[];
	options: OptionValues<Declared>;
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

export interface Command<Declared extends Options = Options> {
	/** The words that select it, for example `license issue`. */
	name: string;
	summary: string;
	/** What follows the name, for example `BOARD[:VERSION]`. */
	words?: string;
	/** The least and the most words that it takes. */
	arity?: readonly [number, number];
	options?: Declared;
	/** More help, printed below the options. */
	details?: string;
	/** A list below the details, for a width of the terminal. */
	list?: (width: number) => string;
	run(call: Call<Declared>): Promise<void> | void;
}

/** A command whose call has the values of the options that it declares. */
export function command<const Declared extends Options>(declared: Command<Declared>): Command {
	return declared as unknown as Command;
}

/** Those of the named options that are given. */
export function givenOf<Name extends string>(
	options: { readonly [Each in Name]: boolean | string | undefined },
	names: readonly Name[],
): Name[] {
	return names.filter((name) => options[name] !== undefined && options[name] !== false);
}
