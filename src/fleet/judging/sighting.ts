import type { Catalog } from '../../catalog/catalog.ts';
import type { Mac } from '../fleet.ts';

/** On which day a row shows a Mac. */
export type Sighting =
	| { readonly kind: 'seen'; readonly day: string }
	/** The row says nothing of a last contact: the Mac was in the export, whenever that was made. */
	| { readonly kind: 'in-export' }
	/** The row states something else than a day on which the Mac can have had its version. */
	| { readonly kind: 'none'; readonly why: NoSighting };

/** The cell cannot be read or says never; its day has not come; or the version came out after it. */
export type NoSighting = 'unreadable' | 'later' | 'before-release';

/** **Seen**: a day that the inventory states, that can be read, and on which the version was out. `latest` is today. */
export function sightingOf(
	{ seen, statesContact, known }: Pick<Mac, 'seen' | 'statesContact' | 'known'>,
	catalog: Catalog,
	latest: string,
): Sighting {
	if (seen === null) return statesContact ? { kind: 'none', why: 'unreadable' } : { kind: 'in-export' };
	if (seen > latest) return { kind: 'none', why: 'later' };
	const release = catalog.releases.get(known.answer?.version ?? '');
	const isBeta = known.answer?.version_standing === 'beta';
	if (release && !isBeta && seen < release.released) return { kind: 'none', why: 'before-release' };
	return { kind: 'seen', day: seen };
}
