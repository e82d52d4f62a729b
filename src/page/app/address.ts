import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { useEffect, useState } from 'preact/hooks';
import { viewAt } from '../addresses.ts';
import { isGuest } from './service/guest.ts';

/** The view that an address names, with its parameters. */
export type View =
	| { readonly name: 'search'; readonly query: string; readonly parameters: URLSearchParams }
	| { readonly name: 'mac'; readonly board: string; readonly query: URLSearchParams }
	| { readonly name: 'release'; readonly version: string | null; readonly query: URLSearchParams }
	| { readonly name: 'cve'; readonly id: string; readonly query: URLSearchParams }
	| { readonly name: 'compare'; readonly query: URLSearchParams }
	| { readonly name: 'all'; readonly query: URLSearchParams }
	| { readonly name: 'fleet'; readonly query: URLSearchParams }
	| { readonly name: 'sign-in' }
	| { readonly name: 'docs' }
	| { readonly name: 'kit'; readonly query: URLSearchParams }
	/** The page has no view at this address. */
	| { readonly name: 'lost'; readonly path: string };

// No router library: preact-iso and wouter match patterns, as the table of routes does already, and they read the
// browser's address, which may lag behind `shown`.
const listeners = new Set<() => void>();

/**
 * The current address; null if the browser's is current. Browsers refuse to change their address many times in a row, so
 * a search field that followed the browser's address would lose letters.
 */
let shown: string | null = null;

export function address(): string {
	return shown ?? location.pathname + location.search;
}

/**
 * The page of a Mac. Optional: one of the machines that share the board, the installed version (`on`), and a policy as
 * query parameters.
 */
export function macAddress(
	board: string,
	machine: string | null = null,
	on: string | null = null,
	policy = '',
): string {
	const query = [
		...(machine === null ? [] : [`machine=${encodeURIComponent(machine)}`]),
		...(on === null ? [] : [`on=${encodeURIComponent(on)}`]),
		...(policy === '' ? [] : [policy]),
	].join('&');
	return `/mac/${encodeURIComponent(board)}${query === '' ? '' : `?${query}`}`;
}

/** The page of a Mac that says whether it runs a major version. Names no installed version. */
export function runsAddress(board: string, machine: string | null, major: string): string {
	const to = macAddress(board, machine);
	return `${to}${to.includes('?') ? '&' : '?'}runs=${encodeURIComponent(major)}`;
}

export function majorAddress(major: string): string {
	return `/release/${encodeURIComponent(major)}`;
}

/** The page of one release. 10.15 is the major version, so its first release is written 10.15.0. */
export function releaseAddress(version: string): string {
	return majorAddress(isMajor(version) ? `${version}.0` : version);
}

/** Whether the text after `/release/` is a major version or its name. False for a single release. */
export function isMajor(text: string): boolean {
	return (parseVersion(text)?.major ?? text) === text;
}

/** The page of a CVE. With a Mac and its version, the page also tells whether that Mac has the fix. */
export function cveAddress(id: string, mac: string | null = null, on: string | null = null): string {
	const query = mac === null ? '' : `?${new URLSearchParams({ mac, ...(on && { on }) })}`;
	return `/cve/${encodeURIComponent(id)}${query}`;
}

/** The comparison of Macs, each as `ID` or `ID:VERSION`, under an optional policy (as query parameters). */
export function compareAddress(macs: readonly string[], policy = ''): string {
	const query = new URLSearchParams(macs.map((mac) => ['mac', mac]));
	return `/compare?${query}${policy && `&${policy}`}`;
}

export function searchAddress(query: string): string {
	return query === '' ? '/' : `/?q=${encodeURIComponent(query)}`;
}

/** The view at an address. */
export function viewOf(text: string): View {
	const [pathname = '', search = ''] = text.split(/\?(.*)/);
	const query = new URLSearchParams(search);
	const view = viewAt(pathname);
	if (!view) return { name: 'lost', path: pathname };
	const { name, parameters } = view;
	switch (name) {
		case 'mac':
			return { name, board: decode(parameters.board!), query };
		case 'release':
			return {
				name,
				version: parameters.version === undefined ? null : decode(parameters.version),
				query,
			};
		case 'cve':
			return { name, id: decode(parameters.cve!).toUpperCase(), query };
		case 'all':
		case 'compare':
		case 'fleet':
		case 'kit':
			return { name, query };
		case 'sign-in':
		case 'docs':
			return { name };
		case 'search':
			return { name, query: (query.get('q') ?? '').trim(), parameters: query };
	}
}

export function viewNow(): View {
	return viewOf(address());
}

/** Shows another view, and focuses its content, because the focused element is gone. Keeps the focus while someone types. */
export function navigate(to: string, { replace = false, typing = false } = {}): void {
	if (to === address()) return;
	// The service draws every other view for a guest.
	if (isGuest() && !to.startsWith('/fleet')) {
		location.assign(to);
		return;
	}
	shown = to;
	try {
		if (replace) history.replaceState(null, '', to);
		else history.pushState(null, '', to);
	} catch {
		// Too many changes within seconds. `shown` is current anyway, and the next change tries again.
	}
	for (const listener of listeners) listener();
	if (replace || typing) return;
	scrollTo(0, 0);
	focusContent();
}

export function focusContent(): void {
	document.getElementById('content')?.focus({ preventScroll: true });
}

export function useView(): View {
	const [view, setView] = useState(viewNow);
	const [first] = useState(address);
	useEffect(() => {
		const update = () => setView(viewNow());
		const goBack = () => {
			shown = null;
			update();
		};
		listeners.add(update);
		addEventListener('popstate', goBack);
		// A view that redirects at once, such as sign-in, changed the address before this effect listened.
		if (address() !== first) update();
		return () => {
			listeners.delete(update);
			removeEventListener('popstate', goBack);
		};
	}, []);
	return view;
}

/** An address with some parameters changed; an empty value removes one. `path` defaults to the current path. */
export function withParameters(
	query: URLSearchParams,
	changed: Record<string, string>,
	path = address().split('?')[0]!,
): string {
	const next = new URLSearchParams(query);
	for (const [name, value] of Object.entries(changed)) {
		if (value === '') next.delete(name);
		else next.set(name, value);
	}
	const text = next.toString();
	return path + (text === '' ? '' : `?${text}`);
}

/** A decoded path segment; unchanged if its percent-encoding is invalid. */
export function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
