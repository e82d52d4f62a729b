import { isResponseShaped } from '@pointrelease/core/src/catalog/build-number.ts';
import { cve } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import type { Feed, ResponseSeen } from '../../learning/observation.ts';
import { Failure } from '../../process/failure.ts';
import { readAny, releaseNamed, type Value } from './document.ts';

/** The vendor's names for its lists of security responses, oldest first. */
const members = { PublicRapidSecurityResponses: 'rsr', PublicBackgroundSecurityImprovements: 'bsi' } as const;

interface ResponsesRead {
	/** Null if the document has no member for them. */
	readonly responses: readonly ResponseSeen[] | null;
	readonly flaws: readonly string[];
}

/** The security responses that the vendor offers. It does not say what they fix. */
export function readAppleResponses(document: Value): ResponsesRead {
	const lists = Object.entries(members).flatMap(([member, kind]) => {
		const list = document.maybe(member);
		return list ? [{ list, kind }] : [];
	});
	return merged(
		lists.map(({ list, kind }) =>
			readAny(
				() => list.maybe('macOS')?.list() ?? [],
				(entry) =>
					responseIn(entry, 'apple', kind, {
						version: entry.field('ProductVersion'),
						letter: entry.field('ProductVersionExtra'),
						expires: entry.maybe('ExpirationDate'),
					}),
			),
		),
	);
}

/** SOFA's copy of those lists, which is by major version and adds the CVEs and the article. */
export function readSofaResponses(document: Value): ResponsesRead {
	const byMajor = document.maybe('BackgroundSecurityImprovements');
	if (!byMajor) return { responses: null, flaws: [] };
	return merged(
		byMajor.names().map((major) =>
			readAny(
				() => byMajor.field(major).list(),
				(entry) => ({
					...responseIn(entry, 'sofa', 'bsi', {
						version: entry.field('Version'),
						letter: entry.field('VersionExtra'),
						expires: null,
					}),
					cves: (entry.maybe('CVEs')?.texts() ?? []).filter((name) => cve.read(name) !== undefined),
					article: articleIn(entry.maybe('SecurityInfo')?.text() ?? ''),
				}),
			),
		),
	);
}

function responseIn(
	entry: Value,
	feed: Feed,
	kind: ResponseSeen['kind'],
	{ version, letter, expires }: { version: Value; letter: Value; expires: Value | null },
): ResponseSeen {
	const named = releaseNamed(version.text());
	const [, small = ''] = /^\(?([a-z])\)?$/.exec(letter.text().trim()) ?? [];
	const build = entry.field('Build').text();
	const refuse = ({ path }: Value, expectation: string) =>
		new Failure('bad-feed', `${path}: expected ${expectation}`);
	if (named === null) throw refuse(version, 'the number of a release');
	if (small === '') throw refuse(letter, 'one small letter in brackets');
	if (!isResponseShaped(build)) throw refuse(entry.field('Build'), 'the build of a security response');
	const [until = null] = expires?.text().match(/^\d{4}-\d\d-\d\d/) ?? [];
	return {
		feed,
		kind,
		version: named,
		letter: small,
		build,
		baseBuild: entry.field('PrerequisiteBuild').text(),
		date: entry.field('PostingDate').day(),
		boards: entry.field('SupportedDevices').texts(),
		expires: until,
		cves: null,
		article: '',
	};
}

function merged(read: readonly { values: ResponseSeen[]; flaws: string[] }[]): ResponsesRead {
	if (read.length === 0) return { responses: null, flaws: [] };
	return { responses: read.flatMap(({ values }) => values), flaws: read.flatMap(({ flaws }) => flaws) };
}

/** The vendor's lists of all updates: feeds name them if an update has no article of its own. */
const overviews: ReadonlySet<string> = new Set(['100100', '121012', 'HT201222']);

/** The number of the vendor's article in an address; empty if the update has no article of its own. */
export function articleIn(address: string): string {
	const [, article = ''] =
		/^https:\/\/support\.apple\.com\/(?:[\w-]+\/)?(HT\d{6}|\d{6})$/.exec(address) ?? [];
	return overviews.has(article) ? '' : article;
}
