import { foldColumn } from './known-columns.ts';

/** Members beside a list that say how many records there are in all. */
const totals: ReadonlySet<string> = new Set([
	'total',
	'totalcount',
	'totalresults',
	'totalitems',
	'totalrecords',
	'totalrecordcount',
	'totaldevices',
	'totalhits',
	'recordstotal',
	'odatacount',
	'count',
	'rows',
]);
/** Members that lead to a further page, or say that there is one. */
const followers: ReadonlySet<string> = new Set([
	'next',
	'nextlink',
	'nextpage',
	'nextpageurl',
	'nextpagetoken',
	'nexttoken',
	'nextcursor',
	'odatanextlink',
	'hasmore',
	'hasnext',
	'hasnextpage',
	'hasnextresults',
]);
/** What the pages of an answer say about the rest of it. */
export class PageMarks {
	#total = 0;
	#hasNext = false;

	/** Whether the value of a member is to be told. */
	concerns(name: string): boolean {
		const folded = foldColumn(name);
		return totals.has(folded) || followers.has(folded);
	}

	/** Takes a member that stands outside of the records; `text` is its value as it is written. */
	take(name: string, text: string): void {
		const value = text.replace(/^"|"$/g, '');
		if (totals.has(foldColumn(name))) {
			if (/^\d{1,9}$/.test(value)) this.#total = Math.max(this.#total, Number(value));
		} else if (!/^(?:|null|false|0)$/.test(value)) this.#hasNext = true;
	}

	/** A page begins: what the last one said of the next is no longer news. */
	beginPage(): void {
		this.#hasNext = false;
	}

	/** The same for a page that was read as a whole: what stands outside of its lists and records. */
	takePage(page: unknown, records: ReadonlySet<unknown> = new Set()): void {
		this.beginPage();
		this.#takeMembers(page, records);
	}

	#takeMembers(value: unknown, records: ReadonlySet<unknown>): void {
		if (typeof value !== 'object' || value === null || Array.isArray(value) || records.has(value)) return;
		for (const [name, member] of Object.entries(value)) {
			if (typeof member === 'object') this.#takeMembers(member, records);
			else if (this.concerns(name)) this.take(name, String(member));
		}
	}

	/** How many records are missing after so many; null where nobody says how many. */
	missing(records: number): number | null {
		if (this.#total > records) return this.#total - records;
		return this.#hasNext && this.#total === 0 ? null : 0;
	}
}
