import type { Feed, Reading } from '../../learning/observation.ts';
import { Failure } from '../../process/failure.ts';
import { readApple } from '../sources/apple.ts';
import { readKev } from '../sources/kev.ts';
import { readSafariFeed } from '../sources/safari.ts';
import { readSofa } from '../sources/sofa.ts';
import { type Poll, type Polled, readAt, shapeAfter } from './poll.ts';
import { pollAppledb } from './poll-appledb.ts';
import { pollCve } from './poll-cve.ts';
import { appleRoot, publicAuthority } from './trust.ts';

const megabyte = 1024 * 1024;
/** Several times the current sizes of the documents. */
const limits = { apple: 4 * megabyte, sofa: 16 * megabyte, kev: 16 * megabyte, safari: 4 * megabyte };

/** The poller of each feed. A feed without one does not compile. */
const pollers: Readonly<Record<Feed, (poll: Poll) => Promise<Polled>>> = {
	apple: pollApple,
	sofa: pollSofa,
	appledb: pollAppledb,
	kev: pollKev,
	cve: pollCve,
	safari: pollSafari,
};

/** Asks one feed. Throws a Failure that says in one line what is wrong with it. */
export function pollFeed(feed: Feed, poll: Poll): Promise<Polled> {
	return pollers[feed](poll);
}

async function pollApple(poll: Poll): Promise<Polled> {
	const { settings, catalog } = poll;
	const authority = await appleRoot(poll);
	const read = (bytes: Uint8Array, seenAt: string) => readApple(bytes, seenAt, catalog);
	return pollDocument(poll, { url: settings.appleUrl, authority, limit: limits.apple, read });
}

async function pollSofa(poll: Poll): Promise<Polled> {
	const { settings } = poll;
	const authority = publicAuthority(settings);
	try {
		return await pollDocument(poll, { url: settings.sofaUrl, authority, limit: limits.sofa, read: readSofa });
	} catch (thrown) {
		// SOFA renamed its schema more than once; the older schema stays at its address.
		const old = await pollDocument(poll, {
			url: settings.sofaOldUrl,
			authority,
			limit: limits.sofa,
			read: readSofa,
		}).catch(() => {
			throw thrown;
		});
		const wasRead = poll.before?.notes.members?.[settings.sofaUrl] !== undefined;
		if (!wasRead || !(thrown instanceof Failure && thrown.code === 'bad-feed')) return old;
		return { ...old, notes: { ...old.notes, lost: [thrown.message] } };
	}
}

async function pollKev(poll: Poll): Promise<Polled> {
	const { settings } = poll;
	return pollDocument(poll, {
		url: settings.kevUrl,
		authority: publicAuthority(settings),
		limit: limits.kev,
		read: readKev,
	});
}

/** SOFA's feed of Safari lies beside that of macOS, on mirrors, too. */
async function pollSafari(poll: Poll): Promise<Polled> {
	const { settings } = poll;
	const authority = publicAuthority(settings);
	const ask = (beside: string) =>
		pollDocument(poll, {
			url: new URL('safari_data_feed.json', beside).href,
			authority,
			limit: limits.safari,
			read: readSafariFeed,
		});
	try {
		return await ask(settings.sofaUrl);
	} catch (thrown) {
		return ask(settings.sofaOldUrl).catch(() => {
			throw thrown;
		});
	}
}

async function pollDocument(
	{ settings, before, seenAt, signal, download }: Poll,
	{
		url,
		authority,
		limit,
		read,
	}: {
		url: string;
		authority: string | null;
		limit: number;
		read: (bytes: Uint8Array, seenAt: string) => Reading;
	},
): Promise<Polled> {
	const validators = before?.notes.validators[url];
	const answer = await download(url, { authority, limit, timeout: settings.timeout, validators, signal });
	// Conditions are sent only with an earlier answer.
	if (answer.kind === 'unchanged') return before!;
	const reading = readAt(url, () => read(answer.bytes, seenAt));
	const shape = shapeAfter(before?.notes, url, reading.members);
	return { reading, notes: { validators: { [url]: answer.validators }, ...shape } };
}
