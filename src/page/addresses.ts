/**
 * The addresses of the page's views. They are public, so the list is explicit, and none of them is the path of
 * an operation: everything that is not here asks for a key.
 */
const fixed: ReadonlySet<string> = new Set(['/', '/release', '/all']);
const parametric = /^\/(?:mac|release)\/[^/]+$/;

export function isPageAddress(path: string): boolean {
	return fixed.has(path) || parametric.test(path);
}
