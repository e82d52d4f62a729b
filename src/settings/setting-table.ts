import { feedTable } from './feed-settings.ts';
import { mailTable, sellingTable } from './mail-settings.ts';
import { addressTable, limitsTable, monitoringTable, tlsTable } from './network-settings.ts';
import type { Setting } from './setting.ts';
import type { Environment } from './setting-readers.ts';

/** All settings by subject. Lists, defaults and help are made from this table. */
export const settingTable: readonly (readonly [subject: string, settings: readonly Setting[]])[] = [
	['Address and port', addressTable],
	['TLS without a reverse proxy', tlsTable],
	[
		'State, data and database',
		[
			{
				name: 'POINTRELEASE_STATE',
				default: './var',
				example: '/var/lib/pointrelease',
				does: 'folder for the embedded database, secrets and mail that is written as files',
			},
			{
				name: 'POINTRELEASE_DATA',
				without: 'the shipped tables',
				example: '/srv/pointrelease/data',
				does: 'folder of the release tables',
			},
			{
				name: 'DATABASE_URL',
				without: 'embedded SQLite',
				example: 'postgres://pointrelease@db.example.com:5432/pointrelease',
				does: 'PostgreSQL for several machines, `postgres://user:password@host:port/database`; without `:password` it uses `PGPASSWORD`',
				page: 'operations.md#several-machines',
				secret: 'password',
			},
			{
				name: 'PGPASSWORD',
				without: 'no password',
				example: 'any characters',
				does: 'password for a `DATABASE_URL` that has none; it may contain any character',
				secret: 'value',
			},
			{
				name: 'POINTRELEASE_SECRET',
				without: 'a file in the state folder',
				example: 'at least 32 characters, the same on every machine',
				does: 'encrypts the stored copies of keys; several machines need the same one',
				page: 'licenses.md',
				secret: 'value',
			},
			{
				name: 'POINTRELEASE_OLD_SECRET',
				without: 'none',
				example: 'the secret before, at least 32 characters',
				does: 'the secret before a rotation, for `license rotate-secret`',
				page: 'backup.md#rotate-secrets',
				secret: 'value',
			},
		],
	],
	['Mail', mailTable],
	['Limits', limitsTable],
	['Monitoring', monitoringTable],
	[
		'What is open',
		[
			{
				name: 'PUBLIC_PAGES',
				default: 'off',
				example: 'on',
				does: '`on` lets everybody read the pages of Macs, releases and CVEs without a key',
				page: 'operations.md#public-pages',
			},
			{
				name: 'SUBSCRIPTIONS',
				default: 'off',
				example: 'on',
				does: '`on` lets holders of a key make and end the address of their feed and calendar on the page',
				page: 'licenses.md',
			},
			{
				name: 'LOST_KEY',
				default: 'off',
				example: 'on',
				does: '`on` lets customers have lost keys mailed again at `/lost-key`; needs `SMTP_URL`',
				page: 'lost-keys.md',
			},
			{
				name: 'LOST_KEY_LIMIT',
				default: '10/h',
				example: '5/h',
				does: 'requests for lost keys per client address and process; `off` for no limit',
			},
			{
				name: 'MCP',
				default: 'off',
				example: 'on',
				does: '`on` answers agents over HTTP at `POST /mcp`',
				page: 'agents.md',
			},
			{
				name: 'SOFA_FEED',
				default: 'off',
				example: 'key',
				does: '`key` or `public` serves a feed for tools that read SOFA',
				page: 'sofa.md',
			},
		],
	],
	['Selling', sellingTable],
	[
		'Fleet and commands',
		[
			{
				name: 'POLICIES',
				without: 'the built-in `latest` and `n-1`',
				example: '/etc/pointrelease/policies.json',
				does: 'JSON file of named policies',
				page: 'policies.md',
			},
			{
				name: 'CONNECTIONS',
				without: 'none',
				example: '/etc/pointrelease/connections.json',
				does: 'the connections file: the MDMs that `fleet @NAME` and the watch pull inventories from',
				page: 'connections.md',
			},
			{
				name: 'WATCH',
				without: 'none',
				example: '/etc/pointrelease/watch.json',
				does: 'the watch file: what `pointrelease watch` pulls, judges, writes and tells',
			},
			{
				name: 'POINTRELEASE_KEY',
				without: 'none',
				example: 'K3MC-9R1H-O9Q9-E1ZE',
				does: 'license key for commands with `--service`',
				secret: 'value',
			},
		],
	],
	['Live data', feedTable],
	[
		'Connections to others',
		[
			{
				name: 'HTTPS_PROXY',
				without: 'no proxy',
				example: 'http://proxy.example.com:3128',
				does: 'proxy for feeds and management services',
				secret: 'password',
				runtime: true,
			},
			{
				name: 'NO_PROXY',
				without: 'none',
				example: 'localhost,mirror.example.com',
				does: 'hosts that are reached without that proxy',
				runtime: true,
			},
			{
				name: 'NODE_EXTRA_CA_CERTS',
				without: 'public authorities',
				example: '/etc/tls/our-ca.pem',
				does: 'certificate authorities (PEM) that are trusted beside the public ones',
				runtime: true,
			},
		],
	],
];

export const allSettings: readonly Setting[] = settingTable.flatMap(([, settings]) => settings);

/** The environment with the default of each setting that it lacks. An empty variable counts as none. */
export function withDefaults(env: Environment): Environment {
	const missing = allSettings.filter((setting) => setting.default !== undefined && !env[setting.name]);
	return { ...env, ...Object.fromEntries(missing.map((setting) => [setting.name, setting.default])) };
}
