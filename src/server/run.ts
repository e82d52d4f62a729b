import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type { ServicePath } from '@pointrelease/core/src/api/routes.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { loadShipped } from '../data/load.ts';
import { type FeedFollower, followFeeds } from '../feeds/polling/follow-feeds.ts';
import { limitPerAddress } from '../licenses/admission/rate-limits.ts';
import { firstKey, type Licenses, openLicenses } from '../licenses/licenses.ts';
import { loadProducts, type Products } from '../licenses/orders/products.ts';
import { bundleFolder } from '../page/assets.ts';
import { publicPagesHint } from '../page/public/public-page.ts';
import type { Log } from '../process/log.ts';
import { stopLimits } from '../process/stop-limits.ts';
import { clientAddress } from '../settings/client-address.ts';
import { loadPolicies } from '../settings/policies-file.ts';
import type { Rate } from '../settings/setting-readers.ts';
import { isLostKeyOn, type Settings } from '../settings/settings.ts';
import { plainKitAdvice, plainKitTrouble, readPublicAddress, watchKits } from './addresses.ts';
import {
	atomAnswer,
	calendarAnswer,
	datasetAnswer,
	type KeyedAnswer,
	macFeedAnswer,
	publicCoreAnswer,
} from './dataset.ts';
import type { AnswerElsewhere } from './handlers.ts';
import { datasetReasons, type Health, livezOf, readyz } from './health.ts';
import { type Listener, listen } from './http.ts';
import { LaterListener } from './later-listener.ts';
import { startNodeNotes } from './nodes.ts';
import { type OpenFiles, watchOpenFiles } from './open-files.ts';
import { openReads } from './open-reads.ts';
import { openApiAnswer } from './openapi.ts';
import { type Operators, openForOperators } from './operators/operators.ts';
import { lostKeyHint, type ReadBundled, withHints } from './pages/bundled-file.ts';
import { lostPage } from './pages/lost-page.ts';
import { nameOfMac, pageAnswers, readBundledPage } from './pages/page.ts';
import { type PublicPages, publicPages } from './pages/public-pages.ts';
import { lostKeyPage, lostKeyWarning } from './posts/lost-key.ts';
import { mostBodyBytes, openPosts } from './posts/posts.ts';
import { subscriptionAnswer } from './posts/subscription.ts';
import { ProcessorBudget } from './processor-budget.ts';
import { createService, type PublicAnswer, type Service, type ServiceParts, todayInUtc } from './service.ts';
import { type Certificate, readCertificates } from './tls/certificate.ts';
import { keepSecure } from './tls/keep-secure.ts';
import { startTodoMail } from './todo/todo-mail.ts';

export interface Running {
	readonly address: string;
	/** The key of the very first start, to be shown once. */
	readonly firstKey: string | null;
	/** Serves another state of the data from the next request on. */
	swap(catalog: Catalog): void;
	/** Serves new connections with renewed certificates. */
	renew(certificates: readonly Certificate[]): void;
	/** Finishes the requests in flight and stores the counts. */
	stop(): Promise<void>;
}

interface Sharing {
	/** Other processes answer on the port already, so this one listens only once it can answer, too. */
	shared?: boolean;
	/** The ID of this start, the same in all processes of the service; see `RunningFile`. */
	instance?: string | null;
}

/** Starts the whole service: listen, load, open. A failure leaves nothing behind. */
export async function run(
	settings: Settings,
	log: Log,
	{ shared = false, instance = null }: Sharing = {},
): Promise<Running> {
	const certificates = settings.tls && readCertificates(settings.tls);
	const options = { shared, certificates, mostBodyBytes: mostBodyBytes(settings) };
	const take = () => listen(settings.host, settings.port, log, options);
	const listener = shared ? null : take();
	let operators: Operators | null = null;
	try {
		operators = openForOperators(settings, log);
		const running = await open(() => listener ?? take(), operators, settings, log, instance);
		return shared || !settings.tls ? running : await keepSecure(running, settings, settings.tls, log);
	} catch (thrown) {
		await operators?.stop();
		await listener?.stop();
		throw thrown;
	}
}

/** The parts that every answer may need. */
interface Parts {
	readonly settings: Settings;
	readonly log: Log;
	readonly licenses: Licenses;
	readonly policies: NamedPolicies;
	readonly products: Products;
	readonly openFiles: OpenFiles;
	readonly budget: ProcessorBudget;
	readonly instance: string | null;
	readonly feeds: FeedFollower;
	readonly socket: LaterListener;
	/** The data that is served now. */
	catalog(): Catalog;
}

