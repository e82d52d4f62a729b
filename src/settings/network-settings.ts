import { availableParallelism } from 'node:os';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';
import { isNetwork } from './client-address.ts';
import type { Setting } from './setting.ts';
import { type Environment, listed, readAll, wholeNumber } from './setting-readers.ts';

/** What the service needs to speak TLS itself. */
export interface TlsSettings {
	/** `TLS_CERT`: PEM files, each a certificate followed by its chain, separated by commas. */
	certificates: readonly string[];
	/** `TLS_KEY`: the PEM files of their keys, in the same order. */
	keys: readonly string[];
	/** `TLS_REDIRECT_PORT`: a port that redirects plain HTTP to TLS; null for none. */
	redirectPort: number | null;
}

/** A second address to listen on, for operators only. */
export interface AdminAddress {
	host: string;
	port: number;
}

/** More than any machine has processors. */
const mostWorkers = 256;

export function tlsSettings(env: Environment): TlsSettings | null {
	const {
		pairs: { certificates, keys },
		redirectPort,
	} = readAll(env, { pairs: certificatesAndKeys, redirectPort: redirectPortOf });
	if (certificates.length > 0) return { certificates, keys, redirectPort };
	if (redirectPort === null) return null;
	throw new Failure(
		'bad-setting',
		'TLS_REDIRECT_PORT needs TLS_CERT and TLS_KEY: there is no TLS port to redirect to',
	);
}

function redirectPortOf(env: Environment): number | null {
	if (env.TLS_REDIRECT_PORT === 'off') return null;
	return wholeNumber(env, 'TLS_REDIRECT_PORT', { least: 1, most: 65535, alternatives: ', or off' });
}

function certificatesAndKeys(env: Environment): Pick<TlsSettings, 'certificates' | 'keys'> {
	const certificates = listed(env, 'TLS_CERT');
	const keys = listed(env, 'TLS_KEY');
	if (certificates.length === keys.length) return { certificates, keys };
	throw new Failure(
		'bad-setting',
		`TLS_CERT names ${counted(certificates.length, 'file')} and TLS_KEY ${keys.length}: expected a key for each certificate, in the same order`,
	);
}

export function workers(env: Environment): number {
	if (env.WORKERS === 'auto') return Math.min(availableParallelism(), mostWorkers);
	return wholeNumber(env, 'WORKERS', { least: 1, most: mostWorkers, alternatives: ', or auto' });
}

export function trustedProxies(env: Environment): string[] {
	const networks = listed(env, 'TRUSTED_PROXIES');
	const bad = networks.find((text) => !isNetwork(text));
	if (bad === undefined) return networks;
	throw new Failure(
		'bad-setting',
		`TRUSTED_PROXIES holds ${JSON.stringify(bad)}: expected addresses or networks such as 127.0.0.1,172.16.0.0/12`,
	);
}

export function publicUrl(env: Environment): string | null {
	const text = env.PUBLIC_URL;
	if (!text) return null;
	if (/^https?:\/\/[^\s@]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
	throw new Failure('bad-setting', 'PUBLIC_URL is not of the form https://host');
}

export function adminAddress(env: Environment): AdminAddress | null {
	const text = env.ADMIN_ADDRESS;
	if (!text || text === 'off') return null;
	const [, bracketed, plain, port = ''] =
		/^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/.exec(text) ?? [];
	const host = bracketed ?? plain;
	if (host && Number(port) <= 65535) return { host, port: Number(port) };
	throw new Failure(
		'bad-setting',
		`ADMIN_ADDRESS is ${JSON.stringify(text)}: expected an address and a port, for example 127.0.0.1:9090`,
	);
}

export function adminHosts(env: Environment): string[] {
	const names = listed(env, 'ADMIN_HOSTS');
	const bad = names.find((name) => !/^[A-Za-z0-9._-]+$/.test(name));
	if (bad === undefined) return names;
	throw new Failure(
		'bad-setting',
		`ADMIN_HOSTS holds ${JSON.stringify(bad)}: expected names without ports, such as node1,metrics.example.com`,
	);
}

export const addressTable: readonly Setting[] = [
	{
		name: 'HOST',
		default: '127.0.0.1',
		example: '0.0.0.0',
		does: 'address to listen on; `0.0.0.0` is every address of the machine',
	},
	{
		name: 'PORT',
		default: '8080',
		example: '8443',
		does: 'port to listen on; `0` takes a free one',
	},
	{
		name: 'WORKERS',
		default: '1',
		example: 'auto',
		does: 'processes that share the port; `auto` is one per processor',
		page: 'scaling.md',
	},
	{
		name: 'PUBLIC_URL',
		without: 'the address of each request',
		example: 'https://macs.example.com',
		does: 'public address of the service, for mail, feeds and the kit',
	},
	{
		name: 'TRUSTED_PROXIES',
		without: 'trusts none',
		example: '127.0.0.1,172.16.0.0/12',
		does: 'reverse proxies (addresses and networks) whose `X-Forwarded-For`, `-Host` and `-Proto` are believed',
		page: 'operations.md#several-machines',
	},
];

export const tlsTable: readonly Setting[] = [
	{
		name: 'TLS_CERT',
		without: 'plain HTTP',
		example: '/etc/tls/fullchain.pem',
		does: 'PEM file of the certificate with its chain; several are separated by commas',
		page: 'operations.md#tls',
	},
	{
		name: 'TLS_KEY',
		without: 'plain HTTP',
		example: '/etc/tls/privkey.pem',
		does: 'PEM file of its key; several in the same order as the certificates',
	},
	{
		name: 'TLS_REDIRECT_PORT',
		default: 'off',
		example: '80',
		does: 'plain HTTP port that redirects to the TLS port',
	},
];

export const limitsTable: readonly Setting[] = [
	{
		name: 'RATE_LIMIT',
		default: 'off',
		example: '600/min',
		does: 'requests per license; units are `s`, `min`, `h` and `day`',
	},
	{
		name: 'READ_LIMIT',
		default: '200/s',
		example: 'off',
		does: 'milliseconds of processor time for each license, refused beyond only while another license asks',
		page: 'operations.md#limits',
	},
	{
		name: 'REFUSAL_LIMIT',
		default: '6000/min',
		example: '600/min',
		does: 'refused requests (403) per client address',
	},
	{
		name: 'PUBLIC_LIMIT',
		default: '6000/min',
		example: '600/min',
		does: 'requests per client address to public paths, health checks excepted',
	},
	{
		name: 'PUBLIC_SHARE',
		default: '20/s',
		example: '50/s',
		does: 'milliseconds of processor time for drawing public pages, all clients together and while keys are in use',
		page: 'operations.md#public-pages',
	},
];

export const monitoringTable: readonly Setting[] = [
	{
		name: 'ADMIN_ADDRESS',
		default: 'off',
		example: '127.0.0.1:9090',
		does: 'address and port for metrics; keep it off the internet',
		page: 'operations.md#monitoring',
	},
	{
		name: 'ADMIN_HOSTS',
		without: 'IP addresses, `localhost` and the names of the machine',
		example: 'node1,metrics.example.com',
		does: 'more host names by which the metrics may be read',
	},
	{
		name: 'ACCESS_LOG',
		default: 'off',
		example: 'on',
		does: '`on` writes a line per request to the log, never with a key',
	},
];
