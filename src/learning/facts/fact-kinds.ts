import { isResponseShaped } from '@pointrelease/core/src/catalog/build-number.ts';
import type { BoardKind, ListState } from '@pointrelease/core/src/catalog/catalog.ts';
import { isOther, kindsOfShape } from '@pointrelease/core/src/catalog/identifier.ts';
import * as cells from '@pointrelease/core/src/catalog/tables/readers.ts';
import * as security from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import type { Reader } from '@pointrelease/core/src/catalog/tables/table.ts';
import { shapes as tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { type Feed, feeds, type InstallerSeen } from '../observation.ts';

/** A part of a fact: what JSON may hold there. A text is read by the same reader that reads it in the tables. */
interface Part<Value> {
	readonly expected: string;
	fits(value: unknown): value is Value;
}

export const modelShape = /^[A-Za-z]+\d{1,3},\d{1,3}$/;
export const nameShape = /^[\p{L}\p{N}][\p{L}\p{N} "'(),./+&-]{0,79}$/u;

function part<Value>(expected: string, fits: (value: unknown) => boolean): Part<Value> {
	return { expected, fits: (value): value is Value => fits(value) };
}

function cell<Text extends string = string>({ expected, read }: Reader<unknown>): Part<Text> {
	return part(expected, (value) => typeof value === 'string' && read(value) !== undefined);
}

function shaped(expected: string, fits: (text: string) => boolean): Part<string> {
	return part(expected, (value) => typeof value === 'string' && fits(value));
}

function oneOf<const Text extends string>(...texts: readonly Text[]): Part<Text> {
	return cell(cells.oneOf(...texts));
}

function either(...parts: readonly Part<string>[]): Part<string> {
	const expected = parts.map((one) => one.expected).join('; or ');
	return part(expected, (value) => parts.some((one) => one.fits(value)));
}

function orNull<Value>({ expected, fits }: Part<Value>): Part<Value | null> {
	return part(`${expected}, or null`, (value) => value === null || fits(value));
}

/** Values in order, as a cell of the tables has them between semicolons; the list may be empty. */
function cellList({ expected, read }: Reader<readonly string[]>): Part<readonly string[]> {
	const isText = (value: unknown) => typeof value === 'string' && !value.includes(';');
	return part(
		`a list of ${expected}`,
		(value) => Array.isArray(value) && value.every(isText) && read(value.join(';')) !== undefined,
	);
}

/** A list that is not empty. */
function listOf<Item>(item: Part<Item>): Part<readonly Item[]> {
	const areItems = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(item.fits);
	return part(`a list of ${item.expected}`, areItems);
}

type ValueIn<P> = P extends Part<infer Value> ? Value : never;

/** An object with exactly these members. */
function record<const Members extends Readonly<Record<string, Part<unknown>>>>(
	members: Members,
): Part<{ readonly [Name in keyof Members]: ValueIn<Members[Name]> }> {
	const names = Object.keys(members);
	const expected = names.map((name) => `${name} (${members[name]!.expected})`).join(', ');
	return part(`an object with ${expected}`, (value) => {
		const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
		const areAll = names.every((name) => members[name]!.fits(object[name]));
		return areAll && Object.keys(object).length === names.length;
	});
}

const nothing = oneOf('');
const release = cell(cells.release);
const build = cell(cells.build);
const safari = shaped(
	'a release of Safari such as Safari 26.5.2',
	(text) => text.startsWith('Safari ') && cells.release.read(text.slice('Safari '.length)) !== undefined,
);
const day = cell(cells.day);
const maybeDay = cell(cells.maybeDay);
const moment = cell(cells.moment);
const cve = cell(security.cve);
const feed = oneOf(...feeds);
const board = shaped('a board identifier', (text) => kindsOfShape(text).length > 0 || isOther(text));
const response = shaped('the build of a security response such as 25D771280a', isResponseShaped);
const article = shaped('the number of an article such as 120895 or HT211931, or nothing', (text) =>
	/^(?:(?:HT)?\d{6})?$/.test(text),
);
const whyNot = oneOf('', 'forgotten');
const model = shaped('a model identifier such as Mac16,1', (text) => modelShape.test(text));
const boardKind = cell<BoardKind>(tables.boards.columns.kind);
const forgettable = either(release, board, response);
const anySubject = either(forgettable, cve);

/** Days or moments in order. */
const moments: Part<readonly string[]> = (() => {
	const list = listOf(cell(cells.dayOrMoment));
	return part(
		`${list.expected} in order`,
		(value) => list.fits(value) && value.every((text, at) => text >= (value[at - 1] ?? '')),
	);
})();
const daysInCatalog: Part<{ readonly added: string; readonly due: string }> = (() => {
	const days = record({ added: day, due: day });
	return part(`${days.expected}, not before`, (value) => days.fits(value) && value.added <= value.due);
})();

/** CISA's assessment as an object, and Apple's words, as `security/records.csv` has them. */
const ssvc = record({
	exploitation: oneOf('none', 'poc', 'active'),
	automatable: oneOf('yes', 'no'),
	technicalImpact: oneOf('total', 'partial'),
	assessed: maybeDay,
});
/** At most one of each kind, as `installers.csv` has them. */
const installers = (() => {
	const list = listOf(
		record({
			kind: cell<InstallerSeen['kind']>(tables.installers.columns.kind),
			url: cell(tables.installers.columns.url),
			size: orNull(
				part<number>('a number of bytes', (value) => Number.isSafeInteger(value) && Number(value) > 0),
			),
		}),
	);
	const isDistinct = (value: readonly InstallerSeen[]) =>
		new Set(value.map(({ kind }) => kind)).size === value.length;
	return part<readonly InstallerSeen[]>(
		`${list.expected} or nothing, each kind once`,
		(value) => (Array.isArray(value) && value.length === 0) || (list.fits(value) && isDistinct(value)),
	);
})();
const versions = cellList(security.releases);
const words = cell(security.wordsOfOthers);

/** What a person may correct of a release, each with the right value. */
const corrections = {
	/** The day it came out; of a shipped release also the shipped day. */
	date: record({ date: day, shipped: orNull(day) }),
	build: record({ builds: listOf(build) }),
	boards: record({ boards: listOf(board) }),
	/** The day it was pulled for all Macs; null if it was not. */
	pulled: record({ day: orNull(day) }),
};
export type Aspect = keyof typeof corrections;
export const aspects = Object.keys(corrections) as readonly Aspect[];
export type Corrections = { readonly [Name in Aspect]: ValueIn<(typeof corrections)[Name]> };

/**
 * Every kind of fact: what it is about, and what it says. The members of `value` are in the database as JSON. A correction has
 * the value of its aspect.
 */
export const factKinds = {
	/** The day it came out. */
	release: { subject: release, object: nothing, value: day },
	/** The day that replaces an uncertain shipped day. */
	dated: { subject: release, object: nothing, value: day },
	/** The feed that gives this other day. */
	disputed: { subject: release, object: day, value: feed },
	/** The day, which this feed gives, too. */
	confirmed: { subject: release, object: feed, value: day },
	/** The day it came out, or nothing. */
	build: { subject: release, object: build, value: maybeDay },
	/** Where it can be had; empty if no address is active any more. */
	installers: { subject: release, object: build, value: installers },
	runs: { subject: release, object: board, value: nothing },
	/** The build that a board came with. */
	factory: { subject: release, object: board, value: record({ build, released: maybeDay }) },
	/** Only by a person: the list lost this board. */
	'not-for': { subject: either(release, response), object: board, value: nothing },
	/** Only by a person. */
	withdrawn: { subject: release, object: nothing, value: nothing },
	/** When it was pulled and listed again, alternating. */
	pulled: { subject: release, object: board, value: moments },
	/** Since when the vendor lists another build of the version in its place. */
	replaced: { subject: build, object: board, value: record({ version: release, since: day }) },
	/** What a person removed is listed again. */
	restored: { subject: anySubject, object: either(nothing, board, cve), value: nothing },
	board: { subject: board, object: nothing, value: boardKind },
	/** The name of a model, and when it was introduced. */
	machine: {
		subject: board,
		object: model,
		value: record({ name: shaped('a name', (text) => nameShape.test(text)), introduced: maybeDay }),
	},
	/** The board that answers for a major version. */
	canonical: { subject: cell(cells.major), object: nothing, value: board },
	/** The state of a list, and the number of the vendor's article. */
	list: {
		subject: release,
		object: oneOf<Exclude<ListState, 'unknown'>>('listed', 'partial', 'none'),
		value: article,
	},
	fixes: { subject: release, object: cve, value: nothing },
	/** What Apple's CVE record says, as it was last read; `updated` is Apple's own change. Its pairs are facts of their own. */
	record: {
		subject: cve,
		object: nothing,
		value: record({
			state: oneOf('published', 'rejected'),
			updated: moment,
			fixedIn: versions,
			dropped: versions,
			impact: words,
			exploited: words,
			ssvc: orNull(ssvc),
			kevAdded: maybeDay,
		}),
	},
	/** A release of Safari: its day, the major versions that it is for, and the number of the vendor's article. */
	safari: {
		subject: safari,
		object: nothing,
		value: record({ released: day, majors: listOf(cell(cells.major)), article }),
	},
	'safari-fixes': { subject: safari, object: cve, value: nothing },
	/** Only by a person: the list lost it. */
	'not-fixed': { subject: release, object: cve, value: whyNot },
	/** The day CISA added it, and its due date. */
	exploited: { subject: cve, object: nothing, value: daysInCatalog },
	/** Only by a person: it left the catalog. */
	'not-exploited': { subject: cve, object: nothing, value: whyNot },
	response: {
		subject: response,
		object: nothing,
		value: record({
			kind: oneOf('bsi', 'rsr'),
			version: release,
			letter: shaped('a small letter', (text) => /^[a-z]$/.test(text)),
			base: build,
			released: day,
		}),
	},
	/** A security response is for the board. */
	patches: { subject: response, object: board, value: nothing },
	/** The number of the vendor's article, or nothing. */
	'response-fixes': { subject: response, object: cve, value: article },
	'response-withdrawn': { subject: response, object: nothing, value: nothing },
	/** Only by a person: it never existed. */
	forgotten: { subject: forgettable, object: nothing, value: nothing },
	/** Only by a person. */
	corrected: {
		subject: release,
		object: oneOf(...aspects),
		value: part<Corrections[Aspect]>('the right value of the part', (value) =>
			aspects.some((aspect) => corrections[aspect].fits(value)),
		),
	},
	/** Facts about it were retracted or corrected. */
	revised: { subject: anySubject, object: nothing, value: nothing },
} as const satisfies Record<string, Record<'subject' | 'object' | 'value', Part<unknown>>>;

export type FactKind = keyof typeof factKinds;

/** What a fact of a kind says, besides the names of what it is about. */
export type ValueOf<Kind extends FactKind> = ValueIn<(typeof factKinds)[Kind]['value']>;

/** A fact of one kind. */
export interface FactOf<Kind extends FactKind> {
	readonly kind: Kind;
	readonly subject: string;
	readonly object: string;
	readonly value: ValueOf<Kind>;
	/** Where it was first seen. */
	readonly feed: Feed;
	/** When: RFC 3339 in UTC, whole seconds. */
	readonly seen: string;
	/** A person accepted or stated it, so it may contradict the shipped tables. */
	readonly accepted: boolean;
}

/**
 * One statement that was learned. Adding a fact twice has the effect of adding it once, so that a node may crash, repeat itself or race
 * with another one. Facts that nobody confirmed, and those of a person, may be removed or replaced.
 */
export type Fact = { [Kind in FactKind]: FactOf<Kind> }[FactKind];

const names = ['subject', 'object', 'value', 'feed', 'seen'] as const;

/** Reads a fact; returns a text that says what is wrong if it is invalid. Other fields are dropped. */
export function readFact(raw: unknown): Fact | string {
	const given = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
	const kind = Object.hasOwn(factKinds, String(given.kind)) ? (given.kind as FactKind) : null;
	if (kind === null) return wrong('kind', given.kind, `one of ${Object.keys(factKinds).join(', ')}`);
	const parts: Readonly<Record<(typeof names)[number], Part<unknown>>> = {
		...factKinds[kind],
		feed,
		seen: moment,
	};
	for (const name of names)
		if (!parts[name].fits(given[name])) return wrong(name, given[name], parts[name].expected);
	if (typeof given.accepted !== 'boolean') return wrong('accepted', given.accepted, 'true or false');
	const { subject, object, value, feed: from, seen, accepted } = given;
	const fact = { kind, subject, object, value, feed: from, seen, accepted } as Fact;
	if (fact.kind === 'corrected') {
		const right = corrections[fact.object as Aspect];
		if (!right.fits(value)) return wrong('value', value, right.expected);
	}
	if (fact.kind === 'board') {
		const kinds: readonly string[] = isOther(fact.subject) ? ['other'] : kindsOfShape(fact.subject);
		if (!kinds.includes(fact.value)) return wrong('value', value, `a kind that ${fact.subject} can be of`);
	}
	return fact;
}

function wrong(name: string, value: unknown, expected: string): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
	return `${name}: ${JSON.stringify(text.slice(0, 40))}: expected ${expected}`;
}
