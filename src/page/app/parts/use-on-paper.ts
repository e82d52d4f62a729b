import { options } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Whether the page is being printed. Draws synchronously, because the browser prints right after its event. */
export function useOnPaper(): boolean {
	const [onPaper, setOnPaper] = useState(false);
	// A layout effect, because a person may print at once.
	useLayoutEffect(() => {
		const set = (value: boolean) => () => {
			const usual = options.debounceRendering;
			options.debounceRendering = (draw) => draw();
			setOnPaper(value);
			if (usual) options.debounceRendering = usual;
			else delete options.debounceRendering;
		};
		const [before, after] = [set(true), set(false)];
		addEventListener('beforeprint', before);
		addEventListener('afterprint', after);
		return () => {
			removeEventListener('beforeprint', before);
			removeEventListener('afterprint', after);
		};
	}, []);
	return onPaper;
}
