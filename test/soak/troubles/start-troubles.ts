import { runCommand } from '../../process.ts';
import { hold } from '../../slow/holder.ts';
import { startImports, startLockHolder, startSwappingDatabase } from './database.ts';
import { startCostlyReads, startOddFeeds, startSearches } from './requests.ts';
import { startAgents, startDescriptions, startPublicPages } from './strangers.ts';
import { askFrom, SharedDatabase, type Trouble, type TroubledService } from './trouble.ts';

export interface TroubleOptions {
	/** Licenses in each file that is imported. */
	importSize: number;
	slowReaders: number;
	/** Milliseconds between two swaps of the database. */
	swapEvery: number;
	/** Only this trouble, to see its effect alone, or only the floods of requests. */
	only?: TroubleName | 'floods' | undefined;
	/** From how many addresses the floods come; one unless set. */
	addresses?: number | undefined;
}

export const troubleNames = [
	'slow-readers',
	'redirects',
	'imports',
	'searches',
	'odd-feeds',
	'costly-reads',
	'public-pages',
	'agents',
	'descriptions',
	'lock',
	'swaps',
] as const;
export type TroubleName = (typeof troubleNames)[number];

/** Floods of requests, each of which may be made alone. */
export const floods = {
	searches: startSearches,
	'odd-feeds': startOddFeeds,
	'costly-reads': startCostlyReads,
	'public-pages': startPublicPages,
	agents: startAgents,
	descriptions: startDescriptions,
} satisfies Partial<Record<TroubleName, (service: TroubledService, isAlone: boolean) => Trouble>>;
export const floodNames = Object.keys(floods) as (keyof typeof floods)[];

export async function issue(email: string, env: Record<string, string>): Promise<string> {
	const words = ['license', 'issue', '--email', email, '--no-mail', '--json'];
	return JSON.parse((await runCommand(words, env)).stdout).key;
}

/** Issues the licenses that the troubles use. */
export async function withLicenses(
	service: Pick<TroubledService, 'address' | 'stateFolder' | 'env' | 'fault'>,
	addresses = 1,
): Promise<TroubledService> {
	const key = (name: string) => issue(`${name}@example.com`, service.env);
	return {
		...service,
		slowKey: await key('slow'),
		searchKey: await key('search'),
		costlyKeys: await Promise.all([1, 2, 3, 4].map((number) => key(`costly${number}`))),
		agentKeys: await Promise.all([1, 2].map((number) => key(`agent${number}`))),
		readerKey: await key('reader'),
		database: new SharedDatabase(),
		ask: askFrom(service.address, addresses),
	};
}

interface Troubles {
	/** The connections that slow clients hold, for the report. */
	readonly held: readonly string[];
	readonly imports: ReturnType<typeof startImports> | null;
	progress(): string[];
	stop(): Promise<void>;
}

/** Starts everything at once, or the only trouble of the options. */
export async function startTroubles(
	service: TroubledService,
	redirectPort: number,
	options: TroubleOptions,
): Promise<Troubles> {
	const { only } = options;
	const isMade = (name: TroubleName) =>
		only === undefined || only === name || (only === 'floods' && name in floods);
	const held = (name: TroubleName) => (isMade(name) ? options.slowReaders : 0);
	const readers = await hold({
		port: Number(new URL(service.address).port),
		key: service.slowKey,
		form: 'slow-read',
		count: held('slow-readers'),
		localAddress: '127.0.0.2',
		tls: true,
		again: true,
	});
	const redirected = await hold({
		port: redirectPort,
		key: '',
		form: 'slow-header',
		count: held('redirects'),
		localAddress: '127.0.0.3',
		again: true,
	});
	const imports = isMade('imports') ? startImports(service, options.importSize) : null;
	const troubles = [
		...(imports ? [imports] : []),
		...floodNames.filter(isMade).map((name) => floods[name](service, only === name)),
		...(isMade('lock') ? [startLockHolder(service)] : []),
		...(isMade('swaps') ? [startSwappingDatabase(service, options.swapEvery)] : []),
	];
	return {
		held: [
			`${readers.opened} slow readers`,
			`${redirected.opened} connections held on the port that redirects to TLS`,
		],
		imports,
		progress: () => troubles.map(({ told }) => told()),
		async stop() {
			await Promise.all(troubles.map(({ stop }) => stop()));
			await Promise.all([readers.release(), redirected.release()]);
		},
	};
}
