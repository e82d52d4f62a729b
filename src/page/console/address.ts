import { useEffect, useState } from 'preact/hooks';

/** The view that the address names. It is after the `#`, so that no address of a license reaches a log. */
export interface View {
	readonly name: ViewName;
	/** What it is about: the ID of a license, a held item, an order. */
	readonly about: string | null;
}

/** The views by the word in the address, in the order of the navigation. */
export const views = {
	'needs-you': 'Needs you',
	licenses: 'Licenses',
	orders: 'Orders',
	data: 'Data',
	mail: 'Mail',
	fleet: 'Fleet',
	service: 'Service',
} as const;
type ViewName = keyof typeof views;

export function addressOf(name: ViewName, about?: string): string {
	return `#/${name}${about === undefined ? '' : `/${encodeURIComponent(about)}`}`;
}

function viewOf(hash: string): View {
	const [, name = '', about] = /^#\/([a-z-]+)(?:\/(.+))?$/.exec(hash) ?? [];
	if (!Object.hasOwn(views, name)) return { name: 'needs-you', about: null };
	return { name: name as ViewName, about: about === undefined ? null : decoded(about) };
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Shows another view, as a click on a link does. */
export function show(name: ViewName, about?: string): void {
	location.hash = addressOf(name, about);
}

/** Focuses the content of a view, because the focused element is gone. */
export function focusContent(): void {
	document.getElementById('content')?.focus({ preventScroll: true });
}

export function useView(): View {
	const [view, setView] = useState(() => viewOf(location.hash));
	useEffect(() => {
		const update = () => {
			setView(viewOf(location.hash));
			scrollTo(0, 0);
			focusContent();
		};
		addEventListener('hashchange', update);
		return () => removeEventListener('hashchange', update);
	}, []);
	return view;
}
