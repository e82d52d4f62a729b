import { useEffect, useState } from 'preact/hooks';
import { parseVersion } from '../../catalog/version.ts';
import { viewAt } from '../addresses.ts';

/** What the address asks to see. */
export type View =
	| { readonly name: 'search'; readonly query: string }
	| { readonly name: 'mac'; readonly board: string; readonly query: URLSearchParams }
	| { readonly name: 'release'; readonly version: string | null; readonly query: URLSearchParams }
	| { readonly name: 'cve'; readonly id: string; readonly query: URLSearchParams }
	| { readonly name: 'compare'; readonly query: URLSearchParams }
	| { readonly name: 'all'; readonly query: URLSearchParams }
	| { readonly name: 'fleet'; readonly query: URLSearchParams }
	| { readonly name: 'sign-in' }
	| { readonly name: 'docs' }
	| { readonly name: 'kit'; readonly query: URLSearchParams }
	/** The address is none of this page. */
	| { readonly name: 'lost'; readonly path: string };

// A few views and one address: preact-iso and wouter match patterns, which the table of routes does already, and read
// the browser's address, which is the one thing that must not be the truth here.
const listeners = new Set<() => void>();

/**
 * The address that is shown. It is the one truth of what was typed: browsers drop or refuse a change of their own
 * address when many come in a row, and a field that followed the browser would then lose letters.
 */
let shown: string | null = null;

export function address(): string {
	return shown ?? location.pathname + location.search;
}

/**
 * The page of a Mac; of one of the machines that share its number, on a version, and under a policy (as parameters), where
 * that is said.
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

export function majorAddress(major: string): string {
	return `/release/${encodeURIComponent(major)}`;
}

/** The page of one release. One with the number of its major is told from that by a third component: 10.15.0. */
export function releaseAddress(version: string): string {
	return majorAddress(isMajor(version) ? `${version}.0` : version);
}

/** Whether a text that stands behind `/release/` is a major, or the name of one, and no single release. */
export function isMajor(text: string): boolean {
	return (parseVersion(text)?.major ?? text) === text;
}

/** The page of a CVE; with a Mac and its version it says whether that one has the fix. */
export function cveAddress(id: string, mac: string | null = null, on: string | null = null): string {
	const query = mac === null ? '' : `?${new URLSearchParams({ mac, ...(on && { on }) })}`;
	return `/cve/${encodeURIComponent(id)}${query}`;
}

/** The comparison of Macs, each with or without its version, under a policy (as parameters) where one is asked for. */
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
	const found = viewAt(pathname);
	if (!found) return { name: 'lost', path: pathname };
	const { name, parameters } = found;
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
			return { name, query: (query.get('q') ?? '').trim() };
	}
}

export function viewNow(): View {
	return viewOf(address());
}

/** Shows another view. What had the focus is then gone, so it goes to the content, unless someone is typing. */
export function navigate(to: string, { replace = false, typing = false } = {}): void {
	if (to === address()) return;
	shown = to;
	try {
		if (replace) history.replaceState(null, '', to);
		else history.pushState(null, '', to);
	} catch {
		// Too many changes within seconds: the view follows all the same, and the next change is written again.
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
		// A view that leads on at once, as the one to sign in does, did so before anybody listened.
		if (address() !== first) update();
		return () => {
			listeners.delete(update);
			removeEventListener('popstate', goBack);
		};
	}, []);
	return view;
}

/** A changed set of parameters, on the address of now unless another is given; empty values are left out. */
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

/** A segment of an address as people read it; as it is where its encoding is broken. */
export function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
