import { loadPolicies } from '../advice/policy/policies-file.ts';
import type { ServicePath } from '../api/routes.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { loadShipped } from '../catalog/load.ts';
import { openMailChannel } from '../delivery/smtp.ts';
import { followFeeds } from '../feeds/polling/follow-feeds.ts';
import { limitPerAddress } from '../licenses/admission/rate-limits.ts';
import { firstKey, openLicenses } from '../licenses/licenses.ts';
import { loadProducts } from '../licenses/orders/products.ts';
import { bundleFolder } from '../page/assets.ts';
import type { Log } from '../process/log.ts';
import { stopLimits } from '../process/stop-limits.ts';
import { isLostKeyOn, type Settings, type TlsSettings } from '../settings/settings.ts';
import { clientAddress } from '../text/client-address.ts';
import { addressUnder, readPublicAddress } from './addresses.ts';
import { limitConnections } from './connections/connection-limit.ts';
import { watchOpenFiles } from './connections/open-files.ts';
import { atomAnswer, calendarAnswer, datasetAnswer, type KeyedAnswer } from './dataset.ts';
import { type Health, livez, readyz } from './health.ts';
import { type Listener, listen } from './http.ts';
import { openApiAnswer } from './openapi.ts';
import { type Operators, openForOperators } from './operators/operators.ts';
import { OperatorMail } from './operators/tell-operator.ts';
import { withLostKeyHint } from './pages/bundled-file.ts';
import { lostPage } from './pages/lost-page.ts';
import { pageAnswers, readBundledPage } from './pages/page.ts';
import { publicPages } from './pages/public-pages.ts';
import { lostKeyPage, lostKeyWarning } from './posts/lost-key.ts';
import { mostBodyBytes, openPosts } from './posts/posts.ts';
import { subscriptionAnswer } from './posts/subscription.ts';
import { createAdvicePreparer } from './prepare-advice.ts';
import { afterStart, createNamePreparer } from './prepare-names.ts';
import { createService, type PublicAnswer, todayInUtc } from './service.ts';
import { type Certificate, outOfTime, readCertificates } from './tls/certificate.ts';
import { redirectToTls } from './tls/redirect.ts';
import type { PortSharers } from './tls/retire.ts';
import { watchCertificates } from './tls/watch-certificates.ts';

export interface Running {
	readonly address: string;
	/** The key of the very first start, to be shown once. */
	readonly firstKey: string | null;
	/** Serves another state of the data from the next request on. */
	swap(catalog: Catalog): void;
	/** Serves new connections with certificates that took the place of others. */
	renew(certificates: readonly Certificate[], sharers?: PortSharers): Promise<void>;
	/** Finishes what is in flight and keeps what was counted. */
	stop(): Promise<void>;
}

export interface Sharing {
	/** The port is shared with other processes that answer already, so it is taken only once this one can answer too. */
	shared?: boolean;
}

/** Starts the whole service: listen, load, open. Whatever fails leaves nothing behind. */
export async function run(settings: Settings, log: Log, { shared = false }: Sharing = {}): Promise<Running> {
	const certificates = settings.tls && readCertificates(settings.tls);
	const options = { shared, certificates, mostBodyBytes: mostBodyBytes(settings) };
	const take = () => listen(settings.host, settings.port, log, options);
	const listener = shared ? null : take();
	let operators: Operators | null = null;
	try {
		operators = openForOperators(settings, log);
		const running = await open(() => listener ?? take(), operators, settings, log);
		return shared || !settings.tls ? running : await keepSecure(running, settings, settings.tls, log);
	} catch (thrown) {
		await operators?.stop();
		await listener?.stop();
		throw thrown;
	}
}

