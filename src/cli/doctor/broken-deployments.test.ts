import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Server, SQL, type TCPSocketListener } from 'bun';
import { runHere } from '../../../test/cli/run-here.ts';
import { createAuthority } from '../../../test/feeds/certificates.ts';
import { useStores } from '../../../test/stores.ts';
import { session, stripeEvent } from '../../../test/stripe-objects.ts';
import { migrations } from '../../database/schema.ts';
import { databaseFile } from '../../database/state-folder.ts';
import type { Statement } from '../../database/statements.ts';
import { sqliteFailure } from '../../database/trouble.ts';
import type { FeedState } from '../../feeds/state/feed-store.ts';
import { issueLicense } from '../../licenses/issuing/issue.ts';
import { noProducts } from '../../licenses/orders/products.ts';
import { readStripeEvent } from '../../licenses/orders/stripe.ts';
import { takeEvent } from '../../licenses/orders/take-event.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { silentLog } from '../../process/log.ts';
import { livezOf } from '../../server/health.ts';
import { listenForAdmin } from '../../server/operators/admin.ts';
import { writeRunningFile } from '../../server/running-file.ts';
import { serve, wayOut } from '../../server/socket.ts';
import { checkCertificates } from '../../server/todo/certificates.ts';
import { spaceFinding } from '../../server/todo/disk.ts';
import { checkClock, checkFeed } from '../../server/todo/feeds.ts';
import type { Check, Finding } from '../../server/todo/finding.ts';
import { checkHeldOrders } from '../../server/todo/held-orders.ts';
import { checkWatch } from '../../server/todo/watch.ts';
import { readSettings } from '../../settings/settings.ts';
import { checkData, checkFeedAuthority } from './data.ts';
import { checkDatabase } from './database.ts';
import { troubleFinding } from './database-trouble.ts';
import { checkStateFolder } from './machine.ts';
import { checkMail, checkSender } from './mail.ts';
import { checkOrders } from './orders.ts';
import { checkOwnAddresses } from './own-addresses.ts';
import { checkService } from './service.ts';
import { checkConnections, checkPolicies } from './setting-files.ts';
import { filesOutOfReach, outOfReach, type StateFile } from './state-files.ts';

/*
 * Deployments that are broken in one way each, and the next step that an operator reads. A wrong step costs an operator
 * more than none: "restore a backup" for a file of the wrong owner loses licenses.
 */

