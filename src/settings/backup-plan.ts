import { isAbsolute } from 'node:path';
import { readWholeNumber } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';
import type { Read } from './setting.ts';

/** Where the service puts its backups by itself, how often, and how many it keeps. */
export interface BackupPlan {
	readonly folder: string;
	/** Milliseconds. */
	readonly every: number;
	readonly keep: number;
}

const units: Record<string, number> = { h: 3_600_000, d: 86_400_000 };
const usual = { every: 86_400_000, keep: 14 };

/** `/backups every=1d keep=14`; `elsewhere` if somebody else makes the backups; null if it is not set. */
export const backupPlan: Read<BackupPlan | 'elsewhere' | null> = (text, { name }) => {
	if (text === '') return null;
	if (text === 'elsewhere') return text;
	const [, folder = '', words = ''] = /^(.*?)((?:\s+(?:every|keep)=\S*)*)$/.exec(text) ?? [];
	const given = new Map(
		words
			.split(/\s+/)
			.filter(Boolean)
			.map((word) => word.split('=') as [string, string]),
	);
	const every = given.has('every') ? readEvery(given.get('every')!) : usual.every;
	const keep = given.has('keep') ? readWholeNumber(given.get('keep')!, 1, 1000) : usual.keep;
	if (isAbsolute(folder) && every !== null && keep !== null) return { folder, every, keep };
	throw new Failure(
		'bad-setting',
		`${name} is ${JSON.stringify(text)}: expected a whole path such as /var/backups/pointrelease, perhaps with every=1d (hours or days: 6h, 7d) and keep=14 (1 to 1000), or elsewhere`,
	);
};

function readEvery(text: string): number | null {
	const [, digits = '', unit = ''] = /^(\d+)([hd])$/.exec(text) ?? [];
	const count = readWholeNumber(digits, 1, 366);
	return count === null ? null : count * units[unit]!;
}
