import { dirname } from 'node:path';
import { isPure, type TestFile } from './test-files.ts';

/**
 * Folders of files that ask a service inside their own process and wait for nothing else. Half of the time of such a
 * file is reading the program and the tables: together they do it once.
 */
const answering = new Set(['test/contract', 'test/enforce', 'test/reads']);

/**
 * The files of a whole run, those that share a process together under one name. Pure tests take less time than their
 * processes need to start: one for each core has its part of them.
 */
export function batchesOf(files: readonly TestFile[], cores: number): Map<string, TestFile[]> {
	let pure = 0;
	return Map.groupBy(files, (file) => {
		if (isPure(file)) return `pure core, part ${(pure++ % cores) + 1} of ${cores}`;
		const folder = dirname(file.path);
		return answering.has(folder) ? folder : file.path;
	});
}
