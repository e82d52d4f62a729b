import { grouped, groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';
import type { JsonRecord, Page, Pager, Wish } from './kind.ts';
import { isWithin } from './limits.ts';
import { memberAt } from './record.ts';
import { type Session, StatusFailure } from './session.ts';

/** How often a walk through the pages begins again if the list changes meanwhile. */
const mostRestarts = 3;
/** The most pages: a service that always names a next page must not be asked for ever. */
const mostPages = 100_000;

interface WalkTask {
	readonly keep: readonly string[];
	/** Identifies a row, to notice a repeated page or a row that moved to another page. */
	keyOf(record: JsonRecord): string;
	/** Forgets every row: the walk begins again. */
	onStart(): void;
	onRows(rows: readonly JsonRecord[]): void;
	/** `total` is null if the service does not say. */
	onProgress?(rows: number, total: number | null): void;
}

/** A pull that ended early. Its rows are not reported as a fleet. */
export class IncompletePull extends Failure {
	readonly rows: number;
	/** Null if the service does not say. */
	readonly total: number | null;

	constructor(rows: number, total: number | null, why: string) {
		const progress =
			total === null ? groupedCount(rows, 'row') : `${grouped(rows)} of ${groupedCount(total, 'row')}`;
		super('incomplete-pull', `${rows === 0 && total === null ? '' : `${progress} came: `}${why}`);
		this.rows = rows;
		this.total = total;
	}
}

/** The list changed while it was read, so that its pages do not fit together. */
class Moved extends Error {}

/** Reads all pages: every row of the list, or an `IncompletePull`. */
export async function walk(session: Session, pager: Pager, task: WalkTask): Promise<void> {
	const alternatives = [...(pager.alternatives ?? [''])];
	/** The rows of rounds that ended early. */
	let cameBefore: ReadonlySet<string> = new Set();
	let restarts = 0;
	for (;;) {
		const round = new Round(session, pager, task, { keep: task.keep, alternative: alternatives[0]! });
		try {
			await round.run();
			round.compareWith(cameBefore);
			if (round.rows > 0 || !pager.isUnsure || restarts > 0) return;
			restarts++;
			alternatives.push(alternatives.shift()!);
		} catch (thrown) {
			const isAbsent = thrown instanceof StatusFailure && thrown.status === 404 && round.rows === 0;
			const hasMoved = thrown instanceof Moved;
			if (isAbsent && alternatives.length > 1) alternatives.shift();
			else if (hasMoved && restarts < mostRestarts) {
				restarts++;
				cameBefore = cameBefore.union(round.keys);
				if (pager.isUnsure) alternatives.push(alternatives.shift()!);
			} else if (hasMoved)
				throw new IncompletePull(
					round.rows,
					round.total,
					`${thrown.message}, ${mostRestarts + 1} times; try again when fewer Macs are added and removed`,
				);
			else if (thrown instanceof Failure && thrown.code !== 'stopped')
				throw new IncompletePull(round.rows, round.total, thrown.message);
			else throw thrown;
		}
	}
}

/** One way through the pages, from the first to the last. */
class Round {
	rows = 0;
	total: number | null = null;
	readonly #session: Session;
	readonly #pager: Pager;
	readonly #task: WalkTask;
	readonly #wish: Wish;
	/** Ends the requests that are still under way. */
	readonly #leave = new AbortController();
	readonly keys = new Set<string>();
	/** Whether the count in an answer is that of its page, not of the list. */
	#countsPages = false;

	constructor(session: Session, pager: Pager, task: WalkTask, wish: Wish) {
		this.#session = session;
		this.#pager = pager;
		this.#task = task;
		this.#wish = wish;
	}

	async run(): Promise<void> {
		this.#task.onStart();
		this.total = await this.#count();
		await (this.#pager.by === 'link' ? this.#follow() : this.#number());
		// The list may have changed after the last page with a count.
		const after = await this.#count();
		if (after !== null && after !== this.total) throw new Moved('the number of Macs changed meanwhile');
		if (this.total !== null && this.rows !== this.total)
			throw new Moved(
				`the service counts ${groupedCount(this.total, 'row')} and its pages hold ${grouped(this.rows)}`,
			);
	}

	/**
	 * Refuses a list that ended without an error but lacks rows that came before: the service failed meanwhile, or its pages
	 * were counted from the wrong number.
	 */
	compareWith(cameBefore: ReadonlySet<string>): void {
		if (this.rows === 0 && cameBefore.size > 0) throw new Moved('the list is empty after rows of it came');
		if (this.#pager.isUnsure && this.total === null && !cameBefore.isSubsetOf(this.keys))
			throw new Moved('rows that came are no longer in the list, and the service gives no count');
	}

	async #count(): Promise<number | null> {
		const { count } = this.#pager;
		return count ? await this.#session.ask(count.request, count.read) : null;
	}

	async #follow(): Promise<void> {
		const links = new Set<string>();
		let next: string | null = null;
		for (let page = 0; page < mostPages; page++) {
			const answer = await this.#page(page, next);
			this.#take(answer);
			next = answer.next;
			if (next === null) return;
			const { linkCharacters } = this.#session.limits;
			if (next.length > linkCharacters)
				throw new Failure(
					'pull-answer',
					`the address of the next page has more than ${grouped(linkCharacters)} characters`,
				);
			if (links.has(next)) throw new Moved('a page names itself as the next one');
			links.add(next);
		}
		throw new Failure('pull-answer', 'the service names more pages than any list has');
	}

	/** Asks for pages by number. After the first page, as many requests run at once as the service allows. */
	async #number(): Promise<void> {
		const { atOnce } = this.#session.connection.kind;
		const first = await this.#page(0, null);
		this.#take(first);
		const underWay: Promise<Page>[] = [];
		let nextPage = 1;
		try {
			for (let last = first; !this.#hasEnded(last); ) {
				const pagesLeft = Math.ceil(((this.total ?? 0) - this.rows) / Math.max(1, first.rows.length));
				while (underWay.length < Math.max(1, Math.min(atOnce, pagesLeft))) {
					const page = this.#page(nextPage++, null);
					// The first failure ends the round, and then nobody awaits the other requests.
					page.catch(() => {});
					underWay.push(page);
				}
				last = await underWay.shift()!;
				this.#take(last);
				if (nextPage > mostPages)
					throw new Failure('pull-answer', 'the service has more pages than any list');
			}
		} finally {
			// End the requests that still run.
			this.#leave.abort();
		}
	}

	#hasEnded({ rows, next }: Page): boolean {
		const hasAll = this.total !== null && this.rows >= this.total;
		if (this.total !== null && !hasAll && rows.length === 0) throw new Moved('a page in the middle is empty');
		if (next !== null && rows.length > 0) return false;
		if (this.#countsPages) return true;
		// The service may have cut a short page: without a total, only an empty page is the last.
		return hasAll || rows.length === 0;
	}

	async #page(page: number, next: string | null): Promise<Page> {
		const { connection } = this.#session;
		const request = this.#pager.request({ page, rows: this.rows, next }, this.#wish, connection);
		const read = (body: unknown) => {
			const answer = this.#pager.read(body);
			return this.#pager.by === 'number' ? { ...answer, next: answer.next ?? nextIn(body) } : answer;
		};
		const answer = await this.#session.ask(request, read, this.#leave.signal);
		// An empty page may be a failure of the service: ask again, and believe the second answer.
		if (answer.rows.length > 0 || answer.total === 0) return answer;
		return this.#session.ask(request, read, this.#leave.signal);
	}

	#take({ rows, total, next }: Page): void {
		this.#refuseExcess(rows, total);
		const keys = rows.map((record) => this.#task.keyOf(record));
		if (keys.some((key) => this.keys.has(key)))
			throw new Moved(
				keys.every((key) => this.keys.has(key)) ? 'a page came twice' : 'Macs moved between the pages',
			);
		for (const key of keys) this.keys.add(key);
		this.rows += rows.length;
		// If there is a next page although all counted rows came, the count is that of the page.
		if (total !== null && next !== null && total <= this.rows) {
			this.#countsPages = true;
			this.total = null;
		}
		if (total !== null && !this.#countsPages) {
			if (this.total !== null && total !== this.total)
				throw new Moved('the number of Macs changed meanwhile');
			this.total = total;
		}
		this.#task.onRows(rows);
		this.#task.onProgress?.(this.rows, this.total);
	}

	#refuseExcess(rows: readonly JsonRecord[], total: number | null): void {
		const { rows: mostRows, recordCharacters } = this.#session.limits;
		const refuse = (why: string) => {
			throw new Failure('pull-answer', why);
		};
		if (this.rows + rows.length > mostRows) refuse(`the service lists more than ${grouped(mostRows)} rows`);
		if ((total ?? this.total ?? 0) > mostRows)
			refuse(`the service counts ${grouped((total ?? this.total)!)} rows, more than ${grouped(mostRows)}`);
		if (!rows.every((record) => isWithin(record, recordCharacters)))
			refuse(`a record of the list has more than ${grouped(recordCharacters)} characters`);
	}
}

/** The next page that an answer names although its pages are numbered, documented or not. */
function nextIn(body: unknown): string | null {
	for (const path of [
		'next',
		'nextLink',
		'@odata.nextLink',
		'links.next',
		'meta.next',
		'meta.has_next_results',
		'has_more',
	]) {
		const value =
			path === '@odata.nextLink' ? (body as Record<string, unknown>)?.[path] : memberAt(body, path);
		if (value === true || (typeof value === 'string' && value !== '')) return String(value);
	}
	return null;
}
