import type { ComponentChildren } from 'preact';
import { navigate, type View } from '../address.ts';

interface LinkProps {
	to: string;
	class?: string;
	current?: boolean;
	title?: string | undefined;
	children: ComponentChildren;
}

/** A link inside the page. */
export function Link({ to, class: name, current, title, children }: LinkProps) {
	return (
		<a
			href={to}
			class={name}
			title={title}
			aria-current={current ? 'page' : undefined}
			onClick={(event) => follow(event, to)}
		>
			{children}
		</a>
	);
}

/** Handles a click on a link. A plain click changes the view; the browser handles all other clicks. */
export function follow(event: MouseEvent, to: string): void {
	if (event.defaultPrevented || event.button !== 0) return;
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
	event.preventDefault();
	navigate(to);
}

/** The entries of the navigation besides the start page. */
export const navigation: readonly (readonly [path: string, label: string, view: View['name']])[] = [
	['/release', 'Releases', 'release'],
	['/all', 'Compatibility', 'all'],
	['/compare', 'Compare', 'compare'],
	['/fleet', 'Fleet', 'fleet'],
	['/kit', 'Deploy', 'kit'],
	['/docs', 'API', 'docs'],
];

/** Whether the key belongs to a shortcut of the browser or the system, which views must not handle. */
export function isShortcut({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
	return altKey || ctrlKey || metaKey;
}
