import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * The width of an element in pixels, before the first paint and after every change. The first width comes from the
 * observer too: reading it here would force the browser to lay out the page twice.
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
