import { availableParallelism } from 'node:os';
import { Failure } from '../process/failure.ts';
import { connectionsWithinFileLimit } from '../process/open-files.ts';
import { shippedFolder } from '../process/shipped.ts';
import { isNetwork } from '../text/client-address.ts';
import { readDatabaseUrl } from './database-url.ts';
import { type FeedSettings, readFeedSettings } from './feed-settings.ts';
import { type Environment, listed, onOrOff, type Rate, rate, wholeNumber } from './setting-readers.ts';

/** Every setting of the service. Each is an environment variable; README.md lists them with their defaults. */
export interface Settings {
	/** `HOST`: the address to listen on. */
	host: string;
	/** `PORT`: the port to listen on; 0 takes a free one. */
	port: number;
	/** `WORKERS`: processes that share the port; `auto` takes one per processor. */
	workers: number;
	/** `TLS_CERT`, `TLS_KEY` and `TLS_REDIRECT_PORT`; null serves plain HTTP. */
	tls: TlsSettings | null;
	/** `POINTRELEASE_STATE`: folder for the embedded database and secrets. */
	stateFolder: string;
	/** `POINTRELEASE_DATA`: folder of the release tables. */
	dataFolder: string;
	/** `DATABASE_URL`: a PostgreSQL database for several machines, with the password of `PGPASSWORD` if it has none; null for the embedded one. */
	databaseUrl: string | null;
	/** `POINTRELEASE_SECRET`: seals the stored copies of keys; null takes the file `sealing.key` of the state folder. */
	secret: string | null;
	/** `POINTRELEASE_OLD_SECRET`: the secret before a rotation, needed only by `license rotate-secret`. */
	oldSecret: string | null;
	/** `SMTP_URL`: the mail server; null writes mail as files into the `outbox` folder of the state folder. */
	smtpUrl: string | null;
	/** `MAIL_FROM`: the sender of mail, an address or `Name <address>`. */
	mailFrom: string;
	/** `OPERATOR_EMAIL`: who is mailed about data that is held for review; null for nobody. */
	operatorEmail: string | null;
	/** `PUBLIC_URL`: the address purchasers use, for the example in mails; null leaves the example general. */
	publicUrl: string | null;
	/** `RENEW_URL`: where customers renew a license, for refusals of ended keys and mails; null for nowhere. */
	renewUrl: string | null;
	/** `REMINDERS`: days before the end of a license on which its customer is mailed, such as `30,7,1,0`; none by default. */
	reminders: readonly number[];
	/** `REMINDERS_HOUR`: the hour of these mails, in UTC. */
	remindersHour: number;
	/** `RATE_LIMIT`: requests per license, for example `600/min`; null for no limit. */
	rateLimit: Rate | null;
	/** `REFUSAL_LIMIT`: refused requests (403) per client address, for example `6000/min`; `off` for no limit. */
	refusalLimit: Rate | null;
	/** `PUBLIC_LIMIT`: requests per client address for what needs no key, for example `6000/min`; null for no limit. */
	publicLimit: Rate | null;
	/** `PUBLIC_SHARE`: milliseconds of processor time for all that needs no key while licenses ask, for example `20/s`; null for no limit. */
	publicShare: Rate | null;
	/** `READ_LIMIT`: milliseconds that all reads may take while several licenses ask, for example `200/s`; null for no limit. */
	readLimit: Rate | null;
	/** `CONNECTIONS` and `CONNECTIONS_PER_ADDRESS`. */
	connections: ConnectionLimits;
	/** `TRUSTED_PROXIES`: addresses and networks whose `X-Forwarded-For` is believed, separated by commas. */
	trustedProxies: readonly string[];
	/** `ADMIN_ADDRESS`: where metrics are served, for example `127.0.0.1:9090`; null serves none. */
	adminAddress: AdminAddress | null;
	/** `ADMIN_HOSTS`: names besides its own under which the admin address is asked, separated by commas. */
	adminHosts: readonly string[];
	/** `POINTRELEASE_KEY`: the license key of commands that ask a service (`--service`); null for none. */
	key: string | null;
	/** `ACCESS_LOG`: `on` writes a line per request to the log. */
	accessLog: boolean;
	/** `SOFA_FEED`: who may read the feed in SOFA's shape: holders of a key, or everybody; null for nobody. */
	sofaAccess: 'key' | 'public' | null;
	/** `SUBSCRIPTIONS`: `on` lets holders of a key create and end the address of their feed and calendar. */
	subscriptions: boolean;
	/** `LOST_KEY`: `on` lets customers have a lost key mailed again at `/lost-key`; needs a mail server. */
	lostKey: boolean;
	/** `LOST_KEY_LIMIT`: requests there per client address, for example `10/h`; null for no limit. */
	lostKeyLimit: Rate | null;
	/** `PUBLIC_PAGES`: `on` lets everybody read the pages of Macs, releases and CVEs, without a key. */
	publicPages: boolean;
	/** `MCP`: `on` answers agents at `/mcp`. */
	mcp: boolean;
	/** `STRIPE_WEBHOOK_SECRET`: the signing secrets of Stripe's webhook, separated by commas; none leaves `/hooks/stripe` closed. */
	stripeSecrets: readonly string[];
	/** `PRODUCTS`: a file that says which licenses a payment buys; null for none. */
	productsFile: string | null;
	/** `POLICIES`: a file of policies that may be asked for by name; null for none. */
	policiesFile: string | null;
	/** `CONNECTIONS` where it is the path of a file: the management services that inventories are pulled from; null for none. */
	connectionsFile: string | null;
	/** `WATCH`: the file that says what `watch` pulls, judges, writes and tells; null for none. */
	watchFile: string | null;
	/** The feeds that are polled for new releases and Macs. */
	feeds: FeedSettings;
}

