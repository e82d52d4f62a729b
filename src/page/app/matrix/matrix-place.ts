import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { address } from '../address.ts';
import type { Shape } from './matrix-shape.ts';

export interface Cell {
	readonly line: number;
	readonly column: number;
}

interface Place {
	readonly top: number;
	readonly left: number;
}

/** How far the picture was scrolled, by address: whoever opens a Mac and goes back finds the place again. */
const places = new Map<string, Place>();

/**
 * Zooming keeps what is in the middle in the middle. Gives the listener that remembers how far it is scrolled:
 * once the picture has shrunk, the browser has already moved what no longer fits.
 */
export function useKeptPlace(
	area: RefObject<HTMLElement | null>,
	{ row, column, header, labels }: Shape,
	drawn: boolean,
) {
	const scrolled = useRef<Place>({ top: 0, left: 0 });
	const before = useRef({ row, column, header, labels });
	useLayoutEffect(() => {
		const [element, old] = [area.current, before.current];
		before.current = { row, column, header, labels };
		if (!element || (old.row === row && old.column === column)) return;
		const middle = (size: number, edge: number) => (size - edge) / 2;
		const line = (scrolled.current.top + middle(element.clientHeight, old.header)) / old.row;
		const across = (scrolled.current.left + middle(element.clientWidth, old.labels)) / old.column;
		element.scrollTop = line * row - middle(element.clientHeight, header);
		element.scrollLeft = across * column - middle(element.clientWidth, labels);
		scrolled.current = { top: element.scrollTop, left: element.scrollLeft };
	}, [row, column]);
	useLayoutEffect(() => {
		const place = places.get(address());
		if (!area.current || !drawn || !place) return;
		area.current.scrollTo(place);
		scrolled.current = place;
	}, [drawn]);
	return ({ currentTarget }: { currentTarget: HTMLElement }) => {
		scrolled.current = { top: currentTarget.scrollTop, left: currentTarget.scrollLeft };
		places.set(address(), scrolled.current);
	};
}

/** Scrolls so far that the square the keys are on can be seen beside the labels and below the header. */
export function keepInSight(area: HTMLElement | null, cell: Cell | null, shape: Shape): void {
	if (!area || !cell || document.activeElement !== area || area.matches(':hover')) return;
	const [top, left] = [cell.line * shape.row, cell.column * shape.column];
	const [height, width] = [area.clientHeight - shape.header, area.clientWidth - shape.labels];
	if (top < area.scrollTop) area.scrollTop = top;
	if (top + shape.row > area.scrollTop + height) area.scrollTop = top + shape.row - height;
	if (left < area.scrollLeft) area.scrollLeft = left;
	if (left + shape.column > area.scrollLeft + width) area.scrollLeft = left + shape.column - width;
}
