import { Failure } from '../process/failure.ts';
import { shippedFolder } from '../process/shipped.ts';
import { readDatabaseUrl } from './database-url.ts';
import { type FeedSettings, readFeedSettings } from './feed-settings.ts';
import { mailFrom, operatorEmail, reminders, renewUrl, smtpUrl } from './mail-settings.ts';
import {
	type AdminAddress,
	adminAddress,
	adminHosts,
	publicUrl,
	type TlsSettings,
	tlsSettings,
	trustedProxies,
	workers,
} from './network-settings.ts';
import {
	type Environment,
	listed,
	onOrOff,
	type Rate,
	type Readers,
	rate,
	readAll,
	secret,
	wholeNumber,
} from './setting-readers.ts';
import { withDefaults } from './setting-table.ts';

export type { AdminAddress, TlsSettings } from './network-settings.ts';

/** Every setting of the service. Each is an environment variable; `setting-table.ts` describes them, with their defaults. */
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
	/** `POINTRELEASE_SECRET`: encrypts the stored copies of keys; null uses the file `sealing.key` of the state folder. */
	secret: string | null;
	/** `POINTRELEASE_OLD_SECRET`: the secret before a rotation, needed only by `license rotate-secret`. */
	oldSecret: string | null;
	/** `SMTP_URL`: the mail server; null writes mail as files into the `outbox` folder of the state folder. */
	smtpUrl: string | null;
	/** `MAIL_FROM`: the sender of mail, an address or `Name <address>`. */
	mailFrom: string;
	/** `OPERATOR_EMAIL`: who is mailed about data and paid orders that are held; null for nobody. */
	operatorEmail: string | null;
	/** `PUBLIC_URL`: the address purchasers use, for the example in mails; null leaves the example general. */
	publicUrl: string | null;
	/** `RENEW_URL`: where customers renew a license, for mails and for refusals of expired keys; null for nowhere. */
	renewUrl: string | null;
	/** `REMINDERS`: days before the end of a license on which its customer is mailed, such as `30,7,1,0`; none by default. */
	reminders: readonly number[];
	/** `REMINDERS_HOUR`: the hour of these mails, in UTC. */
	remindersHour: number;
	/** `RATE_LIMIT`: requests per license, for example `600/min`; null for no limit. */
	rateLimit: Rate | null;
	/** `REFUSAL_LIMIT`: refused requests (403) per client address, for example `6000/min`; null for no limit. */
	refusalLimit: Rate | null;
	/** `PUBLIC_LIMIT`: requests per client address for what needs no key, for example `6000/min`; null for no limit. */
	publicLimit: Rate | null;
	/** `PUBLIC_SHARE`: milliseconds of processor time for all requests without a key together, for example `20/s`; null for no limit. */
	publicShare: Rate | null;
	/** `READ_LIMIT`: milliseconds of processor time for each license, for example `200/s`; null for no limit. */
	readLimit: Rate | null;
	/** `TRUSTED_PROXIES`: addresses and networks whose `X-Forwarded-For` is believed, separated by commas. */
	trustedProxies: readonly string[];
	/** `ADMIN_ADDRESS`: where metrics are served, for example `127.0.0.1:9090`; null serves none. */
	adminAddress: AdminAddress | null;
	/** `ADMIN_HOSTS`: more host names by which clients reach the admin address, separated by commas. */
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
	/** `POLICIES`: a file of named policies; null for none. */
	policiesFile: string | null;
	/** `CONNECTIONS`: the file of management services from which inventories are pulled; null for none. */
	connectionsFile: string | null;
	/** `WATCH`: the file that says what `watch` pulls, judges, writes and tells; null for none. */
	watchFile: string | null;
	/** The feeds that are polled for new releases and Macs. */
	feeds: FeedSettings;
}

/**
 * No schema library: each setting has its own error message, and some messages must not repeat the value. With valibot
 * every message would still be written here.
 */
const readers: Readers<Settings> = {
	host: (env) => env.HOST!,
	port: (env) => wholeNumber(env, 'PORT', { least: 0, most: 65535 }),
	workers,
	tls: tlsSettings,
	stateFolder: (env) => env.POINTRELEASE_STATE!,
	dataFolder: (env) => env.POINTRELEASE_DATA || shippedFolder('data'),
	databaseUrl: readDatabaseUrl,
	secret: (env) => secret(env, 'POINTRELEASE_SECRET'),
	oldSecret: (env) => secret(env, 'POINTRELEASE_OLD_SECRET'),
	smtpUrl,
	mailFrom,
	operatorEmail,
	publicUrl,
	renewUrl,
	reminders,
	remindersHour: (env) => wholeNumber(env, 'REMINDERS_HOUR', { least: 0, most: 23 }),
	rateLimit: (env) => rate(env, 'RATE_LIMIT'),
	refusalLimit: (env) => rate(env, 'REFUSAL_LIMIT'),
	publicLimit: (env) => rate(env, 'PUBLIC_LIMIT'),
	publicShare: (env) => rate(env, 'PUBLIC_SHARE'),
	readLimit: (env) => rate(env, 'READ_LIMIT'),
	trustedProxies,
	adminAddress,
	adminHosts,
	key: (env) => env.POINTRELEASE_KEY || null,
	accessLog: (env) => onOrOff(env, 'ACCESS_LOG'),
	sofaAccess,
	subscriptions: (env) => onOrOff(env, 'SUBSCRIPTIONS'),
	lostKey: (env) => onOrOff(env, 'LOST_KEY'),
	lostKeyLimit: (env) => rate(env, 'LOST_KEY_LIMIT'),
	publicPages: (env) => onOrOff(env, 'PUBLIC_PAGES'),
	mcp: (env) => onOrOff(env, 'MCP'),
	stripeSecrets,
	productsFile: (env) => env.PRODUCTS || null,
	policiesFile: (env) => env.POLICIES || null,
	connectionsFile: (env) => env.CONNECTIONS || null,
	watchFile: (env) => env.WATCH || null,
	feeds: readFeedSettings,
};

export function readSettings(env: Environment): Settings {
	return readAll(withDefaults(env), readers);
}

/** Whether `/lost-key` is open. Without a mail server its page would promise mail that is never sent. */
export function isLostKeyOn({ lostKey, smtpUrl }: Pick<Settings, 'lostKey' | 'smtpUrl'>): boolean {
	return lostKey && smtpUrl !== null;
}

function sofaAccess(env: Environment): 'key' | 'public' | null {
	const text = env.SOFA_FEED;
	if (text === 'off') return null;
	if (text === 'key' || text === 'public') return text;
	throw new Failure('bad-setting', `SOFA_FEED is ${JSON.stringify(text)}: expected off, key or public`);
}

function stripeSecrets(env: Environment): string[] {
	const secrets = listed(env, 'STRIPE_WEBHOOK_SECRET');
	if (secrets.every((secret) => /^whsec_[\x21-\x7e]{8,}$/.test(secret))) return secrets;
	throw new Failure(
		'bad-setting',
		'STRIPE_WEBHOOK_SECRET is not of the form whsec_…: take the signing secret of the endpoint, not an API key',
	);
}

/** Whether reminders are mailed. Without a mail server they would only be written as files. */
export function areRemindersOn({ reminders, smtpUrl }: Pick<Settings, 'reminders' | 'smtpUrl'>): boolean {
	return reminders.length > 0 && smtpUrl !== null;
}
