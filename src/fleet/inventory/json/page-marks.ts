import { foldColumn } from '../columns/known-columns.ts';

/** Members beside a list that say how many records there are in all. */
const totals: ReadonlySet<string> = new Set([
	'total',
	'totalcount',
	'totalresults',
	'totalitems',
	'totalelements',
	'totalrecords',
	'totalrecordcount',
	'totaldevices',
	'totalhits',
	'recordstotal',
	'odatacount',
]);
/** These are of the whole answer in one service, and of the page in another. */
const counts: ReadonlySet<string> = new Set(['count', 'rows']);
/** Rows of a report of pointrelease that do not describe a Mac. */
const leftOut: ReadonlySet<string> = new Set(['notmacs', 'continuationrows', 'mergedrows', 'duplicates']);
/** How many pages there are. */
const pageCounts: ReadonlySet<string> = new Set([
	...['pages', 'pagecount', 'pagescount', 'pagestotal', 'totalpages', 'totalpagecount', 'numpages'],
	...['numberofpages', 'lastpage', 'maxpage', 'lastpagenumber'],
]);
/** Members that lead to a further page, or say that there is one. */
const followers: ReadonlySet<string> = new Set([
	...['next', 'nextlink', 'nextpage', 'nextpageurl', 'nextpagelink', 'nexturl', 'nexthref', 'odatanextlink'],
	...['nextpagetoken', 'nexttoken', 'nextcursor', 'nextpagecursor', 'nextoffset', 'nextmarker', 'nextstart'],
	...['continuationtoken', 'hasmore', 'hasnext', 'hasnextpage', 'hasnextresults', 'hasmorepages'],
	...['hasmoreresults', 'hasmoreitems', 'hasmoredata', 'moreavailable', 'morepages', 'moreresults'],
	...['istruncated', 'truncated'],
]);
/** Members that say whether something is missing; as a number they count something else. */
const gaps: ReadonlySet<string> = new Set(['incomplete', 'incompleteresults']);
/** Members that say whether this is the last page. */
const lasts: ReadonlySet<string> = new Set(['last', 'islast', 'lastpage', 'islastpage']);
/** What a link to a further page may be the object of: `"next": {"href": "…"}`. */
const links: ReadonlySet<string> = new Set([
	...['href', 'url', 'uri', 'link', 'page', 'offset', 'start', 'after', 'cursor', 'token'],
]);

/** What the pages of an answer say about the rest of it. */
export class PageMarks {
	#total = 0;
	#count = 0;
	#leftOut = 0;
	#pageCount = 0;
	#pages = 0;
	#hasNext = false;

	/** Whether the value of a member is to be told; `within` is the name of the object that it is a member of. */
	concerns(name: string, within: string): boolean {
		const folded = foldColumn(name);
		if (this.isRelation(name) || (links.has(folded) && this.leadsOn(within))) return true;
		return [totals, counts, leftOut, pageCounts, followers, gaps, lasts].some((names) => names.has(folded));
	}

	/** Whether a member leads to a further page. */
	leadsOn(name: string): boolean {
		return followers.has(foldColumn(name));
	}

	/** Whether a member says what a link in a list of links is to. */
	isRelation(name: string): boolean {
		return name === 'rel';
	}

	/** Takes a member that stands outside of the records; `text` is its value as it is written. */
	take(name: string, text: string): void {
		const folded = foldColumn(name);
		const value = text.replace(/^"|"$/g, '');
		const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
		const isNothing = /^(?:|null|false|0)$/.test(value);
		if (totals.has(folded)) this.#total = Math.max(this.#total, number);
		else if (counts.has(folded)) this.#count = Math.max(this.#count, number);
		else if (leftOut.has(folded)) this.#leftOut += number;
		else if (this.isRelation(name)) this.#hasNext ||= value === 'next';
		else if (followers.has(folded) || links.has(folded)) this.#hasNext ||= !isNothing;
		if (pageCounts.has(folded)) this.#pageCount = Math.max(this.#pageCount, number);
		if (gaps.has(folded)) this.#hasNext ||= value === 'true';
		if (lasts.has(folded)) this.#hasNext ||= value === 'false';
	}

	/** A page begins: what the last one said of the next is no longer news. */
	beginPage(): void {
		this.#hasNext = false;
		this.#pages++;
	}

	/** The same for a page that was read as a whole: what stands outside of its records. */
	takePage(page: unknown, records: ReadonlySet<unknown> = new Set()): void {
		this.beginPage();
		this.#takeMembers(page, records, '');
	}

	/** Of what is in a list, only links say anything about pages. */
	#takeMembers(value: unknown, records: ReadonlySet<unknown>, within: string, isListed = false): void {
		if (typeof value !== 'object' || value === null || records.has(value)) return;
		if (Array.isArray(value)) {
			for (const element of value) this.#takeMembers(element, records, '', true);
			return;
		}
		for (const [name, member] of Object.entries(value)) {
			if (typeof member === 'object') this.#takeMembers(member, records, name, isListed);
			else if (isListed ? this.isRelation(name) : this.concerns(name, within))
				this.take(name, String(member));
		}
	}

	/**
	 * How many records are missing after so many; null if nobody says how many. A link to a further page wins over every count:
	 * Microsoft's `@odata.count` may be that of the page.
	 */
	missing(records: number): number | null {
		const total = Math.max(this.#total, this.#count - this.#leftOut);
		if (total > records) return total - records;
		if (this.#hasNext) return null;
		if (this.#total > 0) return 0;
		return this.#pageCount > Math.max(1, this.#pages) ? null : 0;
	}
}
