import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * The width of an element in pixels, before the first paint and after every change. The observer says the first one, too: to
 * ask for it would have the browser lay out everything twice, in one task with what drew it.
 */
export function useWidth<T extends HTMLElement>() {
	const element = useRef<T>(null);
	const [width, setWidth] = useState(0);
	useLayoutEffect(() => {
		const measured = element.current;
		if (!measured) return;
		const observer = new ResizeObserver(() => setWidth(Math.floor(measured.clientWidth)));
		observer.observe(measured);
		return () => observer.disconnect();
	}, []);
	return { element, width };
}