/** With TLS: leads plain HTTP there, and takes up certificates that are renewed, until the service stops. */
export async function keepSecure<R extends Pick<Running, 'address' | 'renew' | 'stop'>>(
	running: R,
	{ host }: Settings,
	tls: TlsSettings,
	log: Log,
): Promise<R> {
	try {
		warnOfExpired(readCertificates(tls), log);
		const redirect = tls.redirectPort ? redirectToTls(host, tls.redirectPort, running.address) : null;
		const watch = watchCertificates(tls, log, (certificates) => {
			const expires = expiryOf(certificates);
			warnOfExpired(certificates, log);
			void running.renew(certificates).then(() => log.info('certificate renewed', { expires }));
		});
		const stop = async () => {
			watch.close();
			await redirect?.stop();
			await running.stop();
		};
		return { ...running, stop };
	} catch (thrown) {
		await running.stop();
		throw thrown;
	}
}

/** The service starts all the same: clients say that it has expired, and a renewed file is taken up by itself. */
function warnOfExpired(certificates: readonly Certificate[], log: Log): void {
	for (const certificate of certificates) {
		const { file, names, begins, expires } = certificate;
		if (outOfTime(certificate, Date.now()) === null) continue;
		const hasExpired = expires < Date.now();
		log.warn(
			hasExpired ? 'certificate expired, clients refuse it' : 'certificate not valid yet, clients refuse it',
			{
				file,
				names: names.join(', '),
				...(hasExpired
					? { expired: new Date(expires).toISOString() }
					: { begins: new Date(begins).toISOString() }),
			},
		);
	}
}

/** The day on which the first of them ends. */
function expiryOf(certificates: readonly Certificate[]): string {
	return new Date(Math.min(...certificates.map(({ expires }) => expires))).toISOString();
}

