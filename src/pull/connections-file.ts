import { dirname, resolve } from 'node:path';
import { Failure } from '../process/failure.ts';
import {
	invalidFile,
	isRecord,
	type JsonFile,
	readJsonFile,
	refuseOtherMembers,
} from '../process/json-file.ts';
import { readAuthority } from '../transport/request.ts';
import type { Connection, Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import { type Environment, type Place, readSecret, type Secret } from './secret.ts';

/** A name after an `@`, on a command line and in a report. */
export const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Members that every kind takes. */
const commonMembers = ['kind', 'url', 'login_url', 'ca_file'];

/** All connections of the file, by name. One mistake refuses the whole file. No message repeats a secret. */
export function readConnections(path: string, env: Environment): ReadonlyMap<string, Connection> {
	const file = { path, title: 'connections file', code: 'bad-connections' };
	const entries = entriesIn(file);
	const connections = Object.entries(entries).map(([name, entry]) => {
		if (!nameShape.test(name))
			throw invalidFile(
				file,
				`${JSON.stringify(name)} is not a name: expected letters, digits, dots, hyphens and underscores`,
			);
		return [name, connectionOf(name, entry, { file, where: `connections.${name}`, env })] as const;
	});
	return new Map(connections);
}

function entriesIn(file: JsonFile): Record<string, unknown> {
	const value = readJsonFile(file);
	const shape = 'expected {"connections": {NAME: {"kind": …}}} (see fleet connections --schema)';
	if (!isRecord(value) || !isRecord(value.connections)) throw invalidFile(file, shape);
	const unknownMember = Object.keys(value).find((name) => !['connections', '$schema'].includes(name));
	if (unknownMember !== undefined)
		throw invalidFile(file, `it has ${JSON.stringify(unknownMember)}: ${shape}`);
	return value.connections;
}

function connectionOf(name: string, entry: unknown, place: Place): Connection {
	const { file, where } = place;
	if (!isRecord(entry)) throw invalidFile(file, `${where} is not an object`);
	const kind = typeof entry.kind === 'string' ? kinds.get(entry.kind) : undefined;
	if (!kind) throw invalidFile(file, `${where}.kind: expected one of ${[...kinds.keys()].join(', ')}`);
	const members = [...commonMembers, ...Object.keys(kind.needs)];
	refuseOtherMembers(entry, members, { file, where, kind: kind.name });
	const texts: Record<string, string> = {};
	const secrets: Record<string, Secret> = {};
	for (const [member, need] of Object.entries(kind.needs)) {
		const at = { ...place, where: `${where}.${member}` };
		if (need === 'secret') secrets[member] = readSecret(entry[member], at);
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
		throw invalidFile(file, `${where}: expected a text without spaces`);
	}
	if (typeof value === 'string' && need.includes(value)) return value;
	throw invalidFile(file, `${where}: expected ${need.join(' or ')}`);
}

/** An origin, possibly with the path of the API, without a slash at the end. */
function addressOf(value: unknown, { file, where }: Place): string {
	const url = typeof value === 'string' ? URL.parse(value) : null;
	if (!url || !isSafeAddress(url) || url.username || url.password || url.search || url.hash)
		throw invalidFile(file, `${where}: expected an address such as https://mdm.example.com`);
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether secrets may be sent to an address: over HTTPS, or over HTTP to this machine. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
	const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
	return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}

function originIn(value: unknown): string | null {
	return typeof value === 'string' ? (URL.parse(value)?.origin ?? null) : null;
}

function authorityOf(value: unknown, { file, where }: Place): string | null {
	if (value === undefined) return null;
	if (typeof value !== 'string') throw invalidFile(file, `${where}.ca_file: expected the path of a PEM file`);
	const pem = readAuthority(resolve(dirname(file.path), value), `${where}.ca_file`)!;
	if (!pem.includes('-----BEGIN CERTIFICATE-----'))
		throw invalidFile(file, `${where}.ca_file: expected a PEM file with a certificate`);
	return pem;
}

/** Whether a word names a connection: `@jamf`. A file with that name is written `./@jamf`. */
export function isConnection(word: string): boolean {
	return word.startsWith('@');
}

export function connectionNamed(connections: ReadonlyMap<string, Connection>, word: string): Connection {
	const connection = connections.get(word.slice(1));
	if (connection) return connection;
	const names = [...connections.keys()].map((name) => `@${name}`);
	throw new Failure(
		'no-such-connection',
		`there is no connection ${word}: expected ${names.join(', ') || 'one in the file, which has none'}; a file of that name is ./${word}`,
	);
}
