import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Reading, RecordSeen } from '../../learning/observation.ts';
import { isSettled } from '../../learning/rules/records.ts';
import { Failure } from '../../process/failure.ts';
import type { Validators } from '../../transport/download.ts';
import { pathOfRecord, type Run, readDelta, readDeltaLog, readRecord } from '../sources/cve.ts';
import {
	type CveNotes,
	forgetOld,
	listToAsk,
	logSince,
	momentAt,
	mostRequests,
	mostTries,
	queueAfter,
	recordsAgain,
	recordsAllowed,
	spentOn,
} from './cve-plan.ts';
import { type Poll, type Polled, readAt } from './poll.ts';
import { publicAuthority } from './trust.ts';

const kilobyte = 1024;
/** Several times the usual sizes of the documents. */
const limits = { delta: 256 * kilobyte, log: 8 * kilobyte * kilobyte, record: 64 * kilobyte };
/** Failures of one record that leave the rest of the poll valid. */
const failuresOfOneRecord: ReadonlySet<string> = new Set(['bad-feed', 'feed-missing', 'feed-too-large']);
/** Records whose doubts wait for a person. */
const mostOpen = 2000;

/**
 * Asks for the list of changed CVEs, and then for the records among them that may be Apple's. `cve-plan.ts` says which. If the server
 * refuses, what was read so far counts and the rest waits for the usual pause; if it refuses the first record, the whole poll has failed.
 */
export async function pollCve(poll: Poll): Promise<Polled> {
	const now = Date.parse(poll.seenAt);
	const before = poll.before?.notes.cve;
	const asking = new Asking(poll, before ? notesOfDay(before, now) : emptyNotes(now));
	const runs = await asking.list(listToAsk(before, now));
	asking.enqueue(queueAfter(before ? asking.notes() : undefined, runs, { catalog: poll.catalog, now }));
	await asking.records();
	return asking.polled();
}

/** Once a day is often enough to forget: the notes may name many thousand CVEs. */
function notesOfDay(before: CveNotes, now: number): CveNotes {
	return before.spent.day === dayTextAt(now) ? before : forgetOld(before, now);
}

function emptyNotes(now: number): CveNotes {
	const moment = momentAt(now);
	return {
		made: '',
		listedAt: moment,
		logAt: moment,
		logMade: '',
		queue: {},
		read: {},
		others: {},
		againUntil: moment,
		spent: { day: dayTextAt(now), requests: 0 },
		flaws: {},
	};
}

type List = 'queue' | 'read' | 'others' | 'flaws';

class Asking {
	readonly #poll: Poll;
	readonly #now: number;
	readonly #authority: string | null;
	readonly #validators: Record<string, Validators>;
	readonly #records = new Map<string, RecordSeen>();
	#notes: CveNotes;
	/** The lists of the notes that are copies by now. The earlier notes stay as they were. */
	readonly #copied = new Set<List>();
	#requests: number;
	#isRefused = false;

	constructor(poll: Poll, notes: CveNotes) {
		this.#poll = poll;
		this.#now = Date.parse(poll.seenAt);
		this.#authority = publicAuthority(poll.settings);
		this.#validators = { ...poll.before?.notes.validators };
		this.#notes = notes;
		this.#requests = spentOn(notes, this.#now);
	}

