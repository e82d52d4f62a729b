import type { ComponentChildren } from 'preact';
import { navigate, type View } from '../address.ts';

interface LinkProps {
	to: string;
	class?: string;
	current?: boolean;
	title?: string;
	children: ComponentChildren;
}

/** A link inside the page: a plain click changes the view, any other does what the browser does. */
export function Link({ to, class: name, current, title, children }: LinkProps) {
	const follow = (event: MouseEvent) => {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		navigate(to);
	};
	return (
		<a href={to} class={name} title={title} aria-current={current ? 'page' : undefined} onClick={follow}>
			{children}
		</a>
	);
}

/** The ways to the views beside the start page, each with the name of its view. */
export const ways: readonly (readonly [path: string, label: string, view: View['name']])[] = [
	['/release', 'Releases', 'release'],
	['/all', 'Everything', 'all'],
	['/compare', 'Compare', 'compare'],
	['/fleet', 'Fleet', 'fleet'],
	['/kit', 'Kit', 'kit'],
	['/docs', 'API', 'docs'],
];

/** A key together with one of these is a shortcut of the browser or the system: no view takes it. */
export function isShortcut({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
	return altKey || ctrlKey || metaKey;
}
