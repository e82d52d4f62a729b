import { parseBuild } from '@pointrelease/core/src/catalog/build-number.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { build as buildReader } from '@pointrelease/core/src/catalog/tables/readers.ts';
import type { HiddenEntry, Observation, Reading } from '../../learning/observation.ts';
import { Failure } from '../../process/failure.ts';
import {
	finalBuild,
	isMajorAlone,
	membersOf,
	parseDocument,
	readEach,
	releaseNamed,
	shortened,
	type Value,
} from './document.ts';
import { readAppleResponses } from './responses.ts';

/** What the catalog says about the first releases of major versions: `27` alone may be one of them. */
type Known = Pick<Catalog, 'releases'>;

/**
 * Reads the answer of Apple's update service: the two lists of whole releases and those of security responses, each only for macOS.
 * `PublicAssetSets` is what everybody is offered, `AssetSets` what managed machines are offered, too.
 */
export function readApple(
	bytes: Uint8Array,
	seenAt: string,
	catalog: Known = { releases: new Map() },
): Reading {
	const document = parseDocument(bytes);
	const sets = ['PublicAssetSets', 'AssetSets'].map((set) => document.field(set).field('macOS').list());
	const entries = sets.flat();
	const hidden: HiddenEntry[] = [];
	const { values, flaws } = readEach(entries, (entry) => {
		try {
			return readEntry(entry, seenAt, catalog);
		} catch (thrown) {
			if (thrown instanceof Failure) hidden.push(hiddenBy(entry, thrown));
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

/** A test version, a candidate or a security response that strayed into the list: it says so in words or with a letter in brackets. */
const strayed = /(?:^|[^a-z])(?:beta|rc)(?![a-z])|\([a-z]\)$/i;

/** A flaw of the number of the entry itself, and not of another member. */
class OddEntry extends Failure {}

function readEntry(entry: Value, seenAt: string, catalog: Known): Observation | null {
	const [version, build] = [entry.field('ProductVersion'), entry.field('Build')];
	const date = entry.field('PostingDate').day();
	// The expiry is only compared with today as text, so that a day that does not exist does no harm.
	const [expires = null] =
		entry
			.maybe('ExpirationDate')
			?.text()
			.match(/^\d{4}-\d\d-\d\d/) ?? [];
	const boards = entry.field('SupportedDevices').texts();
	const extra = entry.maybe('ProductVersionExtra');
	if (!parseBuild(build.text())) throw odd(build, buildReader.expected);
	if (!finalBuild(build.text())) return null;
	if ([version, extra].some((value) => value && strayed.test(value.text().trim()))) return null;
	if (extra && extra.text() !== '') throw odd(extra, 'a letter in brackets');
	const named = releaseNamed(version.text());
	if (named === null || !mayBe(named, version.text(), build.text(), catalog))
		throw odd(version, 'the number of a release');
	return { feed: 'apple', version: named, builds: [build.text()], date, boards, expires, seenAt };
}

/** `28` alone means 28.0 while that is new, or if it is a build of 28.0. Otherwise nobody knows which release it is. */
function mayBe(version: string, text: string, build: string, { releases }: Known): boolean {
	const release = releases.get(version);
	return !isMajorAlone(text) || !release || release.builds.some((other) => other.build === build);
}

function odd(value: Value, expected: string): OddEntry {
	const text = JSON.stringify(shortened(value.text()));
	return new OddEntry('bad-feed', `${value.path}: expected ${expected}, found ${text}`);
}

/** The release or major version that an invalid entry is about, and its boards. */
function hiddenBy(entry: Value, failure: Failure): HiddenEntry {
	const text = attempt(() => entry.field('ProductVersion').text()) ?? '';
	const extra = attempt(() => entry.maybe('ProductVersionExtra')?.text()) ?? '';
	const [major = ''] = /^(?:10\.\d+|\d+)/.exec(text.trim()) ?? [];
	return {
		version: (isMajorAlone(text) ? null : releaseNamed(text)) ?? major,
		boards: attempt(() => entry.field('SupportedDevices').texts()),
		flaw: failure.message,
		...(failure instanceof OddEntry && {
			odd: { version: shortened(`${text} ${extra}`.trim()), build: shortened(entry.field('Build').text()) },
		}),
	};
}

function attempt<T>(read: () => T): T | null {
	try {
		return read();
	} catch {
		return null;
	}
}
