import { useEffect, useState } from 'preact/hooks';

/** What the address asks to see. */
export type View =
	| { readonly name: 'search'; readonly query: string }
	| { readonly name: 'mac'; readonly board: string; readonly query: URLSearchParams }
	| { readonly name: 'release'; readonly major: string | null }
	| { readonly name: 'all'; readonly query: URLSearchParams };

const listeners = new Set<() => void>();

export function macAddress(board: string): string {
	return `/mac/${encodeURIComponent(board)}`;
}

export function releaseAddress(major: string): string {
	return `/release/${encodeURIComponent(major)}`;
}

export function searchAddress(query: string): string {
	return query === '' ? '/' : `/?q=${encodeURIComponent(query)}`;
}

export function readAddress({ pathname, search }: { pathname: string; search: string }): View {
	const query = new URLSearchParams(search);
	const [, root = '', item = ''] = pathname.split('/');
	if (root === 'mac' && item !== '') return { name: 'mac', board: decode(item), query };
	if (root === 'release') return { name: 'release', major: item === '' ? null : decode(item) };
	if (root === 'all') return { name: 'all', query };
	return { name: 'search', query: query.get('q') ?? '' };
}

/** Shows another view. What had the focus is then gone, so it goes to the content, unless someone is typing. */
export function navigate(address: string, { replace = false, typing = false } = {}): void {
	if (address === location.pathname + location.search) return;
	if (replace) history.replaceState(null, '', address);
	else history.pushState(null, '', address);
	for (const listener of listeners) listener();
	if (replace || typing) return;
	scrollTo(0, 0);
	document.getElementById('content')?.focus({ preventScroll: true });
}

export function useView(): View {
	const [view, setView] = useState(() => readAddress(location));
	useEffect(() => {
		const update = () => setView(readAddress(location));
		listeners.add(update);
		addEventListener('popstate', update);
		return () => {
			listeners.delete(update);
			removeEventListener('popstate', update);
		};
	}, []);
	return view;
}

/** A changed set of parameters on the address of now; empty values are left out. */
export function withParameters(query: URLSearchParams, changed: Record<string, string>): string {
	const next = new URLSearchParams(query);
	for (const [name, value] of Object.entries(changed)) {
		if (value === '') next.delete(name);
		else next.set(name, value);
	}
	const text = next.toString();
	return location.pathname + (text === '' ? '' : `?${text}`);
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
