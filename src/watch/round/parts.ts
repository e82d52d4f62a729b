import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Database } from '../../database/database.ts';
import type { DatasetStatus } from '../../feeds/state/dataset-status.ts';
import type { Log } from '../../process/log.ts';
import { yieldTurn } from '../../process/yield-turn.ts';
import type { Settings } from '../../settings/settings.ts';
import type { WatchFile } from '../watch-file.ts';

/** What every step of a round may use. Nothing else of a round knows a clock or where data comes from. */
export interface Parts {
	readonly file: WatchFile;
	readonly settings: Settings;
	readonly database: Database;
	readonly log: Log;
	/** The data at this moment. */
	readonly catalog: () => Catalog;
	readonly feeds: () => DatasetStatus;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** The built page of the HTML report. */
	readonly template: () => Promise<string>;
	/** Aborts pulls and long reads when the process stops. */
	readonly signal: AbortSignal;
}

/** Lets signals and timers run during long work, and ends the work when the process stops. The next start goes on with it. */
export function turnOf({ signal }: Pick<Parts, 'signal'>): () => Promise<void> {
	return async () => {
		await yieldTurn();
		signal.throwIfAborted();
	};
}