/** Connections that may be open at a time; beyond these the newest are ended. */
export interface ConnectionLimits {
	/** `CONNECTIONS` where it is a number: from all clients; `auto` takes what the limit on open files leaves. */
	inAll: number;
	/** `CONNECTIONS_PER_ADDRESS`: from one client address, `TRUSTED_PROXIES` excepted; `off` for no limit. */
	perAddress: number;
}

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

/**
 * Read without a schema library: each setting has a message of its own that says what would be right, and some may
 * never repeat the value. With valibot all of them would still be written here, as the text of its issues.
 */
export function readSettings(env: Environment): Settings {
	return {
		host: env.HOST || '127.0.0.1',
		port: wholeNumber(env, 'PORT', { fallback: 8080, least: 0, most: 65535 }),
		workers: workers(env),
		tls: tlsSettings(env),
		stateFolder: env.POINTRELEASE_STATE || './var',
		dataFolder: env.POINTRELEASE_DATA || shippedFolder('data'),
		databaseUrl: readDatabaseUrl(env),
		secret: secret(env, 'POINTRELEASE_SECRET'),
		oldSecret: secret(env, 'POINTRELEASE_OLD_SECRET'),
		smtpUrl: smtpUrl(env),
		mailFrom: mailFrom(env),
		operatorEmail: operatorEmail(env),
		publicUrl: publicUrl(env),
		renewUrl: renewUrl(env),
		reminders: reminders(env),
		remindersHour: wholeNumber(env, 'REMINDERS_HOUR', { fallback: 9, least: 0, most: 23 }),
		rateLimit: rate(env, 'RATE_LIMIT', null),
		refusalLimit: rate(env, 'REFUSAL_LIMIT', { requests: 6000, seconds: 60 }),
		publicLimit: rate(env, 'PUBLIC_LIMIT', { requests: 6000, seconds: 60 }),
		publicShare: rate(env, 'PUBLIC_SHARE', { requests: 20, seconds: 1 }),
		readLimit: rate(env, 'READ_LIMIT', { requests: 200, seconds: 1 }),
		connections: connectionLimits(env),
		trustedProxies: trustedProxies(env),
		adminAddress: adminAddress(env),
		adminHosts: adminHosts(env),
		key: env.POINTRELEASE_KEY || null,
		accessLog: onOrOff(env, 'ACCESS_LOG', false),
		sofaAccess: sofaAccess(env),
		subscriptions: onOrOff(env, 'SUBSCRIPTIONS', false),
		lostKey: onOrOff(env, 'LOST_KEY', false),
		lostKeyLimit: rate(env, 'LOST_KEY_LIMIT', { requests: 10, seconds: 3_600 }),
		publicPages: onOrOff(env, 'PUBLIC_PAGES', false),
		mcp: onOrOff(env, 'MCP', false),
		stripeSecrets: stripeSecrets(env),
		productsFile: env.PRODUCTS || null,
		policiesFile: env.POLICIES || null,
		connectionsFile: connectionsFile(env),
		watchFile: env.WATCH || null,
		feeds: readFeedSettings(env),
	};
}

