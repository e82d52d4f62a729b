import { decodeSegments, pathOf } from './path.ts';
import type { Route } from './route.ts';
import { matchRoute, routes } from './routes.ts';

/**
 * The license key that a request sends: the whole `Authorization` header. Where the table of routes says so, also the password
 * of HTTP Basic (RFC 7617) or the token of Bearer (RFC 6750), for programs that cannot send our header. On every other path,
 * the five operations among them, both are refused like any text that is not a key.
 */
export function sentKey(request: Request): string | null {
	const authorization = request.headers.get('authorization');
	const [, scheme, credentials] = /^(Basic|Bearer) +([!-~]+)$/i.exec(authorization ?? '') ?? [];
	if (scheme === undefined || keyAlsoAs(request) !== scheme.toLowerCase()) return authorization;
	return scheme.toLowerCase() === 'bearer' ? credentials! : (passwordOf(credentials!) ?? authorization);
}

function keyAlsoAs({ url }: Request): Route['keyAlsoAs'] {
	const segments = decodeSegments(pathOf(url));
	return segments ? (routes as readonly Route[])[matchRoute(segments)]?.keyAlsoAs : undefined;
}

function passwordOf(encoded: string): string | null {
	try {
		const pair = atob(encoded);
		return pair.slice(pair.indexOf(':') + 1);
	} catch {
		return null;
	}
}
