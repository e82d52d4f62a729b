import { createAnswerBook } from '../../src/api/answer-book.ts';
import { loadCatalog } from '../../src/data/load.ts';
import { allLicenses } from '../../src/licenses/issuing/find.ts';
import { openLicenses } from '../../src/licenses/licenses.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { freePort } from '../free-port.ts';
import { temporaryState } from '../live.ts';
import { runCommand } from '../process.ts';
import { certificateFolder } from '../tls/secure-service.ts';
import { worldFolder } from '../world.ts';
import { startChanges } from './changes.ts';
import { questionsOf, startClients } from './clients.ts';
import { type MemoryReport, memoryVerdict, watchMemory } from './memory.ts';
import { type Part, startNormal } from './normal-client.ts';
import { startSoaked } from './service.ts';
import {
	floodNames,
	floods,
	issue,
	startTroubles,
	type TroubleName,
	type TroubleOptions,
	withLicenses,
} from './troubles/start-troubles.ts';

export interface TroubledReport {
	/** The activity of the troubles. */
	troubles: string[];
	/** Checked requests, and the faults among them. */
	requests: number;
	faults: string[];
	/** Licenses issued and revoked during the trouble. */
	licenses: number;
	/** Printed keys, and how many of them do not work afterwards. */
	keys: number;
	lostKeys: number;
	/** Answers to the clients, and how far the counts differ from them. */
	answers: number;
	lostCounts: number;
	/** A normal client before the trouble, beside each flood of requests alone, and during everything at once. */
	quiet: Part;
	alone: ReadonlyMap<TroubleName, Part>;
	troubled: Part;
	/** The memory of the service during everything at once. */
	memory: MemoryReport;
}

export interface TroubledOptions extends TroubleOptions {
	tell?: (line: string) => void;
	/** Milliseconds that each flood of requests has alone, before everything at once; 0 or absent for none. */
	aloneFor?: number;
}

/** A quiet time, then everything at once that could delay a service; every answer, key and count is checked. */
export async function troubledSoak(
	quietFor: number,
	troubledFor: number,
	options: TroubledOptions,
): Promise<TroubledReport> {
	const { tell = () => {} } = options;
	const state = temporaryState();
	const certificates = certificateFolder();
	const redirectPort = await freePort();
	const env = {
		PATH: process.env.PATH ?? '',
		PORT: '0',
		FEEDS: 'off',
		POINTRELEASE_STATE: state.folder,
		SOFA_FEED: 'public',
		PUBLIC_PAGES: 'on',
		MCP: 'on',
		TLS_REDIRECT_PORT: String(redirectPort),
		...((options.addresses ?? 1) > 1 && { TRUSTED_PROXIES: '127.0.0.1' }),
		...certificates.env,
	};
	const service = await startSoaked(env);
	const faults: string[] = [];
	const fault = (description: string) => void (faults.length < 20 && faults.push(description));
	try {
		const { address, key } = service;
		const normalKey = await issue('normal@example.com', env);
		const troubledService = await withLicenses(
			{ address, stateFolder: state.folder, env, fault },
			options.addresses,
		);
		await Bun.sleep(1_000);
		const book = createAnswerBook(loadCatalog(worldFolder));
		const clients = startClients({ address, key, questions: questionsOf([book]), fault });
		const normal = startNormal(address, normalKey);
		tell('quiet');
		await Bun.sleep(quietFor);
		const alone = options.only === undefined && options.aloneFor ? floodNames : [];
		for (const name of alone) {
			normal.next();
			const flood = floods[name](troubledService, true);
			await Bun.sleep(options.aloneFor!);
			await flood.stop();
			tell(`alone: ${flood.told()}`);
		}
		normal.next();
		tell('trouble');
		const watched = watchMemory(service, troubledFor);
		const troubles = await startTroubles(troubledService, redirectPort, options);
		const changes = startChanges({ address, env, fault, database: troubledService.database });
		for (let passed = 0; passed < troubledFor; passed += 1_000) {
			await Bun.sleep(Math.min(1_000, troubledFor - passed));
			if (service.ended() !== null) fault(`the service ended with ${service.ended()}`);
			if (passed % 30_000 === 0) tell(troubles.progress().join('; '));
		}
		const memory = await watched.stop();
		const licenses = await changes.stop();
		await troubles.stop();
		await clients.stop();
		const parts = await normal.stop();
		const [quiet, troubled] = [parts[0]!, parts.at(-1)!];
		const { code, log } = await service.stop();
		if (code !== 0) fault(`the service stopped with ${code}`);
		for (const line of log.split('\n').filter((line) => /"level":"error"/.test(line)))
			fault(`the log: ${line}`);
		const printed = [key, normalKey, ...(troubles.imports?.keys ?? [])];
		const answers = clients.requests() + parts.reduce((sum, part) => sum + part.answers, 0);
		return {
			troubles: [...troubles.held, ...troubles.progress()],
			requests: clients.requests(),
			faults,
			licenses,
			keys: printed.length,
			lostKeys: await lostOf(env, printed, troubles.imports?.emails.length ?? 0),
			answers,
			lostCounts: answers - (await countedFor(env, ['first-start@localhost', 'normal@example.com'])),
			quiet,
			alone: new Map(alone.map((name, at) => [name, parts[at + 1]!])),
			troubled,
			memory,
		};
	} finally {
		await service.kill();
		certificates.remove();
		state.remove();
	}
}

