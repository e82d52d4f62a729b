import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { macAddress, navigate } from '../address.ts';
import type { ListedMac } from '../mac/macs.ts';
import type { Era } from '../parts/names.ts';
import { isShortcut } from '../parts/shortcuts.ts';
import { useWidth } from '../parts/use-width.ts';
import type { MajorSummary } from '../service/records.ts';
import { MatrixHeader, MatrixLabels } from './matrix-edges.tsx';
import { type Cell, keepInSight, useKeptPlace } from './matrix-place.ts';
import { MatrixReadout } from './matrix-readout.tsx';
import { shapeOf, squares } from './matrix-shape.ts';

interface MatrixProps {
	macs: readonly ListedMac[];
	majors: readonly MajorSummary[];
	zoom: number;
	zoomTo(level: number): void;
	/** A major was chosen above its column. */
	choose(major: string): void;
}

const eras: readonly Era[] = ['classic', 'legacy', 'modern'];

/** The padding and a scroll bar under the last line. */
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
	const remember = useKeptPlace(element, shape, width > 0);
	useLayoutEffect(() => keepInSight(element.current, cell, shape), [cell?.line, cell?.column, shape.row]);
	// What a finger had chosen before it came down; false for a mouse, which points before it clicks.
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
		// Lines may be thinner than a finger: the same place opens what was read there.
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
