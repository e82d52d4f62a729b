/** The vendor's pages that list all updates: they stand where an update has no article of its own. */
const overviews: ReadonlySet<string> = new Set(['100100', '121012', 'HT201222']);

/** The number of the vendor's article in an address; empty where it names none of its own. */
export function articleIn(address: string): string {
	const [, article = ''] =
		/^https:\/\/support\.apple\.com\/(?:[\w-]+\/)?(HT\d{6}|\d{6})$/.exec(address) ?? [];
	return overviews.has(article) ? '' : article;
}
