import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusContent } from '../address.ts';

/** Asks once more. The button is gone with what was wrong: whoever pressed it with a key is then at the content. */
export function TryAgain({ again }: { again(): void }) {
	const button = useRef<HTMLButtonElement>(null);
	useLayoutEffect(() => {
		const own = button.current;
		return () => {
			if (document.activeElement === own) focusContent();
		};
	}, []);
	return (
		<button ref={button} type="button" class="primary" onClick={again}>
			Try again
		</button>
	);
}
