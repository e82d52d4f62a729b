import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The width of an element in pixels, before the first paint and after every change. */
export function useWidth<T extends HTMLElement>() {
	const element = useRef<T>(null);
	const [width, setWidth] = useState(0);
	useLayoutEffect(() => {
		const measured = element.current;
		if (!measured) return;
		const measure = () => setWidth(Math.floor(measured.clientWidth));
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(measured);
		return () => observer.disconnect();
	}, []);
	return { element, width };
}
