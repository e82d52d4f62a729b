import type { Place } from './place.ts';

/**
 * Browsers take `__Host-` only with `Secure`, which not all of them allow over http, and then keep every other host and path
 * from setting it. Over loopback the name has no prefix.
 */
function cookieName({ secure }: Place): string {
	return secure ? '__Host-pointrelease-console' : 'pointrelease-console';
}

/** The cookie of the session; null without one, or with several, of which another site may have set one. */
export function sessionCookie(headers: Headers, place: Place): string | null {
	const name = cookieName(place);
	const values = (headers.get('cookie') ?? '')
		.split(';')
		.map((pair) => pair.trim())
		.filter((pair) => pair.startsWith(`${name}=`))
		.map((pair) => pair.slice(name.length + 1));
	return values.length === 1 && /^[\w-]{43}$/.test(values[0]!) ? values[0]! : null;
}

/** Not for scripts, and only for requests of the console's own pages. Null ends it. */
export function setCookie(place: Place, secret: string | null, seconds: number): string {
	const life = secret === null ? 0 : seconds;
	// The prefix asks for the path `/`.
	const path = place.secure ? '/; Secure' : '/console';
	return `${cookieName(place)}=${secret ?? ''}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${life}`;
}
