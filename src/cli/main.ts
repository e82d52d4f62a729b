import { isMainThread } from 'node:worker_threads';

// One program for all threads: the executable has no other.
await (isMainThread ? import('./command-line.ts') : import('./fleet/write-table.ts'));