/** Counts printed keys that do not work, and imported lines that did not become exactly one license. */
async function lostOf(
	env: Record<string, string>,
	keys: readonly string[],
	imported: number,
): Promise<number> {
	const licenses = await openLicenses(readSettings(env), silentLog);
	const refused = keys.filter((key) => licenses.admit(key) < 0).length;
	await licenses.close();
	const emails: string[] = [];
	await withRegistry(readSettings(env), async ({ database }) => {
		for await (const page of allLicenses(database)) emails.push(...page.map(({ email }) => email));
	});
	const bulk = emails.filter((email) => email.startsWith('bulk'));
	return refused + Math.abs(imported - bulk.length) + (bulk.length - new Set(bulk).size);
}

async function countedFor(env: Record<string, string>, emails: readonly string[]): Promise<number> {
	const { code, stdout, stderr } = await runCommand(['license', 'usage', '--top', '1000000', '--json'], env);
	if (code !== 0) throw new Error(`license usage ended with ${code}: ${stderr}`);
	const rows: { email: string; requests: number }[] = JSON.parse(stdout);
	return rows.filter(({ email }) => emails.includes(email)).reduce((sum, { requests }) => sum + requests, 0);
}

/** How many times longer a normal client may wait during the trouble, at p50 and at p99. */
export const mostSlower = 3;

/** How many times its quiet value a normal client waited, at p50 and at p99, by the trouble beside it. */
export function slowdowns({
	quiet,
	alone,
	troubled,
}: TroubledReport): Map<string, { p50: number; p99: number }> {
	const to = ({ p50, p99 }: Part) => ({ p50: p50 / quiet.p50, p99: p99 / quiet.p99 });
	return new Map([
		...[...alone].map(([name, part]) => [`${name} alone`, to(part)] as const),
		['everything at once', to(troubled)],
	]);
}

/** The faults of a report. Times count only if asked for, because machines differ. */
export function troubledVerdict(report: TroubledReport, timed: boolean): string[] {
	const wrong = [...report.faults, ...memoryVerdict(report.memory)];
	const { lostKeys, lostCounts, quiet, alone, troubled } = report;
	if (lostKeys !== 0) wrong.push(`${lostKeys} keys are lost`);
	if (lostCounts !== 0) wrong.push(`${lostCounts} answers are not counted`);
	const wrongAnswers = [quiet, ...alone.values(), troubled].reduce((sum, part) => sum + part.wrong, 0);
	if (wrongAnswers > 0) wrong.push(`a normal client got ${wrongAnswers} wrong answers`);
	if (!timed) return wrong;
	for (const [name, ratios] of slowdowns(report))
		for (const at of ['p50', 'p99'] as const)
			if (ratios[at] > mostSlower)
				wrong.push(
					`${name}: ${at} of a normal client is ${ratios[at].toFixed(1)} times its quiet value: at most ${mostSlower}`,
				);
	return wrong;
}
