import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure, fileTrouble } from '../process/failure.ts';
import { readRegularFile } from '../process/regular-file.ts';
import { repeatedName } from '../text/repeated-name.ts';
import { readAuthority } from '../transport/request.ts';
import type { Connection, Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import { isRecord } from './record.ts';
import { Secret } from './secret.ts';

/** Larger than any file of connections that a person reviews. */
const mostBytes = 1024 * 1024;
/** A name after an `@`, on a command line and in a report. */
export const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Members that every kind takes. */
const commonMembers = ['kind', 'url', 'login_url', 'ca_file'];

type Environment = Readonly<Record<string, string | undefined>>;

/** A place in the file, for messages, and what secrets there are read from. */
interface Place {
	readonly file: string;
	readonly where: string;
	readonly env: Environment;
}

/** All connections of the file, by name. A file with a mistake is refused whole; no message repeats a secret. */
export function readConnections(file: string, env: Environment): ReadonlyMap<string, Connection> {
	const entries = entriesIn(file);
	const connections = Object.entries(entries).map(([name, entry]) => {
		if (!nameShape.test(name))
			throw wrong(
				file,
				`${JSON.stringify(name)} is not a name: expected letters, digits, dots, hyphens and underscores`,
			);
		return [name, connectionOf(name, entry, { file, where: `connections.${name}`, env })] as const;
	});
	return new Map(connections);
}

function entriesIn(file: string): Record<string, unknown> {
	const text = textOf(file);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw wrong(file, 'it is not JSON');
	}
	const twice = repeatedName(text);
	if (twice !== null) throw wrong(file, `it has ${JSON.stringify(twice)} twice in one object`);
	const shape = 'expected {"connections": {NAME: {"kind": …}}} (see fleet connections --schema)';
	if (!isRecord(value) || !isRecord(value.connections)) throw wrong(file, shape);
	const other = Object.keys(value).find((name) => !['connections', '$schema'].includes(name));
	if (other !== undefined) throw wrong(file, `it has ${JSON.stringify(other)}: ${shape}`);
	return value.connections;
}

function textOf(file: string): string {
	try {
		const text = readRegularFile(file).toString();
		if (text.length > mostBytes) throw wrong(file, 'it is too long: expected at most 1 MB');
		return text;
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure(
			'bad-connections',
			`the file of connections ${file} cannot be read (${fileTrouble(thrown)})`,
		);
	}
}

function connectionOf(name: string, entry: unknown, place: Place): Connection {
	const { file, where } = place;
	if (!isRecord(entry)) throw wrong(file, `${where} is not an object`);
	const kind = typeof entry.kind === 'string' ? kinds.get(entry.kind) : undefined;
	if (!kind) throw wrong(file, `${where}.kind: expected one of ${[...kinds.keys()].join(', ')}`);
	const members = [...commonMembers, ...Object.keys(kind.needs)];
	const other = Object.keys(entry).find((member) => !members.includes(member));
	if (other !== undefined)
		throw wrong(file, `${where} has ${JSON.stringify(other)}: ${kind.name} takes ${members.join(', ')}`);
	const texts: Record<string, string> = {};
	const secrets: Record<string, Secret> = {};
	for (const [member, need] of Object.entries(kind.needs)) {
		const at = { ...place, where: `${where}.${member}` };
		if (need === 'secret') secrets[member] = secretOf(entry[member], at);
		else texts[member] = textMember(entry[member], need, at);
	}
	const usual = kind.origins({ ...texts, url: originIn(entry.url) ?? '' });
	const api = addressOf(entry.url ?? usual.api, { ...place, where: `${where}.url` });
	const login = addressOf(entry.login_url ?? usual.login ?? api, { ...place, where: `${where}.login_url` });
	const path = kind.path?.(texts) ?? '';
	return {
		name,
		kind,
		api: api + path,
		login: login + (usual.login === null ? path : ''),
		authority: authorityOf(entry.ca_file, place),
		texts,
		secrets,
	};
}

function textMember(
	value: unknown,
	need: Exclude<Kind['needs'][string], 'secret'>,
	{ file, where }: Place,
): string {
	if (need === 'text') {
		if (typeof value === 'string' && /^[\x21-\x7e]{1,500}$/.test(value)) return value;
		throw wrong(file, `${where}: expected a text without spaces`);
	}
	if (typeof value === 'string' && need.includes(value)) return value;
	throw wrong(file, `${where}: expected ${need.join(' or ')}`);
}

/** A secret is in a file, in the environment, or in the connections file itself if nobody else may read that. */
function secretOf(value: unknown, { file, where, env }: Place): Secret {
	const expected = 'expected {"file": PATH}, {"env": NAME} or a text';
	if (typeof value === 'string') {
		if ((statSync(file).mode & 0o077) !== 0)
			throw wrong(file, `${where} is a secret in the file, which others may read: run chmod 600 ${file}`);
		return checkedSecret(value, file, where);
	}
	if (!isRecord(value) || Object.keys(value).length !== 1) throw wrong(file, `${where}: ${expected}`);
	const [source, name] = Object.entries(value)[0]!;
	if (typeof name !== 'string' || name === '') throw wrong(file, `${where}: ${expected}`);
	if (source === 'env') {
		if (!env[name]) throw wrong(file, `${where}: the environment variable ${name} is not set`);
		return checkedSecret(env[name], file, where);
	}
	if (source !== 'file') throw wrong(file, `${where}: ${expected}`);
	const path = resolve(dirname(file), name);
	try {
		return checkedSecret(readRegularFile(path).toString().trim(), file, where);
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw wrong(file, `${where}: ${path} cannot be read (${fileTrouble(thrown)})`);
	}
}

function checkedSecret(text: string, file: string, where: string): Secret {
	if (text === '') throw wrong(file, `${where}: the secret is empty`);
	return new Secret(text);
}

/** An origin, possibly with a path below which the API is served, without a slash at the end. */
function addressOf(value: unknown, { file, where }: Place): string {
	const url = typeof value === 'string' ? URL.parse(value) : null;
	const isLoopback = url !== null && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
	const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
	if (!url || !isSafe || url.username || url.password || url.search || url.hash)
		throw wrong(file, `${where}: expected an address such as https://mdm.example.com`);
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function originIn(value: unknown): string | null {
	return typeof value === 'string' ? (URL.parse(value)?.origin ?? null) : null;
}

function authorityOf(value: unknown, { file, where }: Place): string | null {
	if (value === undefined) return null;
	if (typeof value !== 'string') throw wrong(file, `${where}.ca_file: expected the path of a PEM file`);
	const pem = readAuthority(resolve(dirname(file), value), `${where}.ca_file`)!;
	if (!pem.includes('-----BEGIN CERTIFICATE-----'))
		throw wrong(file, `${where}.ca_file: expected a PEM file with a certificate`);
	return pem;
}

function wrong(file: string, mistake: string): Failure {
	return new Failure('bad-connections', `the file of connections ${file} is invalid: ${mistake}`);
}