/** Whether `/lost-key` is open: without a mail server the page would promise mail that nobody sends. */
export function isLostKeyOn({ lostKey, smtpUrl }: Pick<Settings, 'lostKey' | 'smtpUrl'>): boolean {
	return lostKey && smtpUrl !== null;
}

function tlsSettings(env: Environment): TlsSettings | null {
	const certificates = listed(env, 'TLS_CERT');
	const keys = listed(env, 'TLS_KEY');
	const redirectPort =
		env.TLS_REDIRECT_PORT === 'off'
			? 0
			: wholeNumber(env, 'TLS_REDIRECT_PORT', { fallback: 0, least: 1, most: 65535, other: ', or off' });
	if (certificates.length !== keys.length)
		throw new Failure(
			'bad-setting',
			`TLS_CERT names ${certificates.length} files and TLS_KEY ${keys.length}: expected a key for each certificate, in the same order`,
		);
	if (certificates.length > 0) return { certificates, keys, redirectPort: redirectPort || null };
	if (redirectPort === 0) return null;
	throw new Failure(
		'bad-setting',
		'TLS_REDIRECT_PORT needs TLS_CERT and TLS_KEY: there is no TLS port to redirect to',
	);
}

function sofaAccess(env: Environment): 'key' | 'public' | null {
	const text = env.SOFA_FEED || 'off';
	if (text === 'off') return null;
	if (text === 'key' || text === 'public') return text;
	throw new Failure('bad-setting', `SOFA_FEED is ${JSON.stringify(text)}: expected off, key or public`);
}

function connectionLimits(env: Environment): ConnectionLimits {
	const most = 1_000_000;
	return {
		inAll:
			!env.CONNECTIONS || env.CONNECTIONS === 'auto' || connectionsFile(env) !== null
				? connectionsWithinFileLimit() * workers(env)
				: wholeNumber(env, 'CONNECTIONS', {
						fallback: 0,
						least: 1,
						most,
						other: ', auto, or the path of a connections file',
					}),
		perAddress:
			env.CONNECTIONS_PER_ADDRESS === 'off'
				? Number.POSITIVE_INFINITY
				: wholeNumber(env, 'CONNECTIONS_PER_ADDRESS', { fallback: 1_000, least: 1, most, other: ', or off' }),
	};
}

/** A path has a slash or names a JSON file; a number and `auto` limit the service, as ever. */
function connectionsFile({ CONNECTIONS: text = '' }: Environment): string | null {
	return text.includes('/') || text.endsWith('.json') ? text : null;
}

function workers(env: Environment): number {
	if (env.WORKERS === 'auto') return Math.min(availableParallelism(), mostWorkers);
	return wholeNumber(env, 'WORKERS', { fallback: 1, least: 1, most: mostWorkers, other: ', or auto' });
}

