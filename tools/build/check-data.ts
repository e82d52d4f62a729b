/**
 * `bun tools/build/check-data.ts`: checks the tables once and stores the result, so that a start checks them only after a
 * change.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkData, checkedDataFile } from '../../src/data/checked-data.ts';
import { readFolder } from '../../src/data/load.ts';

const record = checkData(readFolder(join(import.meta.dir, '../../data')));
mkdirSync(dirname(checkedDataFile), { recursive: true });
// Invalid tables are not stored, so that a start checks them and reports the findings.
if (record) {
	writeFileSync(`${checkedDataFile}.new`, record);
	renameSync(`${checkedDataFile}.new`, checkedDataFile);
} else rmSync(checkedDataFile, { force: true });
