import { afterAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '../../test/feeds/certificates.ts';
import { readConnections } from './connections-file.ts';
import { connectionSchema } from './connections-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'connections-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'connections.json');
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, 'the secret\n');
writeFileSync(join(folder, 'ca.pem'), createAuthority('one').pem);

function read(content: unknown, { env = {}, mode = 0o600 } = {}) {
	writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
	chmodSync(file, mode);
	return readConnections(file, env);
}
const connectionIn = (entry: object, options = {}) => read({ connections: { x: entry } }, options).get('x')!;
const jamf = { kind: 'jamf-pro', url: 'https://j.example', client_id: 'c', client_secret: 's' };
const token = { file: 'secret' };

describe('a connection', () => {
	test('has the default origins of its kind, or those of the file', () => {
		const origins = ({ api, login }: { api: string; login: string }) => [api, login];
		expect(origins(connectionIn({ ...jamf, url: 'https://j.example:8443/jamf/' }))).toEqual([
			'https://j.example:8443/jamf',
			'https://j.example:8443/jamf',
		]);
		const intune = { kind: 'intune', tenant: 't', client_id: 'c', client_secret: token };
		expect(origins(connectionIn(intune))).toEqual([
			'https://graph.microsoft.com',
			'https://login.microsoftonline.com',
		]);
		expect(origins(connectionIn({ ...intune, url: 'https://graph.microsoft.us' }))).toEqual([
			'https://graph.microsoft.us',
			'https://login.microsoftonline.us',
		]);
		expect(origins(connectionIn({ ...intune, login_url: 'https://login.example' }))[1]).toBe(
			'https://login.example',
		);
		const mosyle = {
			kind: 'mosyle',
			product: 'manager',
			access_token: token,
			email: 'a@b.c',
			password: token,
		};
		expect(origins(connectionIn(mosyle))).toEqual([
			'https://managerapi.mosyle.com/v2',
			'https://managerapi.mosyle.com/v2',
		]);
		expect(origins(connectionIn({ ...mosyle, url: 'https://p.example' }))[1]).toBe('https://p.example/v2');
		expect(connectionIn({ kind: 'simplemdm', token }).api).toBe('https://a.simplemdm.com');
	});

	test('has its secrets from a file, a variable or the text, and never prints them', () => {
		const secretOf = (secret: unknown, options = {}) =>
			connectionIn({ ...jamf, client_secret: secret }, options).secrets.client_secret!.reveal();
		expect(secretOf({ file: 'secret' }, { mode: 0o644 })).toBe('the secret');
		expect(secretOf({ file: secretFile })).toBe('the secret');
		expect(secretOf({ env: 'S' }, { env: { S: 'in a variable' }, mode: 0o644 })).toBe('in a variable');
		expect(secretOf('a text')).toBe('a text');
		const shown = connectionIn({ ...jamf, client_secret: 'a text' });
		expect(`${JSON.stringify(shown)} ${Bun.inspect(shown)} ${shown.secrets.client_secret}`).not.toContain(
			'a text',
		);
	});

	test('may trust an authority of its own', () => {
		expect(connectionIn({ ...jamf, ca_file: 'ca.pem' }).authority).toContain('BEGIN CERTIFICATE');
		expect(connectionIn(jamf).authority).toBe(null);
	});
});

test.each([
	['nothing', 'it is not JSON'],
	['[]', 'expected {"connections": {NAME: {"kind": …}}} (see fleet connections --schema)'],
	['{"connections": {}, "more": 1}', 'it has "more": expected'],
	['{"connections": {"a": {}, "a": {}}}', 'it has "a" twice in one object'],
	[{ connections: { '@a': jamf } }, '"@a" is not a name'],
	[{ connections: { a: 1 } }, 'connections.a is not an object'],
	[
		{ connections: { a: { kind: 'jamf' } } },
		'connections.a.kind: expected one of jamf-pro, intune, iru, mosyle, simplemdm, fleetdm, apple-business',
	],
	[{ connections: { a: { ...jamf, token: 's3' } } }, 'connections.a has "token": jamf-pro takes kind, url'],
	[{ connections: { a: { ...jamf, url: undefined } } }, 'connections.a.url: expected an address such as'],
	[{ connections: { a: { ...jamf, url: 'http://j.example' } } }, 'connections.a.url: expected an address'],
	[
		{ connections: { a: { ...jamf, url: 'https://u:p@j.example' } } },
		'connections.a.url: expected an address',
	],
	[{ connections: { a: { ...jamf, client_id: 'a b' } } }, 'connections.a.client_id: expected a text'],
	[
		{ connections: { a: { ...jamf, client_secret: '' } } },
		'connections.a.client_secret: the secret is empty',
	],
	[
		{ connections: { a: { ...jamf, client_secret: {} } } },
		'connections.a.client_secret: expected {"file": PATH}',
	],
	[
		{ connections: { a: { ...jamf, client_secret: { env: 'NONE' } } } },
		'connections.a.client_secret: the environment variable NONE is not set',
	],
	[
		{ connections: { a: { ...jamf, client_secret: { file: 'none' } } } },
		`connections.a.client_secret: ${join(folder, 'none')} cannot be read (no such file or folder)`,
	],
	[{ connections: { a: { ...jamf, ca_file: 'secret' } } }, 'connections.a.ca_file: expected a PEM file'],
	[
		{
			connections: {
				a: { kind: 'mosyle', product: 'school', access_token: token, email: 'a@b.c', password: token },
			},
		},
		'connections.a.product: expected business or manager',
	],
])('%p is refused: %s', (content, mistake) => {
	expect(() => read(content)).toThrow(mistake);
});

test('a secret in a file that others can read is refused', () => {
	expect(() => connectionIn(jamf, { mode: 0o640 })).toThrow(`which others may read: run chmod 600 ${file}`);
});

test('the schema has every kind with what it needs', () => {
	const { properties } = connectionSchema() as {
		properties: { connections: { additionalProperties: { oneOf: { title: string; required: string[] }[] } } };
	};
	const kinds = properties.connections.additionalProperties.oneOf;
	expect(kinds.map(({ title, required }) => [title, required.join(' ')])).toEqual([
		['Jamf Pro', 'kind url client_id client_secret'],
		['Microsoft Intune', 'kind tenant client_id client_secret'],
		['Iru (Kandji)', 'kind url token'],
		['Mosyle', 'kind product access_token email password'],
		['SimpleMDM', 'kind token'],
		['Fleet (fleetdm)', 'kind url token'],
		['Apple Business', 'kind client_id key_id private_key'],
	]);
});
