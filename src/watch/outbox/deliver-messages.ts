import { Deliverer, type SubjectKind } from '../../delivery/deliverer.ts';
import type { Parts } from '../round/parts.ts';
import { readEnvelope, subjectKindOf } from '../state/messages.ts';
import type { PausedChannels } from './paused-channels.ts';

/** A message that could not be delivered for two days is given up. `watch status` shows it. */
const twoDays = 2 * 24 * 60 * 60 * 1000;

/** Delivers what is queued for the channels of the watch file. `mark` changes when the file does. */
export function openDeliverer(
	{ file, settings, database, log }: Pick<Parts, 'file' | 'settings' | 'database' | 'log'>,
	paused: PausedChannels,
	mark: string,
): Deliverer {
	const kinds = file.channels.map(
		(entry): SubjectKind => ({
			kind: subjectKindOf(entry.name),
			channel: paused.watched(entry, mark, entry.kind.open(entry, settings)) as SubjectKind['channel'],
			condition: () => (paused.isPaused(entry.name) || paused.isResting(entry.name) ? '1 = 0' : '1 = 1'),
			oneAtATime: true,
			compose: ({ subject }) => readEnvelope(database, subject.id),
			isLogged: () => true,
			tryFor: twoDays,
			commandToRepeat: () => 'watch status',
		}),
	);
	return new Deliverer(database, log, kinds);
}