	notes(): CveNotes {
		return { ...this.#notes, spent: { day: dayTextAt(this.#now), requests: this.#requests } };
	}

	/** The runs of the list that may have news. */
	async list(which: 'log' | 'delta'): Promise<Run[]> {
		if (this.#requests >= mostRequests)
			throw new Failure(
				'feed-refused',
				`the ${mostRequests} requests of today are spent: the feed is asked again after midnight, UTC`,
			);
		const { seenAt } = this.#poll;
		const isLog = which === 'log';
		const path = isLog ? '/cves/deltaLog.json' : '/cves/delta.json';
		const since = logSince(this.#notes);
		const read = (bytes: Uint8Array) => (isLog ? readDeltaLog(bytes, since) : [readDelta(bytes)]);
		const runs = (await this.#get(path, limits[which], read)) ?? [];
		const last =
			runs
				.map(({ moment }) => moment)
				.sort()
				.at(-1) ?? '';
		const { made, logMade, logAt } = this.#notes;
		this.#notes = {
			...this.#notes,
			listedAt: seenAt,
			made: last > made ? last : made,
			logAt: isLog ? seenAt : logAt,
			logMade: isLog && last > logMade ? last : logMade,
		};
		return runs;
	}

	enqueue(queue: CveNotes['queue']): void {
		this.#notes = { ...this.#notes, queue };
	}

	/** Asks for the records of the queue, and then for some of those that are read again. */
	async records(): Promise<void> {
		const { catalog, settings } = this.#poll;
		const allowed = recordsAllowed(this.notes(), this.#now);
		const queued = Object.keys(this.#notes.queue).slice(0, allowed);
		const again = recordsAgain(this.#notes, catalog, this.#now);
		const free = again.cves.slice(0, allowed - queued.length);
		const until = performance.now() + settings.timeout * 1000;
		let done = 0;
		for (const cve of [...queued, ...free]) {
			if (done > 0 && performance.now() > until) return;
			try {
				await this.#ask(cve);
			} catch (thrown) {
				if (!(thrown instanceof Failure) || done === 0) throw thrown;
				this.#isRefused = true;
				return;
			}
			done++;
		}
		if (free.length === again.cves.length) this.#notes = { ...this.#notes, againUntil: again.againUntil };
	}

	polled(): Polled {
		const { before, catalog } = this.#poll;
		const records = new Map<string, RecordSeen>();
		for (const seen of before?.reading.records ?? []) records.set(seen.cve, seen);
		for (const [cve, seen] of this.#records) records.set(cve, seen);
		const open = [...records.values()].filter((seen) => !isSettled(catalog, seen)).slice(-mostOpen);
		const notes = this.notes();
		const reading: Reading = {
			observations: [],
			machines: [],
			records: open,
			made: notes.made,
			flaws: Object.values(notes.flaws).map(({ flaw }) => flaw),
		};
		const left = Math.min(Object.keys(notes.queue).length, recordsAllowed(notes, this.#now));
		return {
			reading,
			notes: { validators: this.#validators, cve: notes, unasked: this.#isRefused ? 0 : left },
		};
	}

	/** Asks for one record. Throws if the server does not answer, or refuses. */
	async #ask(cve: string): Promise<void> {
		const { seenAt } = this.#poll;
		const wanted = this.#notes.queue[cve];
		try {
			const read = (bytes: Uint8Array) => readRecord(bytes, cve);
			const { record, changed } = (await this.#get(pathOfRecord(cve), limits.record, read, false))!;
			this.#forget(cve);
			if (!record) {
				this.#isOfOthers(cve);
				return;
			}
			this.#records.set(cve, record);
			this.#listToChange('read')[cve] = { changed, at: seenAt };
			// A cache may still have the state before the change.
			if (wanted && changed < wanted.updated) this.#tryAgain(cve, wanted);
		} catch (thrown) {
			if (!(thrown instanceof Failure && failuresOfOneRecord.has(thrown.code))) throw thrown;
			this.#forget(cve);
			if (wanted && wanted.tries + 1 < mostTries) this.#tryAgain(cve, wanted);
			// A CVE of a list may have no record, but not one that the list of changes names.
			else if (thrown.code === 'feed-missing' && !wanted) this.#isOfOthers(cve);
			else this.#listToChange('flaws')[cve] = { flaw: `${cve}: ${thrown.message}`, at: seenAt };
		}
	}

	#isOfOthers(cve: string): void {
		this.#listToChange('others')[cve] = dayTextAt(this.#now);
	}

	#tryAgain(cve: string, wanted: CveNotes['queue'][string]): void {
		if (wanted.tries + 1 >= mostTries) return;
		this.#listToChange('queue')[cve] = { ...wanted, tries: wanted.tries + 1 };
	}

	/** Takes a CVE from the queue, and from those with flaws. */
	#forget(cve: string): void {
		for (const list of ['queue', 'flaws'] as const)
			if (this.#notes[list][cve] !== undefined) delete this.#listToChange(list)[cve];
	}

	/** A list may name many thousand CVEs, so that it is copied once a poll, and only if something changes. */
	#listToChange<Name extends List>(name: Name): Record<string, CveNotes[Name][string]> {
		if (!this.#copied.has(name)) this.#notes = { ...this.#notes, [name]: { ...this.#notes[name] } };
		this.#copied.add(name);
		return this.#notes[name] as Record<string, CveNotes[Name][string]>;
	}

	/** Null if the document did not change. Records are always asked for whole: each has its own address. */
	async #get<T>(
		path: string,
		limit: number,
		read: (bytes: Uint8Array) => T,
		isList = true,
	): Promise<T | null> {
		const { settings, signal, download } = this.#poll;
		const url = settings.cveUrl + path;
		const validators = isList ? this.#validators[url] : null;
		this.#requests++;
		const options = { authority: this.#authority, limit, timeout: settings.timeout, validators, signal };
		const answer = await download(url, options);
		if (answer.kind === 'unchanged') return null;
		const value = readAt(url, () => read(answer.bytes));
		if (isList) this.#validators[url] = answer.validators;
		return value;
	}
}
