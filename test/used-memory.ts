import { heapStats } from 'bun:jsc';

/** Bytes in use after a garbage collection. The memory of the process would include garbage of other tests. */
export function usedMemory(): number {
	Bun.gc(true);
	const { heapSize, extraMemorySize } = heapStats();
	return heapSize + extraMemorySize;
}
