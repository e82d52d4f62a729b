import { loadCatalog } from '../src/catalog/load.ts';

/** What the first load of a process costs: milliseconds and megabytes. Run in a fresh process, prints JSON. */
export interface Loaded {
	wall: number;
	cpu: number;
	resident: number;
	heap: number;
}

const megabyte = 1024 * 1024;

Bun.gc(true);
const memory = process.memoryUsage();
const cpu = process.cpuUsage();
const start = performance.now();
const catalog = loadCatalog(new URL('../data', import.meta.url).pathname);
const wall = performance.now() - start;
const spent = process.cpuUsage(cpu);
const resident = process.memoryUsage().rss - memory.rss;
Bun.gc(true);
const heap = process.memoryUsage().heapUsed - memory.heapUsed;
if (catalog.boards.size === 0) throw new Error('nothing was loaded');

const loaded: Loaded = {
	wall,
	cpu: (spent.user + spent.system) / 1000,
	resident: resident / megabyte,
	heap: heap / megabyte,
};
process.stdout.write(JSON.stringify(loaded));
