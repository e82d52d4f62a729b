import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import type { Observation, Reading, Span } from '../../learning/observation.ts';
import { Failure } from '../../process/failure.ts';
import type { Validators } from '../../transport/download.ts';
import { type Device, machinesOf, newBuilds, readBuild, readDevices, readIndex } from '../sources/appledb.ts';
import { readInstallers } from '../sources/installers.ts';
import { type AskedInstallers, type Poll, type Polled, readAt, shapeAfter } from './poll.ts';
import { publicAuthority } from './trust.ts';

const megabyte = 1024 * 1024;
/** Several times the current sizes of the documents. */
const limits = { list: 32 * megabyte, build: 4 * megabyte };
/** Requests for single builds in one poll: a busy week brings ten, a start with old data a hundred. */
const mostBuilds = 40;
/** Requests for addresses of installers in one poll: a start asks for twenty builds, then each of them once a week. */
const mostInstallers = 8;
/** Failures of the file of one build that leave the rest of the poll valid. */
const failuresOfOneBuild: ReadonlySet<string> = new Set(['bad-feed', 'feed-missing']);

/**
 * Asks for the index, and then only for the builds that the catalog lacks and for their devices. A build that was not a release,
 * or one that is known, is asked for again after a day, then less often, up to once a week, because volunteers call a build internal
 * until its Mac is out. Builds that another feed shows are asked for at every poll. The number of requests and their time are limited,
 * because the vendor's news wait for this answer; the next poll asks for the rest.
 */
export async function pollAppledb(poll: Poll): Promise<Polled> {
	const { settings, catalog, before, names, seenAt } = poll;
	const client = new Client(poll);
	const index = await client.get('/ios/macOS/index.json', limits.list, before?.notes.index, readIndex);
	const builds: Record<string, Observation | null> = {};
	const { buildsToAsk, unasked: later, settled } = choose(poll, index);
	for (const build of settled) builds[build] = before?.notes.builds?.[build] ?? null;
	const nameless = [...catalog.boards.values()].some(({ machines }) =>
		machines.every(({ name }) => name === ''),
	);
	let devices = before?.notes.devices ?? [];
	if (buildsToAsk.length > 0 || nameless || names)
		devices = await client.get('/device/main.json', limits.list, before?.notes.devices, readDevices);
	// The files of builds name devices, whose boards may be known only now.
	const isSame = Bun.deepEquals(devices, before?.notes.devices ?? []);
	const moments: Record<string, Span> = {};
	const flaws: string[] = [];
	const unread: string[] = [];
	let unasked = later;
	const until = performance.now() + settings.timeout * 1000;
	for (const build of buildsToAsk) {
		const earlier = before?.notes.builds?.[build];
		if (performance.now() > until) {
			if (earlier !== undefined) builds[build] = earlier;
			else if (before?.notes.unread?.includes(build)) unread.push(build);
			else unasked++;
			continue;
		}
		const read = (bytes: Uint8Array) => readBuild(bytes, devices, seenAt);
		moments[build] = { from: before?.notes.asked?.[build]?.from ?? seenAt, to: seenAt };
		try {
			const answer = await client.get(fileOf(build), limits.build, isSame ? earlier : undefined, read);
			builds[build] = answer && earlier && saysTheSame(answer, earlier) ? earlier : answer;
		} catch (thrown) {
			// If the file of a build is missing or invalid, only that build is left out, until the next poll.
			if (!(thrown instanceof Failure && failuresOfOneBuild.has(thrown.code))) throw thrown;
			unread.push(build);
			flaws.push(`macOS;${build}: ${thrown.message}`);
		}
	}
	const installers = await askInstallers(poll, client, index, until);
	const observations = Object.values(builds).filter((observation) => observation !== null);
	const askedBefore = Object.fromEntries(
		Object.entries(before?.notes.asked ?? {}).filter(([build]) => Object.hasOwn(builds, build)),
	);
	const lasting = [
		'/ios/macOS/index.json',
		'/device/main.json',
		...(isSame ? Object.keys(builds).map(fileOf) : []),
	];
	return {
		reading: { observations, machines: machinesOf(devices, seenAt), installers: sayings(installers), flaws },
		notes: {
			validators: client.validators(lasting),
			index,
			devices,
			builds,
			unread,
			unasked,
			installers,
			asked: { ...askedBefore, ...moments },
			...shapeAfter(before?.notes, settings.appledbUrl, membersOf(index, devices)),
		},
	};
}

/**
 * Asks where builds can be had, each once a week: the newest build of each major, and those that were learned lately.
 * A file that cannot be read is asked for again a week later, and leaves the earlier answer.
 */
