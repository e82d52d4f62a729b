import type { Era } from '@pointrelease/core/src/catalog/version.ts';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { address, macAddress, navigate } from '../address.ts';
import type { ListedMac } from '../mac/macs.ts';
import { isShortcut } from '../parts/link.tsx';
import { useWidth } from '../parts/use-width.ts';
import type { MajorSummary } from '../service/records.ts';
import { MatrixHeader, MatrixLabels, MatrixReadout } from './matrix-edges.tsx';
import { type Shape, shapeOf, squares } from './matrix-shape.ts';

interface MatrixProps {
	macs: readonly ListedMac[];
	majors: readonly MajorSummary[];
	zoom: number;
	zoomTo(level: number): void;
	/** Called with the major version that was chosen above its column. */
	choose(major: string): void;
}

const eras: readonly Era[] = ['classic', 'legacy', 'modern'];

/** Padding and scroll bar under the last line. */
const below = 28;

/** The width of a finger in pixels. */
const finger = 22;

export function Matrix({ macs, majors, zoom, zoomTo, choose: chooseMajor }: MatrixProps) {
	const { element, width } = useWidth<HTMLDivElement>();
	const [cell, setCell] = useState<Cell | null>(null);
	const viewHeight = Math.max(380, Math.min(1100, innerHeight - 400));
	const shape = shapeOf({ width, height: viewHeight, rows: macs.length, columns: majors.length, zoom });
	const paths = useMemo(
		() => eras.map((era) => squares(macs, majors, era, shape)),
		[macs, majors, shape.row, shape.column],
	);
	const size = { width: majors.length * shape.column, height: macs.length * shape.row };
	const line = cell && cell.line < macs.length ? cell.line : null;
	const remember = useScrollPlace(element, shape, width > 0);
	useLayoutEffect(() => keepInSight(element.current, cell, shape), [cell?.line, cell?.column, shape.row]);
	// For touch, the cell that was chosen before this tap. False for a mouse, which points before it clicks.
	const touched = useRef<Cell | null | false>(false);
	const at = (event: MouseEvent): Cell => {
		const box = (event.currentTarget as SVGElement).getBoundingClientRect();
		return {
			line: Math.min(macs.length - 1, Math.max(0, Math.floor((event.clientY - box.top) / shape.row))),
			column: Math.min(majors.length - 1, Math.max(0, Math.floor((event.clientX - box.left) / shape.column))),
		};
	};
	const choose = (square: Cell) => {
		const before = touched.current;
		if (before === false) return navigate(macAddress(macs[square.line]!.board_id));
		// Lines may be thinner than a finger, so a second tap near the first opens the Mac of the first.
		const again = before && Math.abs(square.line - before.line) * shape.row < finger;
		if (again && macs[before.line]) navigate(macAddress(macs[before.line]!.board_id));
		else setCell(square);
	};
	const steer = (event: KeyboardEvent) => {
		if (isShortcut(event)) return;
		const move = moves[event.key];
		if (move) setCell(moved(cell, move, macs.length, majors.length));
		else if (event.key === '+' || event.key === '=') zoomTo(zoom + 1);
		else if (event.key === '-') zoomTo(zoom - 1);
		else if (event.key === '0') zoomTo(0);
		else if (event.key === 'Enter' && line !== null) navigate(macAddress(macs[line]!.board_id));
		else return;
		event.preventDefault();
	};
	return (
		<div class="matrix">
			<p class="readout" aria-live="polite">
				<MatrixReadout mac={line === null ? null : macs[line]!} major={cell ? majors[cell.column]! : null} />
			</p>
			<div
				ref={element}
				class="matrix-area"
				role="group"
				aria-label="Macs and major versions. Use the arrow keys to move, Enter to open a Mac, plus and minus to zoom."
				tabIndex={0}
				onKeyDown={steer}
				onScroll={remember}
				style={{ height: `${Math.min(viewHeight, Math.max(180, shape.header + size.height + below))}px` }}
			>
				{width > 0 && (
					<div class="matrix-grid" style={{ gridTemplateColumns: `${shape.labels}px ${size.width}px` }}>
						<div class="corner" />
						<MatrixHeader majors={majors} shape={shape} column={cell?.column ?? null} open={chooseMajor} />
						<MatrixLabels macs={macs} shape={shape} line={line} />
						<svg
							class="squares"
							role="img"
							aria-label={`${macs.length} Macs and ${majors.length} major versions`}
							width={size.width}
							height={size.height}
							onPointerMove={(event) => event.pointerType === 'mouse' && setCell(at(event))}
							onPointerLeave={(event) => event.pointerType === 'mouse' && setCell(null)}
							onPointerDown={(event) => {
								touched.current = event.pointerType === 'mouse' ? false : cell;
							}}
							onClick={(event) => choose(at(event))}
						>
							{line !== null && cell && (
								<g class="cross" aria-hidden="true">
									<rect x={0} y={line * shape.row} width={size.width} height={shape.row} />
									<rect x={cell.column * shape.column} y={0} width={shape.column} height={size.height} />
								</g>
							)}
							{eras.map((era, index) => (
								<path key={era} class={`era-${era}`} d={paths[index]} />
							))}
						</svg>
					</div>
				)}
			</div>
		</div>
	);
}

const moves: Record<string, [lines: number, columns: number]> = {
	ArrowDown: [1, 0],
	ArrowUp: [-1, 0],
	ArrowRight: [0, 1],
	ArrowLeft: [0, -1],
	PageDown: [20, 0],
	PageUp: [-20, 0],
};

function moved(cell: Cell | null, [lines, columns]: [number, number], rows: number, width: number): Cell {
	if (!cell) return { line: 0, column: 0 };
	return {
		line: Math.min(rows - 1, Math.max(0, cell.line + lines)),
		column: Math.min(width - 1, Math.max(0, cell.column + columns)),
	};
}

interface Cell {
	readonly line: number;
	readonly column: number;
}

interface Place {
	readonly top: number;
	readonly left: number;
}

/** Scroll positions by address, restored when a person opens a Mac and goes back. */
const places = new Map<string, Place>();

/**
 * Keeps the center of the picture in the center while zooming. Returns the scroll listener: after zooming out, the browser
 * has changed the scroll position already, so the last one must be remembered.
 */
function useScrollPlace(
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

/** Scrolls to the square that the arrow keys are on, so that labels and header do not cover it. */
function keepInSight(area: HTMLElement | null, cell: Cell | null, shape: Shape): void {
	if (!area || !cell || document.activeElement !== area || area.matches(':hover')) return;
	const [top, left] = [cell.line * shape.row, cell.column * shape.column];
	const [height, width] = [area.clientHeight - shape.header, area.clientWidth - shape.labels];
	if (top < area.scrollTop) area.scrollTop = top;
	if (top + shape.row > area.scrollTop + height) area.scrollTop = top + shape.row - height;
	if (left < area.scrollLeft) area.scrollLeft = left;
	if (left + shape.column > area.scrollLeft + width) area.scrollLeft = left + shape.column - width;
}
