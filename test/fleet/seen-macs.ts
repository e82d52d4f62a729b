import { readSightings } from '../../src/fleet/history/evidence-sightings.ts';
import type { SeenFleet } from '../../src/fleet/history/source.ts';
import { shipped } from '../shipped-data.ts';

/** The versions of a Mac, each with the first and the last day on which it was seen. */
export type Seen = readonly (readonly [version: string, first: string, last?: string])[];

const columns =
	'number,serial,name,board_ids,version,build,first_seen,last_seen,shared_serial,in_export,retired_on,retired_reason,name_before,renamed_on';

/** A fleet of MacBook Airs with these sightings: S0, S1 and so on, all retired on a day if one is given. */
export function seenMacs(macs: readonly Seen[], asOf: string, retiredOn = ''): SeenFleet {
	const rows = macs.flatMap((runs, index) =>
		runs.map(([version, first, last = first]) =>
			[index, `S${index}`, '', 'J413AP', version, '', first, last, '', '', retiredOn, '', '', ''].join(),
		),
	);
	return readSightings(shipped, `${[columns, ...rows].join('\n')}\n`, asOf);
}