async function askInstallers(
	{ catalog, builds: learnt, before, seenAt }: Poll,
	client: Client,
	index: readonly string[],
	until: number,
): Promise<Record<string, AskedInstallers>> {
	const listed = new Set(index);
	const newest = [...catalog.majors.values()].flatMap(
		({ releases }) => releases.findLast(({ builds }) => builds.length > 0)?.builds.at(-1)?.build ?? [],
	);
	const wanted = [...learnt, ...newest].filter((build) => listed.has(build) && catalog.builds.has(build));
	const earlier = before?.notes.installers ?? {};
	const answers: Record<string, AskedInstallers> = {};
	let left = mostInstallers;
	for (const build of new Set(wanted)) {
		const last = earlier[build];
		const isDue = !last || Date.parse(seenAt) - Date.parse(last.asked) >= 7 * millisecondsOfDay;
		if (!isDue || left === 0 || performance.now() > until) {
			if (last) answers[build] = last;
			continue;
		}
		left--;
		let seen = last?.seen ?? null;
		try {
			seen = await client.get(fileOf(build), limits.build, undefined, readInstallers);
		} catch (thrown) {
			if (!(thrown instanceof Failure && failuresOfOneBuild.has(thrown.code))) throw thrown;
		}
		answers[build] = { asked: seenAt, seen };
	}
	return answers;
}

function sayings(asked: Readonly<Record<string, AskedInstallers>>): Reading['installers'] {
	const said = Object.entries(asked).flatMap(([build, { seen }]) => (seen ? [[build, seen] as const] : []));
	return Object.fromEntries(said);
}

/** Members whose loss must be reported: without them new Macs would have no names, or no releases. */
function membersOf(index: readonly string[], devices: readonly Device[]): Record<string, boolean> {
	const hasDevices = devices.length > 0;
	return {
		'index of macOS;': index.length > 0,
		...(hasDevices && {
			board: devices.some(({ boards }) => boards.length > 0),
			identifier: devices.some(({ model }) => model !== ''),
			released: devices.some(({ introduced }) => introduced !== ''),
		}),
	};
}

function fileOf(build: string): string {
	return `/ios/macOS;${build}.json`;
}

/** Whether two observations differ in nothing but `seenAt`. Then the earlier one stays: it has the moment when AppleDB first showed it. */
function saysTheSame(now: Observation, earlier: Observation): boolean {
	return Bun.deepEquals({ ...now, seenAt: earlier.seenAt }, earlier);
}

/** Which builds to ask for now, how many are left for later, and which need no request. */
function choose(
	{ catalog, shipped, before, builds: urgent, seenAt }: Poll,
	index: readonly string[],
): { buildsToAsk: string[]; unasked: number; settled: string[] } {
	const earlier = before?.notes.builds ?? {};
	const listed = new Set(index);
	const candidates = newBuilds(catalog, shipped, index);
	const matters = [...urgent].filter((build) => listed.has(build));
	// New builds come first: after a late start, more builds were learned lately than fit into one poll.
	const first = matters.filter((build) => !Object.hasOwn(earlier, build));
	const watched = matters.filter((build) => Object.hasOwn(earlier, build));
	const unread = new Set(before?.notes.unread);
	const open = candidates.filter((build) => !Object.hasOwn(earlier, build) && !urgent.has(build));
	const fresh = open.filter((build) => !unread.has(build));
	const isOpen = (observation: Observation | null | undefined) =>
		observation && !catalog.releases.has(observation.version);
	const shown = candidates.filter((build) => isOpen(earlier[build]) && !urgent.has(build));
	const again = open.filter((build) => unread.has(build));
	const isDue = (build: string) => {
		const span = before?.notes.asked?.[build];
		if (!span) return true;
		const [from, to] = [Date.parse(span.from), Date.parse(span.to)];
		return Date.parse(seenAt) - to >= Math.min(7 * millisecondsOfDay, Math.max(millisecondsOfDay, to - from));
	};
	const old = candidates.filter(
		(build) => Object.hasOwn(earlier, build) && !isOpen(earlier[build]) && isDue(build),
	);
	const buildsToAsk = [...new Set([...first, ...fresh, ...watched, ...shown, ...again, ...old])].slice(
		0,
		mostBuilds,
	);
	const unasked = Math.max(0, first.length + fresh.length - mostBuilds);
	const settled = [...new Set([...candidates, ...watched])].filter(
		(build) => Object.hasOwn(earlier, build) && !buildsToAsk.includes(build),
	);
	return { buildsToAsk, unasked, settled };
}

/** Conditional requests below one address. */
class Client {
	readonly #poll: Poll;
	readonly #authority: string | null;
	readonly #answered: Record<string, Validators> = {};

	constructor(poll: Poll) {
		this.#poll = poll;
		this.#authority = publicAuthority(poll.settings);
	}

	async get<T>(
		path: string,
		limit: number,
		earlier: T | undefined,
		read: (bytes: Uint8Array) => T,
	): Promise<T> {
		const { settings, before, signal, download } = this.#poll;
		const url = settings.appledbUrl + path;
		const validators = earlier === undefined ? null : before?.notes.validators[url];
		const request = { authority: this.#authority, limit, timeout: settings.timeout, validators, signal };
		const answer = await download(url, request);
		if (answer.kind === 'document') {
			this.#answered[url] = answer.validators;
			return readAt(url, () => read(answer.bytes));
		}
		// Conditions are sent only with an earlier answer.
		this.#answered[url] = validators!;
		return earlier!;
	}

	/** The validators of everything that was asked now or will be asked again. */
	validators(paths: readonly string[]): Record<string, Validators> {
		const { settings, before } = this.#poll;
		const earlier = before?.notes.validators ?? {};
		const lasting = paths.map((path) => settings.appledbUrl + path).filter((url) => earlier[url]);
		return { ...Object.fromEntries(lasting.map((url) => [url, earlier[url]!])), ...this.#answered };
	}
}
