import { heapStats } from 'bun:jsc';

/** What is still in use once everything that can go is gone; the process as a whole also holds other tests' garbage. */
export function usedMemory(): number {
	Bun.gc(true);
	const { heapSize, extraMemorySize } = heapStats();
	return heapSize + extraMemorySize;
}
