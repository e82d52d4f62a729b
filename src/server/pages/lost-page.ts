import { pathOf, queryOf } from '@pointrelease/core/src/api/path.ts';
import { matchRoute } from '@pointrelease/core/src/api/routes.ts';
import { documents } from '../../page/assets.ts';
import { securityHeaders } from '../../page/security.ts';
import { bundledFile, type ReadBundled } from './bundled-file.ts';

/** The statuses of refusals that are drawn as a page. */
const statuses = new Set([400, 403, 404]);

/**
 * Shows a person at an unknown address a page that helps, with the status that the path has anyway. Programs, which do
 * not ask for HTML, get the problem. The address of a read leads to the page about it.
 */
export function lostPage(read: ReadBundled): (request: Request, response: Response) => Response {
	const document = bundledFile(documents.search, read);
	return (request, response) => {
		if (!statuses.has(response.status) || !wantsPage(request)) return response;
		const page = pageOf(request);
		if (page !== null) return new Response(null, { status: 303, headers: leading(page) });
		// A client that sends a key is a program, or a person who tries the API.
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

/** The page about the subject of a read, for a person who opens the address of the read in a browser, without a key. */
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

/** Browsers accept HTML explicitly when they open an address; other clients do not by default. */
function wantsPage({ method, headers }: Request): boolean {
	if (method !== 'GET' && method !== 'HEAD') return false;
	const ranges = headers.get('accept')?.toLowerCase().split(',') ?? [];
	return ranges.some(
		(range) => /^\s*text\/html\s*(?:;|$)/.test(range) && !/;\s*q=0(?:\.0*)?\s*$/.test(range),
	);
}
