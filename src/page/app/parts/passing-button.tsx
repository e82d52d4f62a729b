import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusContent } from '../address.ts';

interface PassingButtonProps {
	class: string;
	onClick(): void;
	children: ComponentChildren;
}

/** A button that is gone with what it did: whoever pressed it with a key is then at the content. */
export function PassingButton({ class: look, onClick, children }: PassingButtonProps) {
	const button = useRef<HTMLButtonElement>(null);
	useLayoutEffect(() => {
		const own = button.current;
		return () => {
			if (document.activeElement === own) focusContent();
		};
	}, []);
	return (
		<button ref={button} type="button" class={look} onClick={onClick}>
			{children}
		</button>
	);
}

/** Asks once more what was not answered. */
export function TryAgain({ again }: { again(): void }) {
	return (
		<PassingButton class="primary" onClick={again}>
			Try again
		</PassingButton>
	);
}