function trustedProxies(env: Environment): string[] {
	const networks = listed(env, 'TRUSTED_PROXIES');
	const bad = networks.find((text) => !isNetwork(text));
	if (bad === undefined) return networks;
	throw new Failure(
		'bad-setting',
		`TRUSTED_PROXIES holds ${JSON.stringify(bad)}: expected addresses or networks such as 127.0.0.1,172.16.0.0/12`,
	);
}

// The messages about secrets and about addresses with a password in them never repeat the value.

function secret(env: Environment, name: string): string | null {
	const text = env[name];
	if (!text) return null;
	if (text.length >= 32) return text;
	throw new Failure('bad-setting', `${name} is too short: expected at least 32 characters`);
}

function stripeSecrets(env: Environment): string[] {
	const secrets = listed(env, 'STRIPE_WEBHOOK_SECRET');
	if (secrets.every((secret) => /^whsec_[\x21-\x7e]{8,}$/.test(secret))) return secrets;
	throw new Failure(
		'bad-setting',
		'STRIPE_WEBHOOK_SECRET is not of the form whsec_…: take the signing secret of the endpoint, not an API key',
	);
}

function smtpUrl(env: Environment): string | null {
	const text = env.SMTP_URL;
	if (!text) return null;
	if (/^smtps?:\/\/[^/\s]+/.test(text) && URL.canParse(text)) return text;
	throw new Failure('bad-setting', 'SMTP_URL is not of the form smtp://user:password@host:port');
}

function mailFrom(env: Environment): string {
	if (!env.MAIL_FROM) return 'pointrelease@localhost';
	// A settings file for a shell has quotes, and not every program that reads the file removes them.
	const text = env.MAIL_FROM.replace(/^(['"])(.*)\1$/, '$2');
	if (/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)) return text;
	throw new Failure('bad-setting', `MAIL_FROM is ${JSON.stringify(text)}: expected an email address`);
}

function operatorEmail(env: Environment): string | null {
	const text = env.OPERATOR_EMAIL;
	if (!text) return null;
	if (/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text)) return text;
	throw new Failure('bad-setting', `OPERATOR_EMAIL is ${JSON.stringify(text)}: expected an email address`);
}

function publicUrl(env: Environment): string | null {
	const text = env.PUBLIC_URL;
	if (!text) return null;
	if (/^https?:\/\/[^\s@]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
	throw new Failure('bad-setting', 'PUBLIC_URL is not of the form https://host');
}

function reminders(env: Environment): number[] {
	if (env.REMINDERS === 'off') return [];
	const days = listed(env, 'REMINDERS');
	if (days.every((text) => /^\d{1,3}$/.test(text) && Number(text) <= 365))
		return [...new Set(days.map(Number))].sort((a, b) => b - a);
	throw new Failure('bad-setting', 'REMINDERS is not of the form 30,7,1,0: days from 0 to 365, or off');
}

/** Whether reminders are mailed: without a mail server they would become files. */
export function areRemindersOn({ reminders, smtpUrl }: Pick<Settings, 'reminders' | 'smtpUrl'>): boolean {
	return reminders.length > 0 && smtpUrl !== null;
}

function renewUrl(env: Environment): string | null {
	const text = env.RENEW_URL;
	if (!text) return null;
	// Short and in ASCII: it stands alone on a line of a mail, and in a line of Jamf's.
	if (/^https?:\/\/[\x21-\x7e]{1,300}$/.test(text) && URL.canParse(text) && !/[<>"\\`]/.test(text))
		return text;
	throw new Failure('bad-setting', 'RENEW_URL is not of the form https://host/path');
}

function adminAddress(env: Environment): AdminAddress | null {
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

function adminHosts(env: Environment): string[] {
	const names = listed(env, 'ADMIN_HOSTS');
	const bad = names.find((name) => !/^[A-Za-z0-9._-]+$/.test(name));
	if (bad === undefined) return names;
	throw new Failure(
		'bad-setting',
		`ADMIN_HOSTS holds ${JSON.stringify(bad)}: expected names without ports, such as node1,metrics.example.com`,
	);
}
