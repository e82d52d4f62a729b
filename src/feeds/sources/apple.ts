import type { Observation, Reading } from '../../learning/observation.ts';
import { finalBuild, membersOf, parseDocument, readEach, releaseNamed, type Value } from './document.ts';
import { readAppleResponses } from './responses.ts';

/**
 * Reads the answer of Apple's update service. Only the two lists of whole releases and those of security responses are looked
 * at, and in them only the Mac's: `PublicAssetSets` is offered to everybody, `AssetSets` also to managed machines.
 */
export function readApple(bytes: Uint8Array, seenAt: string): Reading {
	const document = parseDocument(bytes);
	const sets = ['PublicAssetSets', 'AssetSets'].map((set) => document.field(set).field('macOS').list());
	const entries = sets.flat();
	const hidden: string[] = [];
	const { values, flaws } = readEach(entries, (entry) => {
		try {
			return readEntry(entry, seenAt);
		} catch (thrown) {
			hidden.push(...hiddenBy(entry));
			throw thrown;
		}
	});
	const { responses, flaws: ofResponses } = readAppleResponses(document);
	const observations = values.filter((seen) => seen !== null);
	const allResponses = responses !== null && ofResponses.length === 0;
	return {
		observations,
		bothSets: sets.every(({ length }) => length > 0),
		machines: [],
		responses,
		allResponses,
		...(observations.length > 0 && {
			members: {
				PublicBackgroundSecurityImprovements: responses !== null,
				...membersOf(entries, ['ExpirationDate', 'SupportedDevices']),
			},
		}),
		flaws: [...flaws, ...ofResponses],
		hidden,
	};
}

/** What an entry that cannot be read is about, as far as it tells. */
function hiddenBy(entry: Value): string[] {
	try {
		const version = releaseNamed(entry.field('ProductVersion').text());
		return version === null ? [] : [version];
	} catch {
		return [''];
	}
}

function readEntry(entry: Value, seenAt: string): Observation | null {
	const version = releaseNamed(entry.field('ProductVersion').text());
	const build = entry.field('Build').text();
	const date = entry.field('PostingDate').day();
	// Only compared with today, so that a day beyond any calendar is as good as none.
	const [expires = null] =
		entry
			.maybe('ExpirationDate')
			?.text()
			.match(/^\d{4}-\d\d-\d\d/) ?? [];
	const boards = entry.field('SupportedDevices').texts();
	// `(a)`, `(c)`: a background improvement that strayed into the list of releases.
	const extra = entry.maybe('ProductVersionExtra')?.text() ?? '';
	if (version === null || extra !== '' || !finalBuild(build)) return null;
	return { feed: 'apple', version, builds: [build], date, boards, expires, seenAt };
}
