import type { ComponentChildren } from 'preact';
import { navigate } from '../address.ts';

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
