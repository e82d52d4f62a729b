import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { moment } from '@pointrelease/core/src/catalog/tables/readers.ts';
import { type ReleaseRow, shapes, type Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Fact } from '../facts/fact.ts';

/**
 * The shipped changes, and a row with a description for each moment at which facts changed the tables. `certain` has the facts about CVEs,
 * security responses and installers that changed them.
 */
export function changeRows(
	shipped: Tables,
	tables: Tables,
	facts: readonly Fact[],
	certain: ReadonlySet<Fact>,
): Tables['changes'] {
	const moments = new Set(shipped.changes.map((row) => row.changed));
	const shippedAt = shipped.changes.at(-1)!.changed;
	const before = indexOf(shipped);
	const now = indexOf(tables);
	const rows = [...shipped.changes];
	for (const [changed, learnt] of Map.groupBy(facts, ({ seen }) => seen)) {
		if (moments.has(changed) || moment.read(changed) === undefined) continue;
		const news = learnt.filter((fact) => certain.has(fact) || isNew(before, now, fact, shippedAt));
		if (news.length > 0) rows.push({ line: 0, changed, what: describe(news) });
	}
	return rows.sort(shapes.changes.order);
}

interface Index {
	readonly releases: ReadonlyMap<string, ReleaseRow>;
	/** By build, its version. */
	readonly builds: ReadonlyMap<string, string>;
	readonly boards: ReadonlySet<string>;
	readonly canonical: ReadonlyMap<string, string>;
	/** Each replaced build with each of its boards. */
	readonly replaced: ReadonlySet<string>;
	/** By version, the days and boards of its pulls. */
	readonly pulls: ReadonlyMap<string, string>;
}

function indexOf({ primaryReleases, builds, boards, canonical, pulls, replaced }: Tables): Index {
	return {
		replaced: new Set(replaced.flatMap((row) => row.boards.map((board) => `${row.build}\t${board}`))),
		releases: new Map(primaryReleases.map((row) => [row.version.canonical, row])),
		builds: new Map(builds.map((row) => [row.build, row.version.canonical])),
		boards: new Set(boards.map((row) => row.board_id)),
		canonical: new Map(canonical.map((row) => [row.major.canonical, row.board_id])),
		pulls: new Map(
			[...Map.groupBy(pulls, ({ version }) => version.canonical)].map(([version, rows]) => [
				version,
				rows.map((row) => [row.pulled_on, row.listed_again_on, ...row.boards].join()).join(' '),
			]),
		),
	};
}

/** Whether the fact changed the tables, compared with the shipped ones. */
function isNew(
	shipped: Index,
	tables: Index,
	{ kind, subject, object, seen }: Fact,
	shippedAt: string,
): boolean {
	const now = tables.releases.get(subject);
	const before = shipped.releases.get(subject);
	switch (kind) {
		case 'release':
			return now !== undefined && before === undefined;
		case 'confirmed':
			return now !== undefined && now.confidence !== before?.confidence;
		case 'dated':
			return now !== undefined && now.released !== before?.released;
		case 'build':
			return tables.builds.get(object) === subject && !shipped.builds.has(object);
		case 'withdrawn':
			return isGone(now, before) || (now?.withdrawn === true && before?.withdrawn !== true);
		case 'not-for':
			return isGone(now, before) || now !== before || !shipped.boards.has(object);
		case 'pulled':
			return tables.pulls.get(subject) !== shipped.pulls.get(subject);
		case 'replaced':
			return tables.replaced.has(`${subject}\t${object}`) && !shipped.replaced.has(`${subject}\t${object}`);
		case 'runs':
		case 'factory':
			return now !== undefined && (now !== before || !shipped.boards.has(object));
		case 'restored':
		case 'forgotten':
		case 'corrected':
		case 'revised':
			return seen > shippedAt;
		case 'board':
		case 'machine':
			return tables.boards.has(subject) && !shipped.boards.has(subject);
		case 'canonical':
			return tables.canonical.get(subject) !== shipped.canonical.get(subject);
		default:
			return false;
	}
}

/** Whether a release was learned and retracted again, which is a change, too. */
function isGone(now: ReleaseRow | undefined, before: ReleaseRow | undefined): boolean {
	return now === undefined && before === undefined;
}

function describe(facts: readonly Fact[]): string {
	const subjects = new Map<Fact['kind'], Set<string>>();
	for (const { kind, subject } of facts)
		subjects.set(kind, (subjects.get(kind) ?? new Set<string>()).add(subject));
	const subjectsOf = (...kinds: Fact['kind'][]) =>
		[...new Set(kinds.flatMap((kind) => [...(subjects.get(kind) ?? [])]))].sort(compareText);
	const [releases, boards, names] = [subjectsOf('release'), subjectsOf('board'), subjectsOf('machine')];
	const fixes = subjectsOf('list', 'fixes', 'not-fixed');
	const exploited = subjectsOf('exploited', 'not-exploited');
	const records = subjectsOf('record');
	const safari = subjectsOf('safari', 'safari-fixes');
	const responses = subjectsOf('response', 'patches', 'response-fixes', 'response-withdrawn');
	const installers = subjectsOf('installers');
	const [pulled, replaced] = [subjectsOf('pulled'), subjectsOf('replaced')];
	const touched = subjectsOf(
		'build',
		'runs',
		'factory',
		'not-for',
		'withdrawn',
		'restored',
		'confirmed',
		'dated',
		'forgotten',
		'corrected',
		'revised',
	).filter((subject) => ![releases, responses, pulled].some((named) => named.includes(subject)));
	const parts = [
		releases.length > 0 && `new releases ${releases.join(' ')}`,
		pulled.length > 0 && `whether Apple offers ${pulled.join(' ')}`,
		replaced.length > 0 && `whether Apple replaced ${replaced.join(' ')}`,
		installers.length > 0 && `where ${installers.join(' ')} can be had`,
		boards.length > 0 && `new boards ${boards.join(' ')}`,
		names.length > 0 && `names for ${names.join(' ')}`,
		fixes.length > 0 && `what ${fixes.join(' ')} ${fixes.length > 1 ? 'fix' : 'fixes'}`,
		safari.length > 0 && `what ${safari.join(', ')} ${safari.length > 1 ? 'fix' : 'fixes'}`,
		records.length > 0 &&
			`what ${counted(records.length, 'CVE record')} of Apple ${records.length > 1 ? 'say' : 'says'}`,
		responses.length > 0 && `security responses ${responses.join(' ')}`,
		exploited.length > 0 && `whether ${exploited.join(' ')} ${exploited.length > 1 ? 'are' : 'is'} exploited`,
		touched.length > 0 && `more about ${touched.join(' ')}`,
	].filter((part) => part !== false);
	return `Learned: ${parts.join('; ') || 'details'}`;
}
