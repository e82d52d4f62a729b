import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { about, anyOf, Mistake, mistaken, object, oneOf, readAs, text } from '../process/definition-parts.ts';
import { fileTrouble } from '../process/failure.ts';
import type { JsonFile } from '../process/json-file.ts';
import { readRegularFile } from '../process/regular-file.ts';
import type { EntryMember } from './kind.ts';
import { type Environment, Secret } from './secret.ts';

/** The file that is read, which its paths are relative to, and the environment for its secrets. */
export interface Reading {
	readonly file: JsonFile;
	readonly env: Environment;
}

/** For definitions of which only the JSON Schema is wanted. */
export const noReading: Reading = { file: { path: '', title: '', code: '' }, env: {} };

/** A path, made absolute. */
export function path({ file }: Reading) {
	return readAs(text('a path'), (name) => resolve(dirname(file.path), name));
}

const textForm = { expected: 'a text of at most 500 characters', pattern: /^(?=[\s\S]*\S)[\s\S]{1,500}$/u };

/** A member of the entry of a connection or channel: its text, its path or its secret. */
export function entryMember({ is, about: words, form, pattern }: EntryMember, reading: Reading) {
	if (is === 'secret') return about(words, secret(reading, form));
	if (typeof is !== 'string') return about(words, oneOf(is));
	const plain = pattern ?? textForm;
	const value = text(plain.expected, plain.pattern, { isPrivate: true });
	const used = is === 'path' ? readAs(value, (name) => resolve(dirname(reading.file.path), name)) : value;
	return about(
		words,
		form ? readAs(used, (read) => fitting(read, form), `whether it is ${form.expected}`) : used,
	);
}

function fitting(value: string, { expected, fits }: NonNullable<EntryMember['form']>): string {
	if (fits(value)) return value;
	throw mistaken(value, expected, { isPrivate: true });
}

/** A secret in a file, in the environment, or in the file of settings itself if nobody else may read that. */
export function secret(reading: Reading, form?: EntryMember['form']) {
	const source = (name: 'file' | 'env') =>
		object({ [name]: text('a text', /\S/, { isPrivate: true }) }, `{"${name}": …}`, { isPrivate: true });
	const forms = [
		source('file'),
		source('env'),
		about('only in a file that nobody else can read (mode 0600)', text('a text', /\S/, { isPrivate: true })),
	] as const;
	return readAs(
		anyOf(forms, '{"file": PATH}, {"env": NAME} or a text'),
		(value) => {
			const found = secretIn(value, reading);
			if (found === '') throw new Mistake('is empty');
			return new Secret(form ? fitting(found, form) : found);
		},
		`whether it is there${form ? `, and ${form.expected}` : ''}`,
	);
}

function secretIn(value: string | Readonly<Record<string, string>>, { file, env }: Reading): string {
	if (typeof value === 'string') {
		if ((statSync(file.path).mode & 0o077) === 0) return value;
		throw new Mistake(`is a secret in the file, which others may read: run chmod 600 ${file.path}`);
	}
	if (value.env !== undefined) {
		const found = env[value.env];
		if (found) return found;
		throw new Mistake(`cannot be read: the environment variable ${value.env} is not set`);
	}
	return fileText(resolve(dirname(file.path), value.file!)).trim();
}

/** The authority in a PEM file. */
export function authority({ file }: Reading) {
	return readAs(
		text('the path of a PEM file', /\S/, { isPrivate: true }),
		(name) => {
			const pem = fileText(resolve(dirname(file.path), name));
			if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
			throw mistaken(name, 'a PEM file with a certificate');
		},
		'whether it is one',
	);
}

function fileText(path: string): string {
	try {
		return readRegularFile(path).toString();
	} catch (thrown) {
		throw new Mistake(`cannot be read: ${path} (${fileTrouble(thrown)})`);
	}
}
