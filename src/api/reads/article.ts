/** Where the vendor's article is; null where there is none. */
export function articleOf(article: string): string | null {
	return article === '' ? null : `https://support.apple.com/${article}`;
}
