import type { Observation, Reading } from '../../learning/observation.ts';
import { finalBuild, membersOf, parseDocument, readEach, releaseNamed, type Value } from './document.ts';
import { readAppleResponses } from './responses.ts';

/**
 * Reads the answer of Apple's update service: the two lists of whole releases and those of security responses, each only for macOS.
 * `PublicAssetSets` is what everybody is offered, `AssetSets` what managed machines are offered, too.
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
	const observations = values.filter((observation) => observation !== null);
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

/** The version that an invalid entry is about: none if it is not about a release, an empty text if it does not say. */
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
	// The expiry is only compared with today as text, so that a day that does not exist does no harm.
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
