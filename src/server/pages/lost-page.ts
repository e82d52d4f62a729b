import { pathOf, queryOf } from '../../api/path.ts';
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
		// Who sends a key is a program, or a person who tries the API.
		if (!isUnknown(request) && request.headers.has('authorization')) return response;
		const form = document(request.headers.get('accept-encoding'));
		if (!form) return response;
		const headers = new Headers(form.headers);
		headers.set('Cache-Control', 'no-store');
		headers.set('Vary', 'Accept, Accept-Encoding');
		headers.delete('ETag');
		return new Response(form.body, { status: response.status, headers });
	};
}

/** The page about what a read is of, for a person who opens its address in a browser, which sends no key. */
function pageOf({ url, headers }: Request): string | null {
	const [root, id, ...rest] = pathOf(url).split('/').slice(1);
	if (headers.has('authorization') || rest.length > 1) return null;
	const macOf = (text: string | undefined) =>
		text?.replace(/[&+]/g, encodeURIComponent).split(/:|%3A/i) ?? [];
	const [mac, on] = macOf(root === 'cves' ? rest[0] : id);
	switch (root) {
		case 'cves':
			// `/cves/{cve_id}/{board_version}` is the check of a Mac.
			if (!id) return null;
			return mac && on ? `/cve/${id}?mac=${mac}&on=${on}` : `/cve/${id}`;
		case 'releases':
			return id ? `/release/${id}` : '/release';
		case 'boards':
			return id ? `/mac/${id}` : '/all';
		case 'advice':
			return mac && on ? `/mac/${mac}?on=${on}` : null;
		case 'exposure':
			return mac && on ? `/mac/${mac}?on=${on}&show=fixes` : null;
		case 'search': {
			const text = new URLSearchParams(queryOf(url)).get('q');
			return text ? `/?q=${encodeURIComponent(text)}` : '/';
		}
		default:
			return null;
	}
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