async function open(
	take: () => Listener,
	operators: Operators,
	settings: Settings,
	log: Log,
	instance: string | null,
): Promise<Running> {
	const policies = await loadPolicies(settings.policiesFile);
	const products = await loadProducts(settings.productsFile);
	const shipped = loadShipped(settings.dataFolder);
	const licenses = await openLicenses(settings, log);
	const openFiles = watchOpenFiles(log);
	let { catalog } = shipped;
	let service: Service | null = null;
	const swap = (next: Catalog) => {
		catalog = next;
		service?.swap(next);
	};
	let feeds: FeedFollower | null = null;
	try {
		feeds = await followFeeds({ settings, database: licenses.database, log, shipped, swap });
		const budget = budgetOfProcess(settings);
		const loaded = { settings, log, licenses, policies, products, openFiles, budget, instance, feeds };
		const parts: Parts = { ...loaded, socket: new LaterListener(), catalog: () => catalog };
		const pages = openPages(parts);
		const answers = await wireAnswers(parts, pages);
		service = createService({ ...answers, catalog });
		const issued = await firstKey(licenses);
		const listener = take();
		const address = parts.socket.listen(listener);
		const elsewhere = await openConsole(parts, operators, pages.read);
		const close = openToClients(parts, operators, service, { pages, elsewhere });
		log.info('ready', { address, data_version: catalog.dataVersion, boards: catalog.boards.size });
		return {
			address,
			firstKey: issued?.key ?? null,
			swap,
			renew: (certificates) => listener.renew(certificates),
			stop: close,
		};
	} catch (thrown) {
		openFiles.stop();
		await feeds?.close();
		await licenses.close();
		throw thrown;
	}
}

/** Lets requests reach the service. Returns the function that stops everything in order. */
function openToClients(
	parts: Parts,
	operators: Operators,
	service: Service,
	{ pages, elsewhere }: { pages: Pages; elsewhere: AnswerElsewhere | undefined },
): () => Promise<void> {
	const { settings, log, licenses, openFiles, feeds, socket } = parts;
	const { listener } = socket;
	const operatorMail = mailToOperator(parts);
	const nodeNotes = startNodeNotes(licenses.database, settings.port);
	const state = {
		catalog: parts.catalog,
		dataset: () => feeds.status(),
		licenses,
		databaseKind: settings.databaseUrl ? 'postgres' : 'sqlite',
		activeRequests: () => listener.server.pendingRequests,
		certificates: () => listener.certificates,
	} as const;
	const observed = operators.watch(service, state, addressOfClient(parts));
	listener.open(observed, elsewhere);
	void pages.publicPages?.prepare();
	return async () => {
		socket.stopping = true;
		log.info('stopping');
		const end = performance.now() + stopLimits.service;
		await listener.drain(observed);
		openFiles.stop();
		nodeNotes?.stop();
		await listener.stop();
		await operators.stop();
		await Promise.race([Promise.all([feeds.close(), operatorMail?.close()]), Bun.sleep(stopLimits.feeds)]);
		await licenses.close(end - performance.now());
		log.info('stopped');
	};
}

/** Opens the console where its setting says. Returns what answers under its own name at the service's address. */
async function openConsole(
	{ settings, socket, ...parts }: Parts,
	operators: Operators,
	read: ReadBundled,
): Promise<AnswerElsewhere | undefined> {
	if (settings.console === null) return undefined;
	const { consoleAtAdmin, consoleAtService } = await import('./console/door.ts');
	const visits = limitPerAddress(settings.publicLimit);
	const consoleParts = { ...parts, settings, env: process.env, read, visits };
	const { origin } = settings.console;
	if (origin === null) return void operators.answer(consoleAtAdmin(consoleParts));
	const answer = consoleAtService(consoleParts, origin);
	return (request) => answer(request, socket.peerOf(request));
}

/** Several processes on one port share the budgets evenly. */
function budgetOfProcess({ readLimit, publicShare, workers }: Settings): ProcessorBudget {
	const ofProcess = (rate: Rate | null) => rate && { ...rate, requests: rate.requests / workers };
	return new ProcessorBudget({ license: ofProcess(readLimit), strangers: ofProcess(publicShare) });
}

/** Mails what waits for the operator once a day, if an address was set. */
function mailToOperator({ settings, log, licenses: { database } }: Parts): { close(): Promise<void> } | null {
	if (settings.operatorEmail === null) return null;
	// Loaded when it is read: the modules of the watch are many.
	const list = async () => (await import('./todo/todo.ts')).readTodo(settings, process.env, database);
	return startTodoMail(database, settings, list, log);
}

/** The files of the page, and the pages that are drawn here. */
interface Pages {
	readonly read: ReadBundled;
	readonly app: ReturnType<typeof pageAnswers>;
	/** The pages that everybody may read; null if there are none. */
	readonly publicPages: PublicPages | null;
}

function openPages(parts: Parts): Pages {
	const { settings, log, policies, budget, socket, catalog } = parts;
	const bundled = readBundledPage(bundleFolder, log);
	const read = withHints(bundled, [
		...(isLostKeyOn(settings) ? [lostKeyHint] : []),
		...(settings.publicPages ? [publicPagesHint] : []),
	]);
	const app = pageAnswers(read, (board) => nameOfMac(catalog(), board));
	const addressOf = addressOfClient(parts);
	// If the service speaks TLS itself, its address has a name of its certificate.
	const origin = () => settings.publicUrl ?? (settings.tls ? socket.address : null);
	const options = { read, page: app, catalog, today: todayInUtc, origin, policies, budget, addressOf };
	return { read, app, publicPages: settings.publicPages ? publicPages(options) : null };
}

