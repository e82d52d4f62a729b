import { afterAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '../../test/feeds/certificates.ts';
import { compareWithSchema, mutations } from '../../test/mutations.ts';
import { sized } from '../../test/size.ts';
import { connectionsIn, connectionsSchema } from './connections-definition.ts';

const folder = mkdtempSync(join(tmpdir(), 'connections-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'connections.json');
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, 'the secret\n');
writeFileSync(join(folder, 'empty'), '\n');
writeFileSync(join(folder, 'ca.pem'), createAuthority('one').pem);

function read(content: unknown, { env = {}, mode = 0o600 } = {}) {
	writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
	chmodSync(file, mode);
	return connectionsIn(file, env);
}
const connectionIn = (entry: object, options = {}) => read({ connections: { x: entry } }, options).get('x')!;
const jamf = { kind: 'jamf-pro', url: 'https://j.example', client_id: 'c', client_secret: 's' };
const token = { file: 'secret' };
const wrongAddress = 'is something else: expected an address such as https://mdm.example.com';

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
	[
		'[]',
		'the file is something else: expected {"connections": {NAME: {"kind": …}}} (see fleet connections --schema)',
	],
	['{"connections": {}, "more": 1}', 'it has "more": expected only connections'],
	['{"connections": {"a": {}, "a": {}}}', 'it has "a" twice in one object'],
	[{ connections: { '@a': jamf } }, 'connections has "@a": expected a name of at most 64 letters'],
	[{ connections: { a: 1 } }, 'connections.a is something else: expected an object with "kind"'],
	[
		{ connections: { a: { kind: 'jamf' } } },
		'connections.a.kind is "jamf": expected one of jamf-pro, intune, iru, mosyle, simplemdm, fleetdm, apple-business',
	],
	[
		{ connections: { a: { ...jamf, token: 's3' } } },
		'connections.a has "token": expected only kind, url, login_url, ca_file, why, client_id, client_secret',
	],
	[
		{ connections: { a: { ...jamf, url: undefined } } },
		'connections.a.url is missing: expected an address such as https://mdm.example.com',
	],
	[{ connections: { a: { ...jamf, url: 'http://j.example' } } }, `connections.a.url ${wrongAddress}`],
	[{ connections: { a: { ...jamf, url: 'https://u:p@j.example' } } }, `connections.a.url ${wrongAddress}`],
	[{ connections: { a: { ...jamf, url: 'https://[' } } }, `connections.a.url ${wrongAddress}`],
	[
		{ connections: { a: { ...jamf, client_id: 'a b' } } },
		'connections.a.client_id is something else: expected a text without spaces',
	],
	[
		{ connections: { a: { ...jamf, client_secret: '' } } },
		'connections.a.client_secret is something else: expected a text',
	],
	[
		{ connections: { a: { ...jamf, client_secret: {} } } },
		'connections.a.client_secret is something else: expected {"file": PATH}, {"env": NAME} or a text',
	],
	[
		{ connections: { a: { ...jamf, client_secret: { env: 'NONE' } } } },
		'connections.a.client_secret cannot be read: the environment variable NONE is not set',
	],
	[
		{ connections: { a: { ...jamf, client_secret: { file: 'none' } } } },
		`connections.a.client_secret cannot be read: ${join(folder, 'none')} (no such file or folder)`,
	],
	[
		{ connections: { a: { ...jamf, client_secret: { file: 'empty' } } } },
		'connections.a.client_secret is empty',
	],
	[
		{ connections: { a: { ...jamf, ca_file: 'secret' } } },
		'connections.a.ca_file is "secret": expected a PEM file with a certificate',
	],
	[
		{
			connections: {
				a: { kind: 'mosyle', product: 'school', access_token: token, email: 'a@b.c', password: token },
			},
		},
		'connections.a.product is "school": expected business or manager',
	],
])('%p is refused: %s', (content, mistake) => {
	expect(() => read(content)).toThrow(`the connections file ${file} is invalid: ${mistake}`);
});

test('a secret in a file that others can read is refused', () => {
	expect(() => connectionIn(jamf, { mode: 0o640 })).toThrow(`which others may read: run chmod 600 ${file}`);
});

test('the schema has every kind with what it needs', () => {
	const { properties } = connectionsSchema() as {
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

test('all mistakes of a file are told at once, a line each', () => {
	const one = { kind: 'intune', tenant: 'a b', client_id: 7, client_secret: { env: 'NONE' }, more: 1 };
	expect(() => read({ connections: { one, two: { kind: 'simplemdm' } } })).toThrow(
		[
			'connections.one.tenant is something else: expected a text without spaces',
			'connections.one.client_id is something else: expected a text without spaces',
			'connections.one.client_secret cannot be read: the environment variable NONE is not set',
			'connections.one has "more": expected only kind, url, login_url, ca_file, why, tenant, client_id, client_secret, report_id',
			'connections.two.token is missing: expected {"file": PATH}, {"env": NAME} or a text',
		]
			.map((line) => `the connections file ${file} is invalid: ${line}`)
			.join('\n'),
	);
});

test('the schema accepts what the reader accepts, but for what only the reader knows, and no mistake repeats a secret', () => {
	const secret = 'S3cret-of-the-file';
	const valid = [
		{
			$schema: 'x',
			connections: {
				jamf: { ...jamf, client_secret: secret, login_url: 'http://127.0.0.1:80/x', ca_file: 'ca.pem' },
				intune: { kind: 'intune', tenant: 't', client_id: 'c', client_secret: token },
			},
		},
		{
			connections: {
				mosyle: { kind: 'mosyle', product: 'manager', access_token: secret, email: 'a@b.c', password: token },
				apple: { kind: 'apple-business', client_id: 'c', key_id: 'k', private_key: secret },
			},
		},
	];
	const values = [
		'https://x.example/y',
		'http://x.example',
		'https://a:b@x.example',
		'https://x?y',
		'https://[',
	];
	const { accepted, differing } = compareWithSchema(
		mutations(valid, { values, count: sized(300, 2_000) }),
		connectionsSchema(),
		(text) => {
			try {
				read(text);
			} catch (thrown) {
				expect((thrown as Error).message).not.toContain(secret);
				throw thrown;
			}
		},
	);
	expect(differing).toEqual([]);
	expect(accepted).toBeGreaterThan(sized(30, 30));
});
