import { pathOf } from '../../api/path.ts';
import { matchRoute } from '../../api/routes.ts';
import { documents } from '../../page/assets.ts';
import { securityHeaders } from '../../page/security.ts';
import { bundledFile, type ReadBundled } from './bundled-file.ts';

/** What an address that names nothing is answered with. */
const statuses = new Set([400, 403, 404]);

/**
 * The page for a person at an unknown address. It says so and helps, with the status that the path has anyway. Programs
 * do not ask for HTML and get the problem.
 */
export function lostPage(read: ReadBundled): (request: Request, response: Response) => Response {
	const document = bundledFile(documents.search, read);
	return (request, response) => {
		if (!statuses.has(response.status) || !wantsPage(request)) return response;
		const page = pageOf(request);
		if (page !== null) return new Response(null, { status: 303, headers: leading(page) });
		if (!isUnknown(request)) return response;
		const form = document(request.headers.get('accept-encoding'));
		if (!form) return response;
		const headers = new Headers(form.headers);
		headers.set('Cache-Control', 'no-store');
		headers.set('Vary', 'Accept, Accept-Encoding');
		headers.delete('ETag');
		return new Response(form.body, { status: response.status, headers });
	};
}

/** The page about what a read is of, for who opens the address of the read in a browser, which sends no key. */
function pageOf({ url, headers }: Request): string | null {
	const [root, id, ...rest] = pathOf(url).split('/').slice(1);
	if (root !== 'cves' || !id || rest.length > 1 || headers.has('authorization')) return null;
	// `/cves/{cve_id}/{board_version}` is the check of a Mac.
	const [mac, on] = rest[0]?.replace(/[&+]/g, encodeURIComponent).split(/:|%3A/i) ?? [];
	return mac && on ? `/cve/${id}?mac=${mac}&on=${on}` : `/cve/${id}`;
}

function leading(page: string): Record<string, string> {
	return { ...securityHeaders(page), Location: page, 'Cache-Control': 'no-store', Vary: 'Accept' };
}

function isUnknown({ url }: Request): boolean {
	return matchRoute(pathOf(url).split('/').slice(1)) < 0;
}

/** Browsers name HTML when they open an address; no other client does by itself. */
function wantsPage({ method, headers }: Request): boolean {
	if (method !== 'GET' && method !== 'HEAD') return false;
	const ranges = headers.get('accept')?.toLowerCase().split(',') ?? [];
	return ranges.some(
		(range) => /^\s*text\/html\s*(?:;|$)/.test(range) && !/;\s*q=0(?:\.0*)?\s*$/.test(range),
	);
}