async function open(
	take: () => Listener,
	operators: Operators,
	settings: Settings,
	log: Log,
): Promise<Running> {
	const policies = loadPolicies(settings.policiesFile);
	const products = loadProducts(settings.productsFile);
	const shipped = loadShipped(settings.dataFolder);
	const licenses = await openLicenses(settings, log);
	let stopping = false;
	const openFiles = watchOpenFiles(log);
	const health = (): Health => {
		const { ready, degraded, refused } = licenses.health();
		const { stale, frozen, trouble } = feedFollower.status();
		const old = stale
			? "stale: Apple's update service has not answered for a day"
			: frozen
				? "frozen: Apple's update service always answers the same"
				: '';
		// Public, so without where the database is: the log and `doctor` have the details.
		const state = refused ? 'refused: it is empty, damaged or another one' : 'away';
		const away = degraded === null ? '' : `database ${state}: known keys keep working, changes wait`;
		const full = openFiles.exhausted() ? 'out of open files: new connections wait' : '';
		const reasons = [stopping ? 'stopping' : '', full, away, trouble ?? '', old].filter(Boolean);
		return { ready: ready && !stopping, reasons };
	};
	const bundled = readBundledPage(bundleFolder, log);
	const built = isLostKeyOn(settings) ? withLostKeyHint(bundled) : bundled;
	const behindKey = pageAnswers(built);
	const publicAnswers: ReadonlyMap<string, PublicAnswer> = new Map<ServicePath | '/lost-key', PublicAnswer>([
		...(isLostKeyOn(settings) ? ([['/lost-key', lostKeyPage(built)]] as const) : []),
		['/livez', livez],
		['/readyz', () => readyz(health(), feedFollower.status())],
		['/openapi.json', openApiAnswer()],
	]);
	const atom = atomAnswer(
		() => settings.publicUrl ?? address,
		() => feedFollower.learnt(),
	);
	const calendar = calendarAnswer(() => settings.publicUrl ?? address, todayInUtc);
	const keyedAnswers = new Map<ServicePath, KeyedAnswer>([
		['/dataset', datasetAnswer(() => feedFollower.status())],
		['/releases.atom', (catalog) => atom(catalog)],
		['/calendar.ics', calendar],
		[
			'/subscription',
			subscriptionAnswer(
				() => settings.publicUrl ?? address,
				settings.subscriptions,
				(token) => licenses.admitAtom(token) >= 0,
			),
		],
	]);
	const client = clientAddress(settings.trustedProxies);
	const addressOf = (request: Request) =>
		client(listener.server.requestIP(request)?.address ?? '', request.headers.get('x-forwarded-for'));
	const publicAddress = readPublicAddress(settings, (request) => listener.server.requestIP(request)?.address);
	const page = settings.publicPages
		? publicPages({
				read: built,
				page: behindKey,
				catalog: () => service.catalog,
				today: todayInUtc,
				address: (request) => publicAddress(request) ?? address,
				policies,
			})
		: behindKey;
	const { sofaAccess } = settings;
	const lostKeyTrouble = lostKeyWarning(settings);
	if (lostKeyTrouble) log.warn(lostKeyTrouble, { advice: 'set SMTP_URL and MAIL_FROM' });
	const posts = await openPosts(settings, {
		read: built,
		settings,
		baseUrl: () => settings.publicUrl ?? address,
		database: licenses.database,
		takeEvent: licenses.takeEvent,
		products,
		log,
		addresses: () => [address, ...(settings.publicUrl ? [settings.publicUrl] : [])],
		reads: { today: todayInUtc, policies },
	});
	const service = createService({
		...(sofaAccess && { sofaAccess }),
		catalog: shipped.catalog,
		licenses,
		atomOf: atom,
		calendarOf: calendar,
		refusals: limitPerAddress(settings.refusalLimit),
		visits: limitPerAddress(settings.publicLimit),
		publicAnswers: { get: (path) => publicAnswers.get(path) ?? page.get(path) },
		forPeople: lostPage(built),
		keyedAnswers,
		addressOf,
		publicAddress: (request) => publicAddress(request) ?? address,
		policies,
		posts,
	});
	const names = createNamePreparer();
	const advice = createAdvicePreparer(shipped.catalog, policies);
	const serve = (catalog: Catalog) => {
		service.swap(catalog);
		names.serve(catalog);
		void advice.serve(catalog);
	};
	const feedFollower = await followFeeds({
		settings,
		database: licenses.database,
		log,
		shipped,
		swap: serve,
	}).catch(async (thrown: unknown) => {
		await licenses.close();
		throw thrown;
	});
	const closing = async (thrown: unknown): Promise<never> => {
		await feedFollower.close();
		await licenses.close();
		throw thrown;
	};
	const issued = await firstKey(licenses).catch(closing);
	const operatorMail = settings.operatorEmail
		? new OperatorMail({
				database: licenses.database,
				delivery: openMailChannel(settings),
				log,
				to: settings.operatorEmail,
				from: settings.mailFrom,
			})
		: null;
	operatorMail?.start();
	const listener = await Promise.try(take).catch(closing);
	const state = {
		catalog: () => service.catalog,
		dataset: () => feedFollower.status(),
		licenses,
		databaseKind: settings.databaseUrl ? 'postgres' : 'sqlite',
		activeRequests: () => listener.server.pendingRequests,
		certificates: () => listener.certificates,
	} as const;
	const watched = operators.watch(service, state, addressOf);
	listener.open(watched);
	const ports = { service: listener.server.port!, redirect: settings.tls?.redirectPort ?? null };
	const connections = limitConnections(ports, settings.connections, settings.trustedProxies, log);
	const address = addressUnder(listener.server.hostname!, listener.server.port!, listener.names);
	const { dataVersion, boards } = service.catalog;
	names.serve(service.catalog, afterStart);
	log.info('ready', { address, data_version: dataVersion, boards: boards.size });
	return {
		address,
		firstKey: issued?.key ?? null,
		swap: serve,
		renew: (certificates, sharers) => listener.renew(certificates, sharers),
		async stop() {
			stopping = true;
			log.info('stopping');
			const end = performance.now() + stopLimits.service;
			names.close();
			await listener.drain(watched);
			connections.close();
			advice.close();
			openFiles.stop();
			await listener.stop();
			await operators.stop();
			await Promise.race([
				Promise.all([feedFollower.close(), operatorMail?.close()]),
				Bun.sleep(stopLimits.feeds),
			]);
			await licenses.close(end - performance.now());
			log.info('stopped');
		},
	};
}