const stores = useStores();
const authority = createAuthority('Authority of the tests');
const folder = mkdtempSync(join(tmpdir(), 'pointrelease-broken-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let healthy: Record<string, string>;
let postgres: Record<string, string>;
let foreign: Server<undefined>;
/** Ends each connection without a word. */
let mute: TCPSocketListener;
beforeAll(async () => {
	healthy = await stores.environment('sqlite');
	postgres = await stores.environment('postgres');
	for (const env of [healthy, postgres])
		await withRegistry(readSettings(env), (registry) =>
			issueLicense(registry, { email: 'you@example.com', mail: false }),
		);
	mute = Bun.listen({
		hostname: '127.0.0.1',
		port: 0,
		socket: { open: (socket) => void socket.end(), data: () => {} },
	});
	foreign = Bun.serve({
		hostname: '127.0.0.1',
		port: 0,
		fetch: () => new Response('<html>another program</html>'),
	});
});
afterAll(() => {
	foreign?.stop(true);
	mute?.stop(true);
});

let copies = 0;
/** A copy of the healthy state folder, to break. */
function copied(breaking: (state: string) => void = () => {}): Record<string, string> {
	const state = join(folder, `state-${++copies}`);
	cpSync(healthy.POINTRELEASE_STATE!, state, { recursive: true });
	breaking(state);
	return { FEEDS: 'off', POINTRELEASE_STATE: state };
}

async function sql(url: string, text: string): Promise<void> {
	const connection = new SQL(url);
	await connection.unsafe(text);
	await connection.close();
}

function file(name: string, content: string): string {
	const path = join(folder, name);
	writeFileSync(path, content);
	return path;
}

const run = async (check: Check, env: Record<string, string>) => check(readSettings(env), env);

/** Runs a check as a user without rights on the files of root. */
async function withoutRights(env: Record<string, string>, check: Check): Promise<Finding[]> {
	const isRoot = process.getuid?.() === 0;
	if (isRoot) process.seteuid!(65_534);
	try {
		return await run(check, env);
	} finally {
		if (isRoot) process.seteuid!(0);
	}
}

function watchWithMail(): string {
	const macs = file(`macs-${++copies}.csv`, readFileSync('examples/jamf-pro.csv', 'utf8'));
	const team = { kind: 'mail', to: 'team@example.com' };
	return file(
		`watch-${copies}.json`,
		JSON.stringify({ inventories: [macs], policy: 'latest', channels: { team } }),
	);
}

/** PostgreSQL with one part of its address changed. */
const postgresWith = (change: (url: URL) => void) => {
	const url = new URL(postgres.DATABASE_URL!);
	change(url);
	return run(checkDatabase, { ...postgres, FEEDS: 'off', DATABASE_URL: url.href });
};

const certificate = (made: { days?: number; names?: string[] } = {}, keyOf = made) => {
	const wish = { days: 90, names: ['macs.example.com'] };
	const { cert, key } = authority.issue({ ...wish, ...made });
	const keyText = keyOf === made ? key : authority.issue({ ...wish, ...keyOf }).key;
	copies++;
	return {
		TLS_CERT: file(`cert-${copies}.pem`, cert + authority.pem),
		TLS_KEY: file(`key-${copies}.pem`, keyText),
	};
};

/** A service at a free port that answers health like ours, with the ID and release that it claims. */
async function beside(
	env: Record<string, string>,
	{ livez }: { livez: (request: Request) => Response },
): Promise<Finding[]> {
	const server = Bun.serve({
		hostname: '127.0.0.1',
		port: 0,
		fetch: (request) =>
			new URL(request.url).pathname === '/livez'
				? livez(request)
				: Response.json({ status: 'ready', reasons: [] }),
	});
	try {
		return await run(checkService, { ...env, PORT: String(server.port) });
	} finally {
		await server.stop(true);
	}
}

const owned = (changes: Partial<StateFile>): Finding[] => {
	const service = { uid: 998, gid: 998, mode: 0o40700 };
	const stored: StateFile = { name: 'x', isFolder: false, uid: 998, gid: 998, mode: 0o100600, ...changes };
	return filesOutOfReach(service, [stored]).map((found) =>
		outOfReach('/var/lib/pointrelease', service, found),
	);
};

const feed = (changes: Partial<FeedState>): Finding[] => [
	checkFeed({
		feed: 'sofa',
		firstTry: 1,
		lastTry: 1,
		lastAnswer: null,
		failures: 3,
		problem: null,
		pending: 0,
		lost: [],
		...changes,
	} as FeedState),
];

async function heldOrder(changes: object): Promise<Finding[]> {
	const settings = readSettings(copied());
	return withRegistry(settings, async (registry) => {
		const sold = session('held', { metadata: { product: 'Site license' } });
		const body = JSON.stringify({
			...(stripeEvent('checkout.session.completed', sold) as object),
			...changes,
		});
		await takeEvent(registry, readStripeEvent(new TextEncoder().encode(body))!, noProducts);
		return checkHeldOrders(registry.database);
	});
}

/** What a start says, as the finding of a check would. */
async function atStart(start: () => unknown): Promise<Finding[]> {
	const message = await Promise.try(start).then(
		() => 'it starts',
		(thrown: Error) => thrown.message,
	);
	return [{ check: 'start', state: 'problem', found: message, advice: message }];
}

type Row = [
	name: string,
	find: () => Promise<Finding[]> | Finding[],
	found: RegExp,
	advice: RegExp,
	state?: Finding['state'],
];

const rows: Row[] = [
	// The port, and who answers there.
	[
		'the port is taken',
		() =>
			atStart(() =>
				serve(
					{ fetch: () => new Response(), hostname: '127.0.0.1', port: foreign.port!, reusePort: false },
					'127.0.0.1',
					foreign.port!,
				),
			),
		/^port \d+ on 127\.0\.0\.1 is in use/,
		/stop the other program, or set PORT/,
	],
	[
		'another program answers at the port',
		() => run(checkService, { ...copied(), PORT: String(foreign.port) }),
		/^something else answers at http:\/\/127\.0\.0\.1:\d+$/,
		/^stop that program, or set PORT to a free port$/,
	],
	[
		'a program that does not speak HTTP listens at the port',
		() => run(checkService, { ...copied(), PORT: String(mute.port) }),
		/^something listens at http:\/\/127\.0\.0\.1:\d+ and does not answer as a service does$/,
		/; or stop that program, or set PORT to a free port$/,
	],
	[
		'a port below 1024',
		() =>
			atStart(() => {
				throw new Error(wayOut({ code: 'EACCES' }));
			}),
		/ports below 1024 need CAP_NET_BIND_SERVICE/,
		/or choose a higher PORT/,
	],
	[
		'HOST is an address of another machine',
		() => run(checkOwnAddresses, { HOST: '203.0.113.7' }),
		/^HOST is 203\.0\.113\.7: this is not an address of this machine$/,
		/set HOST to an address of this machine/,
	],
	[
		'HOST is a name without an address',
		() => run(checkOwnAddresses, { HOST: 'no-such-host.invalid' }),
		/^HOST is no-such-host\.invalid: this name has no address$/,
		/set HOST to an address of this machine/,
	],
	[
		'ADMIN_ADDRESS is an address of another machine',
		() => run(checkOwnAddresses, { ADMIN_ADDRESS: '203.0.113.7:9090' }),
		/^ADMIN_ADDRESS is 203\.0\.113\.7:9090: this is not an address/,
		/such as 127\.0\.0\.1:9090; the service does not start/,
	],
	[
		'another program uses the port of ADMIN_ADDRESS',
		() => run(checkOwnAddresses, { ADMIN_ADDRESS: `127.0.0.1:${foreign.port}` }),
		/another program answers there$/,
		/choose another port for ADMIN_ADDRESS/,
	],
	[
		'a program that does not speak HTTP uses the port of ADMIN_ADDRESS',
		() => run(checkOwnAddresses, { ADMIN_ADDRESS: `127.0.0.1:${mute.port}` }),
		/another program answers there$/,
		/choose another port for ADMIN_ADDRESS/,
	],
	[
		'ADMIN_ADDRESS has the port of the service',
		() => run(checkOwnAddresses, { ADMIN_ADDRESS: '127.0.0.1:8080', PORT: '8080' }),
		/: PORT is the same port$/,
		/^choose another port for ADMIN_ADDRESS$/,
	],
	[
		'another program uses the port of ADMIN_ADDRESS, at a start',
		() => atStart(() => listenForAdmin({ host: '127.0.0.1', port: foreign.port! }, [], [])),
		/^cannot listen on ADMIN_ADDRESS 127\.0\.0\.1 port \d+: the port is in use/,
		/stop the other program, or choose another port$/,
	],
	[
		'the service at the port has another state folder',
		() => {
			const env = copied((state) =>
				writeRunningFile(state, { id: 'mine', release: '9', port: 1 }, silentLog),
			);
			return beside(env, { livez: livezOf('theirs') });
		},
		/answers, but it is not this release with the state folder/,
		/run doctor with its POINTRELEASE_STATE, HOST and PORT/,
	],
	[
		'an older release still runs at the port',
		() =>
			beside(
				copied((state) => writeRunningFile(state, { id: 'mine', release: '9', port: 1 }, silentLog)),
				{ livez: () => Response.json({ status: 'alive' }) },
			),
		/or an older release that still runs$/,
		/^restart the service/,
	],
	[
		'the binary was replaced, and the service was not restarted',
		() =>
			beside(
				copied((state) => writeRunningFile(state, { id: 'mine', release: '0.0.1', port: 1 }, silentLog)),
				{ livez: () => Response.json({ status: 'alive', release: '0.0.1' }) },
			),
		/is release 0\.0\.1, and this program is \d/,
		/^restart the service/,
	],
	[
		'a node of PostgreSQL has no state folder to say who it is',
		() =>
			beside(
				{
					...postgres,
					POINTRELEASE_SECRET: 'a secret of more than thirty-two letters',
					POINTRELEASE_STATE: '/proc/none',
				},
				{ livez: livezOf('mine') },
			),
		/ answers, but whose service it is cannot be told without the state folder \/proc\/none$/,
		/^set POINTRELEASE_STATE to a folder that the service can write to$/,
		'warning',
	],
	[
		'nothing answers',
		() => run(checkService, { ...copied(), PORT: '1' }),
		/^nothing answers at http:\/\/127\.0\.0\.1:1$/,
		/start it with "pointrelease serve"/,
		'warning',
	],
	[
		'a health check meets another program',
		async () => {
			const { stderr } = await runHere(['ready'], { PORT: String(foreign.port) });
			return atStart(() => Promise.reject(new Error(stderr)));
		},
		/^pointrelease: something else answers at http:\/\/127\.0\.0\.1:\d+: /,
		/: set PORT to the port of the service\n$/,
	],
	// PostgreSQL.
	[
		'PostgreSQL is down',
		() =>
			postgresWith((url) => {
				url.port = '1';
			}),
		/connection refused/,
		/^start PostgreSQL, or correct host and port/,
	],
	[
		'the host of DATABASE_URL does not exist',
		() =>
			postgresWith((url) => {
				url.hostname = 'no-such-host.invalid';
			}),
		/has no address$/,
		/^correct the host in DATABASE_URL/,
	],
	[
		'the password of DATABASE_URL is wrong',
		() =>
			postgresWith((url) => {
				url.password = 'sardine';
			}),
		/user name or password/,
		/^correct user and password in DATABASE_URL/,
	],
	[
		'the database of DATABASE_URL does not exist',
		() =>
			postgresWith((url) => {
				url.pathname = '/absent';
			}),
		/does not exist/,
		/createdb NAME/,
	],
	[
		'DATABASE_URL was forgotten',
		() => run(checkDatabase, { POINTRELEASE_STATE: postgres.POINTRELEASE_STATE! }),
		/set DATABASE_URL if it is in PostgreSQL/,
		/correct DATABASE_URL or POINTRELEASE_STATE/,
	],
	// The embedded database.
	[
		'the database belongs to another service',
		async () => {
			const other = await stores.environment('sqlite');
			await withRegistry(readSettings(other), (registry) =>
				issueLicense(registry, { email: 'x@example.com', mail: false }),
			);
			return run(
				checkDatabase,
				copied((state) => cpSync(databaseFile(other.POINTRELEASE_STATE!), databaseFile(state))),
			);
		},
		/is another one/,
		/put the right one back/,
	],
	[
		'the database belongs to another program',
		async () => {
			const state = copied((path) => rmSync(databaseFile(path)));
			await sql(`sqlite://${databaseFile(state.POINTRELEASE_STATE!)}`, 'CREATE TABLE invoices (id INTEGER)');
			return run(checkDatabase, state);
		},
		/belongs to another program/,
		/a database of its own/,
	],
	[
		'the database is damaged',
		() =>
			run(
				checkDatabase,
				copied((state) => writeFileSync(databaseFile(state), Buffer.alloc(9_000, 'x'))),
			),
		/is damaged/,
		/^restore it from a backup/,
	],
	[
		'the database was emptied',
		() =>
			run(
				checkDatabase,
				copied((state) => truncateSync(databaseFile(state))),
			),
		/there is no database/,
		/or restore a backup/,
	],
	[
		'the database was removed',
		() =>
			run(
				checkDatabase,
				copied((state) => rmSync(databaseFile(state))),
			),
		/there is no database/,
		/or restore a backup/,
	],
	[
		'the database is of a newer release',
		async () => {
			const env = copied();
			await sql(
				`sqlite://${databaseFile(env.POINTRELEASE_STATE!)}`,
				'UPDATE pointrelease_database SET schema = 99',
			);
			return run(checkDatabase, env);
		},
		/was made by a newer release.*upgrade pointrelease$/,
		/troubleshooting/,
	],
	[
		'the database is of an older release',
		async () => {
			const steps = migrations as Statement[][];
			steps.push([]);
			try {
				return await run(checkDatabase, copied());
			} finally {
				steps.pop();
			}
		},
		/has the schema of an older release/,
		/run "pointrelease migrate" or start the service, which keep a copy/,
		'warning',
	],
	[
		'the database is of a program before 0.4.0',
		async () => {
			const env = copied();
			await sql(
				`sqlite://${databaseFile(env.POINTRELEASE_STATE!)}`,
				'ALTER TABLE pointrelease_database RENAME TO pointrelease_schema',
			);
			return run(checkDatabase, env);
		},
		/was made by a program before 0\.4\.0.*license export --with-keys.*license import FILE/,
		/"From a program before 0\.4\.0" in "pointrelease manual backup"/,
	],
	// The key that encrypts stored keys.
	[
		'sealing.key is missing',
		() =>
			run(
				checkDatabase,
				copied((state) => rmSync(join(state, 'sealing.key'))),
			),
		/the file is missing/,
		/restore sealing\.key from a backup/,
	],
	[
		'sealing.key is damaged',
		() =>
			run(
				checkDatabase,
				copied((state) => writeFileSync(join(state, 'sealing.key'), 'x')),
			),
		/is damaged/,
		/restore sealing\.key from a backup/,
	],
	[
		'sealing.key is another one',
		() =>
			run(
				checkDatabase,
				copied((state) => writeFileSync(join(state, 'sealing.key'), 'x'.repeat(43))),
			),
		/is not the one that encrypts/,
		/restore sealing\.key from a backup/,
	],
	[
		'POINTRELEASE_SECRET is another one',
		() =>
			run(checkDatabase, {
				...copied((state) => rmSync(join(state, 'sealing.key'))),
				POINTRELEASE_SECRET: 'another secret of enough letters',
			}),
		/is not the one that encrypts/,
		/set POINTRELEASE_SECRET as before/,
	],
	// The state folder and who owns what in it. Root may read everything, so owners are compared.
	[
		'the state folder is open to others',
		() =>
			run(
				checkStateFolder,
				copied((state) => chmodSync(state, 0o755)),
			),
		/is open to other users/,
		/^chmod 700 /,
		'warning',
	],
	[
		'the state folder is a file',
		() => run(checkStateFolder, { POINTRELEASE_STATE: join(file('plain', ''), 'state') }),
		/cannot be used \(ENOTDIR\)/,
		/^give the folder to the user of the service/,
	],
	[
		'the state folder cannot be read',
		() =>
			withoutRights(
				copied((state) => chmodSync(state, 0o000)),
				checkStateFolder,
			),
		/cannot be used \(EACCES\)/,
		/^give the folder to the user of the service/,
	],
	[
		'the disk is full',
		() => [spaceFinding('/var/lib/pointrelease', 0)],
		/is full: no license can be issued/,
		/^free space on it now/,
	],
	[
		'the database cannot be opened, because the disk is full',
		async () => {
			const thrown = { code: 'SQLITE_IOERR_SHMSIZE', message: 'disk I/O error' };
			return [await troubleFinding(sqliteFailure(thrown, '/state/pointrelease.db'), readSettings({}))];
		},
		/^no space left for the database \/state\/pointrelease\.db/,
		/^free space on its disk$/,
	],
	[
		'the disk is almost full',
		() => [spaceFinding('/var/lib/pointrelease', 50 * 2 ** 20)],
		/has only 50 MB free/,
		/^free space/,
		'warning',
	],
	[
		'pointrelease.db belongs to root',
		() => owned({ name: 'pointrelease.db', uid: 0, gid: 0 }),
		/belongs to user 0 \(mode 600\), and the service is user 998/,
		/^chown 998:998 \/var\/lib\/pointrelease\/pointrelease\.db$/,
	],
	[
		'sealing.key belongs to root',
		() => owned({ name: 'sealing.key', uid: 0, gid: 0 }),
		/belongs to user 0/,
		/^chown 998:998 \S+sealing\.key$/,
	],
	[
		'sealing.key cannot be read by its owner',
		() => owned({ name: 'sealing.key', mode: 0o100000 }),
		/cannot use \S+sealing\.key \(mode 0\)/,
		/^chmod 600 \S+sealing\.key$/,
	],
	[
		'pointrelease.db cannot be written by its owner',
		() => owned({ name: 'pointrelease.db', mode: 0o100400 }),
		/cannot use \S+pointrelease\.db \(mode 400\)/,
		/^chmod 600 \S+pointrelease\.db$/,
	],
	[
		'the folder of mail files belongs to root',
		() => owned({ name: 'outbox', isFolder: true, uid: 0, gid: 0, mode: 0o40700 }),
		/belongs to user 0/,
		/^chown 998:998 \S+outbox$/,
	],
	// Mail and money.
	[
		'the mail server refuses the connection',
		() => run(checkMail, { SMTP_URL: 'smtp://user:swordfish@127.0.0.1:1' }),
		/ECONNREFUSED/,
		/^check host, port, user and password in SMTP_URL/,
	],
	[
		'the mail server does not exist',
		() => run(checkMail, { SMTP_URL: 'smtp://no-such-host.invalid' }),
		/no-such-host\.invalid/,
		/^check host, port/,
	],
	[
		'MAIL_FROM is not set',
		() => checkSender(readSettings({ SMTP_URL: 'smtp://mail.example.com' })),
		/is held, because MAIL_FROM is not set/,
		/^set MAIL_FROM/,
	],
	[
		'PUBLIC_URL is not set',
		() => checkSender(readSettings({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com' })),
		/^PUBLIC_URL is not set/,
		/^set PUBLIC_URL/,
		'warning',
	],
	[
		'somebody paid and has no key',
		() => heldOrder({ livemode: true }),
		/^cs_held is paid and held: no rule for Site license in PRODUCTS$/,
		/^add a rule to the PRODUCTS file .* "pointrelease license orders apply cs_held"$/,
	],
	[
		'a test payment is held',
		() => heldOrder({ livemode: false }),
		/^1 order in test mode is held$/,
		/license orders --state held/,
		'warning',
	],
	[
		'the PRODUCTS file is missing',
		async () => {
			const settings = readSettings({ ...copied(), PRODUCTS: '/nope.json' });
			return withRegistry(settings, ({ database }) => checkOrders(settings, database));
		},
		/\/nope\.json/,
		/the service does not start with this file/,
	],
	// Certificates.
	[
		'the certificate is missing',
		() => run(checkCertificates, { ...certificate(), TLS_CERT: '/nope.pem' }),
		/\/nope\.pem/,
		/^correct TLS_CERT and TLS_KEY/,
	],
	[
		'certificate and key do not match',
		() => run(checkCertificates, certificate({}, {})),
		/./,
		/^correct TLS_CERT and TLS_KEY/,
	],
	[
		'the certificate has expired',
		() => run(checkCertificates, certificate({ days: -1 })),
		/expired$/,
		/^renew it/,
	],
	[
		'the certificate ends in five days',
		() => run(checkCertificates, certificate({ days: 5 })),
		/4 days left$/,
		/^renew it/,
		'warning',
	],
	[
		'the certificate is of an own authority',
		() => run(checkCertificates, certificate()),
		/clients that know only public authorities refuse it/,
		/every client must trust that authority/,
		'warning',
	],
	// Feeds and the clock.
	[
		'the authority of the feeds cannot be read',
		() => run(checkFeedAuthority, { FEED_CA_FILE: '/nowhere/ca.pem' }),
		/^FEED_CA_FILE: \/nowhere\/ca\.pem cannot be read \(no such file or folder\)$/,
		/^correct FEED_CA_FILE, because no feed is polled with this file/,
	],
	[
		'the feeds are blocked',
		() => feed({ problem: 'ECONNREFUSED' }),
		/^sofa: never answered \(ECONNREFUSED\)$/,
		/^allow outgoing HTTPS to it/,
		'warning',
	],
	[
		'a proxy in between replaces certificates',
		() => feed({ problem: 'sofafeed.macadmins.io: UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
		/UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
		/^set FEED_CA_FILE to the certificate authority/,
		'warning',
	],
	[
		"the same, for Apple's list",
		() => feed({ feed: 'apple', problem: 'SELF_SIGNED_CERT_IN_CHAIN' }),
		/SELF_SIGNED_CERT/,
		/^exempt Apple's update service from the TLS inspection/,
		'warning',
	],
	[
		'the clock is two hours off',
		() => {
			const lastAnswer = Date.now();
			const states = ['apple', 'sofa', 'kev'].map((name) => ({
				feed: name,
				lastAnswer,
				clockOff: 7_200_000,
			}));
			return checkClock(states as unknown as FeedState[]);
		},
		/^the clock of the machine that polls the feeds is 2 hours fast/,
		/^set the clock, for example with NTP/,
		'warning',
	],
	// Files that the settings name.
	[
		'the POLICIES file is missing',
		() => run(checkPolicies, { POLICIES: '/nope.json' }),
		/\/nope\.json cannot be read \(no such file or folder\)$/,
		/the service does not start with this file/,
	],
	[
		'the POLICIES file is invalid',
		() => run(checkPolicies, { POLICIES: file('policies.json', '{"a": 1}') }),
		/is invalid: /,
		/the service does not start with this file/,
	],
	[
		'the CONNECTIONS file is missing',
		() => run(checkConnections, { CONNECTIONS: '/nope.json' }),
		/\/nope\.json cannot be read \(no such file or folder\)$/,
		/no inventory can be pulled with this file/,
	],
	[
		'the CONNECTIONS file is invalid',
		() => run(checkConnections, { CONNECTIONS: file('connections.json', '[]') }),
		/connections\.json/,
		/no inventory can be pulled with this file/,
	],
	[
		'the WATCH file is invalid',
		() => run(checkWatch, { WATCH: file('watch.json', '[]') }),
		/watch\.json/,
		/pointrelease watch --check/,
	],
	[
		'the watch has a channel of mail and no SMTP_URL',
		() => run(checkWatch, { POINTRELEASE_STATE: folder, WATCH: watchWithMail() }),
		/^SMTP_URL is not set, so messages to team are written to \S+ and sent to nobody$/,
		/^set SMTP_URL and MAIL_FROM, or use a channel of the kind file$/,
		'warning',
	],
	[
		'the watch has a channel of mail and no MAIL_FROM',
		() =>
			run(checkWatch, {
				POINTRELEASE_STATE: folder,
				WATCH: watchWithMail(),
				SMTP_URL: 'smtp://mail.example.com',
			}),
		/^MAIL_FROM is not set, so messages to team come from pointrelease@localhost, which many mail servers refuse$/,
		/^set SMTP_URL and MAIL_FROM, or use a channel of the kind file$/,
		'warning',
	],
	[
		'messages of the watch are only files',
		async () => {
			const env = { ...copied(), WATCH: watchWithMail() };
			await runHere(['watch', '--once'], env);
			return run(checkWatch, env);
		},
		/^\d+ messages? to team (is a file and was|are files and were) not sent$/,
		/^set SMTP_URL and MAIL_FROM, or use a channel of the kind file$/,
	],
	[
		'the POINTRELEASE_DATA folder is missing',
		() => run(checkData, { POINTRELEASE_DATA: '/nope' }),
		/\/nope/,
		/pointrelease data check/,
	],
];

test('the table has at least the 43 deployments that operators were found to break', () => {
	expect(rows.length).toBeGreaterThanOrEqual(43);
	expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
});

describe('each has its next step', () => {
	test.each(rows)('%s', async (_, find, found, advice, state = 'problem') => {
		const findings = (await find()).filter((finding) => finding.state !== 'ok');
		expect(findings).toContainEqual(
			expect.objectContaining({
				check: expect.any(String),
				state,
				found: expect.stringMatching(found),
				advice: expect.stringMatching(advice),
			}),
		);
		// Nothing but damage or loss of files may lead to a restore, which undoes what happened since the backup.
		const mayRestore = /damaged|emptied|removed|missing|another one|forgotten|another service/;
		if (!mayRestore.test(_)) expect(JSON.stringify(findings)).not.toMatch(/restore (it|a backup|sealing)/);
	});
});

test('what only people use, and files of a service that runs as root, are no trouble', () => {
	const stored = (name: string) => ({ name, isFolder: false, uid: 0, gid: 0, mode: 0o100600 });
	const service = { uid: 998, gid: 998, mode: 0o40700 };
	const names = [
		'before-restore-2026',
		'pointrelease.db.moved',
		'pointrelease.db.schema-16',
		'pointrelease.db.schema-16-2',
	];
	expect(filesOutOfReach(service, names.map(stored))).toEqual([]);
	expect(
		filesOutOfReach({ uid: 0, gid: 0, mode: 0o40700 }, [{ ...stored('sealing.key'), uid: 998 }]),
	).toEqual([]);
});

test('the service of this state folder and this release is no trouble', async () => {
	const env = copied((state) => writeRunningFile(state, { id: 'mine', release: '9', port: 1 }, silentLog));
	expect((await beside(env, { livez: livezOf('mine') })).map(({ state }) => state)).toEqual(['ok']);
});
