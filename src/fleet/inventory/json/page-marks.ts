import { foldColumn } from '../columns/known-columns.ts';

/** Members with the number of records on all pages. */
const totals = words(`
	total totalcount totalresults totalitems totalelements totalrecords totalrecordcount totaldevices totalhits
	recordstotal odatacount
`);
/** Members with the number of records on all pages in some services, and on this page in others. */
const counts = words('count rows');
/** Members of a report of pointrelease with the number of rows that are not among its Macs. */
const leftOut = words('notmacs continuationrows mergedrows duplicates');
/** Members with the number of pages. */
const pageCounts = words(`
	pages pagecount pagescount pagestotal totalpages totalpagecount numpages numberofpages lastpage maxpage
	lastpagenumber
`);
/** Members that link to a further page, or say whether there is one. */
const followers = words(`
	next nextlink nextpage nextpageurl nextpagelink nexturl nexthref odatanextlink nextpagetoken nexttoken
	nextcursor nextpagecursor nextoffset nextmarker nextstart continuationtoken hasmore hasnext hasnextpage
	hasnextresults hasmorepages hasmoreresults hasmoreitems hasmoredata moreavailable morepages moreresults
	istruncated truncated
`);
/** Members that say whether the answer is incomplete. As a number they count something else. */
const gaps = words('incomplete incompleteresults');
/** Members that say whether this is the last page. */
const lasts = words('last islast lastpage islastpage');
/** Members of an object that links to a further page: `"next": {"href": "…"}`. */
const links = words(`
	href url uri link page offset start after cursor token
`);

function words(text: string): ReadonlySet<string> {
	return new Set(text.trim().split(/\s+/));
}

/** Collects what the pages of a service say about further pages. */
export class PageMarks {
	#total = 0;
	#count = 0;
	#leftOut = 0;
	#pageCount = 0;
	#pages = 0;
	#hasNext = false;

	/** Whether `take` needs a member. `within` is the name of the object around it. */
	concerns(name: string, within: string): boolean {
		const folded = foldColumn(name);
		if (this.isRelation(name) || (links.has(folded) && this.leadsOn(within))) return true;
		return [totals, counts, leftOut, pageCounts, followers, gaps, lasts].some((names) => names.has(folded));
	}

	/** Whether a member links to a further page. */
	leadsOn(name: string): boolean {
		return followers.has(foldColumn(name));
	}

	/** Whether a member names the target of a link in a list of links: `{"rel": "next", "href": "…"}`. */
	isRelation(name: string): boolean {
		return name === 'rel';
	}

	/** Adds a member outside of the records; `text` is its value as it is written. */
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

	/** Begins a page. The link of the page before no longer counts. */
	beginPage(): void {
		this.#hasNext = false;
		this.#pages++;
	}

	/** Adds the members of a parsed page, except those of its records. */
	takePage(page: unknown, records: ReadonlySet<unknown> = new Set()): void {
		this.beginPage();
		this.#takeMembers(page, records, '');
	}

	/** In lists, only links describe pages. */
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
	 * How many records are missing if `records` were read; null if some are missing and their number is unknown. If every
	 * stated record was read, a link to a further page still counts: Microsoft's `@odata.count` may be that of the page.
	 */
	missing(records: number): number | null {
		const total = Math.max(this.#total, this.#count - this.#leftOut);
		if (total > records) return total - records;
		if (this.#hasNext) return null;
		if (this.#total > 0) return 0;
		return this.#pageCount > Math.max(1, this.#pages) ? null : 0;
	}
}
