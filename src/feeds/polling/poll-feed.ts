import type { Catalog } from '../../catalog/catalog.ts';
import { Failure } from '../../failure.ts';
import type { FeedSettings } from '../../feed-settings.ts';
import type { Feed, Observation, Reading } from '../../learning/observation.ts';
import { readApple } from '../sources/apple.ts';
import type { Device } from '../sources/appledb.ts';
import { readKev } from '../sources/kev.ts';
import { readSofa } from '../sources/sofa.ts';
import { download, type Validators } from '../transport/download.ts';
import { appleRoot, publicAuthority } from '../transport/trust.ts';
import { pollAppledb } from './poll-appledb.ts';

const megabyte = 1024 * 1024;
/** Several times what the documents measure today. */
const limits = { apple: 4 * megabyte, sofa: 16 * megabyte, kev: 16 * megabyte };

/** What a feed needs to remember between two polls: the next one asks only for what changed. */
export interface Notes {
	readonly validators: Readonly<Record<string, Validators>>;
	readonly index?: readonly string[];
	readonly devices?: readonly Device[];
	/** Builds that were asked for; null for what is no release. */
	readonly builds?: Readonly<Record<string, Observation | null>>;
	/** Builds that are still to be asked for. */
	readonly unasked?: number;
}

export interface Polled {
	readonly reading: Reading;
	readonly notes: Notes;
}

export interface Poll {
	readonly settings: FeedSettings;
	readonly stateFolder: string;
	readonly catalog: Catalog;
	/** What the feed said last; null when it never answered. */
	readonly before: Polled | null;
	/** Ask for the names of machines even if every known board has one: a new one is about to join. */
	readonly names: boolean;
	/** Builds that matter now: other feeds show them and they are not known, or they were learnt lately. */
	readonly builds: ReadonlySet<string>;
	/** The moment of asking, RFC 3339. */
	readonly seenAt: string;
	readonly signal: AbortSignal;
}

/** How each feed is asked: one that is not here does not compile. */
const pollers: Readonly<Record<Feed, (poll: Poll) => Promise<Polled>>> = {
	apple: pollApple,
	sofa: pollSofa,
	appledb: pollAppledb,
	kev: pollKev,
};

/** Asks one feed. Throws a Failure that says in one line what is wrong with it. */
export function pollFeed(feed: Feed, poll: Poll): Promise<Polled> {
	return pollers[feed](poll);
}

async function pollApple(poll: Poll): Promise<Polled> {
	const { settings } = poll;
	const authority = await appleRoot(settings, poll.stateFolder, poll.signal);
	return pollDocument(poll, settings.appleUrl, authority, limits.apple, readApple);
}

async function pollSofa(poll: Poll): Promise<Polled> {
	const { settings } = poll;
	const authority = publicAuthority(settings);
	try {
		return await pollDocument(poll, settings.sofaUrl, authority, limits.sofa, readSofa);
	} catch (thrown) {
		// The schema was renamed more than once; the older one stays where it was.
		return await pollDocument(poll, settings.sofaOldUrl, authority, limits.sofa, readSofa).catch(() => {
			throw thrown;
		});
	}
}

async function pollKev(poll: Poll): Promise<Polled> {
	const { settings } = poll;
	return pollDocument(poll, settings.kevUrl, publicAuthority(settings), limits.kev, readKev);
}

async function pollDocument(
	{ settings, before, seenAt, signal }: Poll,
	url: string,
	authority: string | null,
	limit: number,
	read: (bytes: Uint8Array, seenAt: string) => Reading,
): Promise<Polled> {
	const validators = before?.notes.validators[url];
	const answer = await download(url, { authority, limit, timeout: settings.timeout, validators, signal });
	if (answer.kind === 'unchanged') return before ?? neverAsked(url);
	const reading = readAt(url, () => read(answer.bytes, seenAt));
	return { reading, notes: { validators: { [url]: answer.validators } } };
}

/** What is wrong with a document is told with the host it came from. */
export function readAt<T>(url: string, read: () => T): T {
	try {
		return read();
	} catch (thrown) {
		if (thrown instanceof Failure) throw new Failure(thrown.code, `${new URL(url).host}: ${thrown.message}`);
		throw thrown;
	}
}

export function neverAsked(url: string): never {
	throw new Failure('feed-frozen', `${new URL(url).host}: answers 304 to a request without conditions`);
}
