import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure, fileTrouble } from '../process/failure.ts';
import { invalidFile, isRecord, type JsonFile } from '../process/json-file.ts';
import { readRegularFile } from '../process/regular-file.ts';

/** A secret that no log, error or JSON text shows by accident. */
export class Secret {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	/** The secret itself, for the request that needs it. */
	reveal(): string {
		return this.#text;
	}

	toString(): string {
		return '[secret]';
	}

	toJSON(): string {
		return '[secret]';
	}
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A place in a file of settings, for messages, and the environment for its secrets. */
export interface Place {
	readonly file: JsonFile;
	readonly where: string;
	readonly env: Environment;
}

/** Reads a secret from a file, from the environment, or from the file of settings itself if nobody else may read that. */
export function readSecret(value: unknown, place: Place): Secret {
	const { file, where, env } = place;
	const wrong = (mistake: string) => invalidFile(file, `${where}${mistake}`);
	const expected = ': expected {"file": PATH}, {"env": NAME} or a text';
	if (typeof value === 'string') {
		if ((statSync(file.path).mode & 0o077) !== 0)
			throw wrong(` is a secret in the file, which others may read: run chmod 600 ${file.path}`);
		return checkedSecret(value, place);
	}
	if (!isRecord(value) || Object.keys(value).length !== 1) throw wrong(expected);
	const [source, name] = Object.entries(value)[0]!;
	if (typeof name !== 'string' || name === '') throw wrong(expected);
	if (source === 'env') {
		if (!env[name]) throw wrong(`: the environment variable ${name} is not set`);
		return checkedSecret(env[name], place);
	}
	if (source !== 'file') throw wrong(expected);
	const path = resolve(dirname(file.path), name);
	try {
		return checkedSecret(readRegularFile(path).toString().trim(), place);
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw wrong(`: ${path} cannot be read (${fileTrouble(thrown)})`);
	}
}

function checkedSecret(text: string, { file, where }: Place): Secret {
	if (text === '') throw invalidFile(file, `${where}: the secret is empty`);
	return new Secret(text);
}

/** The JSON Schema of a member that `readSecret` reads. */
export const secretSchema = {
	oneOf: [
		...['file', 'env'].map((source) => ({
			type: 'object',
			properties: { [source]: { type: 'string', minLength: 1 } },
			required: [source],
			additionalProperties: false,
		})),
		{
			type: 'string',
			minLength: 1,
			description: 'only in a file that nobody else can read (mode 0600)',
		},
	],
} as const;
