/**
 * `bun build/check-data.ts`: checks the tables once and keeps what they make, so that a start has to do it only after
 * they changed.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkData, checkedDataFile } from '../src/catalog/checked-data.ts';
import { readFolder } from '../src/catalog/load.ts';

const record = checkData(readFolder(join(import.meta.dir, '../data')));
mkdirSync(dirname(checkedDataFile), { recursive: true });
// Tables with something wrong have no record, so that a start checks them and says what it is.
if (record) {
	writeFileSync(`${checkedDataFile}.new`, record);
	renameSync(`${checkedDataFile}.new`, checkedDataFile);
} else rmSync(checkedDataFile, { force: true });
