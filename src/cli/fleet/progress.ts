import { sizeOf } from '../../history/read-files.ts';

const barWidth = 30;
/** Steps of a percent are enough to see that it moves. */
const steps = 100;

/** A bar on a terminal that grows with the bytes that were read; nothing elsewhere. */
export function fileProgress(paths: readonly string[]): { step(bytes: number): void; clear(): void } {
	const isTerminal = process.stderr.isTTY === true;
	const sizes = paths.map(sizeOf);
	const total = sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + size!, 0);
	let read = 0;
	let shown = -1;
	return {
		step(bytes) {
			read += bytes;
			const step = total ? Math.floor((read / total) * steps) : Math.floor(read / 1_000_000);
			if (!isTerminal || step === shown) return;
			shown = step;
			const full = total ? Math.round((read / total) * barWidth) : 0;
			const text = total
				? `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${step}%`
				: `${(read / 1_000_000).toFixed(0)} MB read`;
			process.stderr.write(`\r${text}`);
		},
		/** Makes room for whatever is written next. */
		clear() {
			if (isTerminal && shown !== -1) process.stderr.write('\r\x1b[K');
			shown = -1;
		},
	};
}
