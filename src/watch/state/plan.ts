import type { Queries } from '../../database/database.ts';
import type { WatchFile } from '../watch-file.ts';
import { readNote, writeNote } from './notes.ts';

/**
 * What a watch intends, as the service may know it: names and times. The service shows it without the watch file, whose
 * secrets it never gets.
 */
export interface WatchPlan {
	/** Milliseconds between two rounds. */
	readonly every: number;
	readonly timeZone: string;
	readonly policy: string | null;
	readonly inventories: readonly { readonly name: string }[];
	readonly channels: readonly {
		readonly name: string;
		readonly kind: { readonly name: string; readonly title: string };
	}[];
}

/** Notes what the watch intends, whenever it has read its file. */
export async function writePlan(queries: Queries, file: WatchFile): Promise<void> {
	const plan: WatchPlan = {
		every: file.every,
		timeZone: file.timeZone,
		policy: file.policyName,
		inventories: file.inventories.map(({ name }) => ({ name })),
		channels: file.channels.map(({ name, kind }) => ({
			name,
			kind: { name: kind.name, title: kind.title },
		})),
	};
	await writeNote(queries, 'plan', JSON.stringify(plan));
}

/** What the watch of this database intends; null if none ever ran here. */
export async function readPlan(queries: Queries): Promise<WatchPlan | null> {
	const text = await readNote(queries, 'plan');
	return text === null ? null : (JSON.parse(text) as WatchPlan);
}