/** Every answer that the settings turn on. */
async function wireAnswers(parts: Parts, pages: Pages): Promise<Omit<ServiceParts, 'catalog'>> {
	const { settings, log, licenses, policies, products, feeds, socket } = parts;
	const { sofaAccess, minimumAccess, publicUrl } = settings;
	const { read } = pages;
	const baseUrl = () => publicUrl ?? socket.address;
	const atom = atomAnswer(baseUrl, () => feeds.learnt());
	const calendar = calendarAnswer(baseUrl, todayInUtc);
	const lostKeyTrouble = lostKeyWarning(settings);
	if (lostKeyTrouble) log.warn(lostKeyTrouble, { advice: 'set SMTP_URL and MAIL_FROM' });
	const namedHost = readPublicAddress(settings, (request) => socket.peerOf(request));
	const watchKit = watchKits(log);
	const publicAddress = (request: Request) => {
		const address = namedHost(request) ?? socket.address;
		watchKit(request, address);
		return address;
	};
	const kitTrouble = plainKitTrouble(settings);
	if (kitTrouble) log.warn(kitTrouble, { advice: plainKitAdvice });
	const posts = await openPosts(settings, {
		read,
		settings,
		baseUrl,
		publicAddress,
		database: licenses.database,
		takeEvent: licenses.takeEvent,
		products,
		log,
		addresses: () => [socket.address, ...(publicUrl ? [publicUrl] : [])],
		reads: { today: todayInUtc, policies },
	});
	const keyedAnswers = new Map<ServicePath, KeyedAnswer>([
		['/dataset', datasetAnswer(() => feeds.status())],
		['/releases.atom', (catalog) => atom(catalog)],
		['/calendar.ics', calendar],
		['/subscription', subscriptionAnswer(baseUrl, settings.subscriptions, (key) => licenses.feedToken(key))],
	]);
	return {
		...(sofaAccess && { sofaAccess }),
		...(minimumAccess && { minimumAccess }),
		licenses,
		atomOf: atom,
		calendarOf: calendar,
		macFeedOf: macFeedAnswer(baseUrl, todayInUtc),
		renewUrl: settings.renewUrl,
		refusals: limitPerAddress(settings.refusalLimit),
		visits: limitPerAddress(settings.publicLimit),
		budget: parts.budget,
		publicAnswers: publicAnswers(parts, pages),
		forPeople: lostPage(read),
		keyedAnswers,
		addressOf: addressOfClient(parts),
		publicAddress,
		policies,
		posts,
	};
}

/** The answers that need no key: health, the API description, the page and its files. */
function publicAnswers(
	parts: Parts,
	{ read, app, publicPages }: Pages,
): { get(path: string): PublicAnswer | undefined } {
	const { settings, instance, feeds } = parts;
	const core = publicCoreAnswer(parts.catalog, todayInUtc);
	const byPath: ReadonlyMap<string, PublicAnswer> = new Map<
		ServicePath | '/dataset/core.json' | '/lost-key',
		PublicAnswer
	>([
		...(isLostKeyOn(settings) ? ([['/lost-key', lostKeyPage(read)]] as const) : []),
		...(settings.publicPages ? ([['/dataset/core.json', core]] as const) : []),
		['/livez', livezOf(instance)],
		['/readyz', () => readyz(healthOf(parts), feeds.status())],
		['/openapi.json', openApiAnswer()],
	]);
	const page = publicPages ?? app;
	const open = settings.publicPages
		? openReads({
				catalog: parts.catalog,
				today: todayInUtc,
				baseUrl: () => settings.publicUrl ?? parts.socket.address,
				learnt: () => parts.feeds.learnt(),
				policies: parts.policies,
				budget: parts.budget,
				addressOf: addressOfClient(parts),
			})
		: () => undefined;
	return { get: (path) => byPath.get(path) ?? open(path) ?? page.get(path) };
}

function healthOf({ licenses, openFiles, feeds, socket }: Parts): Health {
	const { ready, degraded, refused } = licenses.health();
	// This is public, so it does not say where the database is: the log and `doctor` have the details.
	const state = refused ? 'refused: it is empty, damaged or another one' : 'away';
	const away = degraded === null ? '' : `database ${state}: known keys keep working, changes wait`;
	const full = openFiles.exhausted() ? 'out of open files: new connections wait' : '';
	const dataReasons = datasetReasons(feeds.status());
	const reasons = [socket.stopping ? 'stopping' : '', full, away, ...dataReasons].filter(Boolean);
	return { ready: ready && !socket.stopping, reasons };
}

/** The client's address; behind a trusted proxy, the address that the proxy names. */
function addressOfClient({ settings, socket }: Parts): (request: Request) => string {
	const client = clientAddress(settings.trustedProxies);
	return (request) => client(socket.peerOf(request) ?? '', request.headers.get('x-forwarded-for'));
}
