import { isResponseShaped } from '@pointrelease/core/src/catalog/build-number.ts';
import { isOther, kindsOfShape } from '@pointrelease/core/src/catalog/identifier.ts';
import {
	build,
	day,
	dayOrMoment,
	major,
	maybeDay,
	moment,
	oneOf,
	release,
} from '@pointrelease/core/src/catalog/tables/readers.ts';
import { cve } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import type { Reader } from '@pointrelease/core/src/catalog/tables/table.ts';
import { shapes as tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { feeds } from '../observation.ts';
import { modelShape, nameShape } from '../rules/new-macs.ts';
import { aspects, type Fact, type FactKind } from './fact.ts';

const nothing = oneOf('');
const board: Reader<string> = {
	expected: 'a board identifier',
	read: (cell) => (kindsOfShape(cell).length > 0 || isOther(cell) ? cell : undefined),
};
const restorable: Reader<string> = {
	expected: `${board.expected}, ${cve.expected}, or nothing`,
	read: (cell) => (cell === '' ? cell : (board.read(cell) ?? cve.read(cell))),
};
const article: Reader<string> = {
	expected: 'the number of an article such as 120895 or HT211931, or nothing',
	read: (cell) => (/^(?:(?:HT)?\d{6})?$/.test(cell) ? cell : undefined),
};
const whyNot = oneOf('', 'forgotten');
const twoDays: Reader<string> = {
	expected: 'two days with a tab between, the second not before the first',
	read: (cell) => {
		const [from = '', to = '', ...more] = cell.split('\t');
		const valid = day.read(from) !== undefined && day.read(to) !== undefined && from <= to;
		return valid && more.length === 0 ? cell : undefined;
	},
};
const days: Reader<string> = {
	expected: 'days or moments in order, with tabs between',
	read: (cell) => {
		const all = cell.split('\t');
		const valid = all.every(
			(text, at) => dayOrMoment.read(text) !== undefined && text >= (all[at - 1] ?? ''),
		);
		return valid ? cell : undefined;
	},
};
const buildAndDay: Reader<string> = {
	expected: 'a build and a day or nothing, with a tab between',
	read: (cell) => {
		const [name = '', released, ...more] = cell.split('\t');
		const valid = build.read(name) !== undefined && maybeDay.read(released ?? 'none') !== undefined;
		return valid && more.length === 0 ? cell : undefined;
	},
};
const releaseAndDay: Reader<string> = {
	expected: 'a release and a day, with a tab between',
	read: (cell) => {
		const [version = '', replaced = '', ...more] = cell.split('\t');
		const valid = release.read(version) !== undefined && day.read(replaced) !== undefined;
		return valid && more.length === 0 ? cell : undefined;
	},
};
const model: Reader<string> = {
	expected: 'a model identifier such as Mac16,1',
	read: (cell) => (modelShape.test(cell) ? cell : undefined),
};
const nameAndDay: Reader<string> = {
	expected: 'a name and a day or nothing, with a tab between',
	read: (cell) => {
		const [name = '', introduced, ...more] = cell.split('\t');
		const valid = nameShape.test(name) && maybeDay.read(introduced ?? 'none') !== undefined;
		return valid && more.length === 0 ? cell : undefined;
	},
};
const feed = oneOf(...feeds);
const releaseOrBoard: Reader<unknown> = {
	expected: `${release.expected}; or ${board.expected}`,
	read: (cell) => release.read(cell) ?? board.read(cell),
};
const response: Reader<string> = {
	expected: 'the build of a security response such as 25D771280a',
	read: (cell) => (isResponseShaped(cell) ? cell : undefined),
};
const releaseOrResponse: Reader<unknown> = {
	expected: `${release.expected}; or ${response.expected}`,
	read: (cell) => release.read(cell) ?? response.read(cell),
};
const forgettable: Reader<unknown> = {
	expected: `${releaseOrBoard.expected}; or ${response.expected}`,
	read: (cell) => releaseOrBoard.read(cell) ?? response.read(cell),
};
const anySubject: Reader<unknown> = {
	expected: `${forgettable.expected}; or ${cve.expected}`,
	read: (cell) => forgettable.read(cell) ?? cve.read(cell),
};
const patch: Reader<string> = {
	expected: 'bsi or rsr, a release, a small letter, a build and a day, with tabs between',
	read: (cell) => {
		const [kind = '', version = '', letter = '', base = '', released = '', ...more] = cell.split('\t');
		const valid =
			['bsi', 'rsr'].includes(kind) &&
			release.read(version) !== undefined &&
			/^[a-z]$/.test(letter) &&
			build.read(base) !== undefined &&
			day.read(released) !== undefined;
		return valid && more.length === 0 ? cell : undefined;
	},
};
const corrections: Reader<string> = {
	expected: 'a day or two with a tab between, no, or builds or boards with a blank between',
	read: (cell) => {
		const words = cell.split(' ');
		const areAll = (reader: Reader<unknown>) => words.every((word) => reader.read(word) !== undefined);
		const days = cell.split('\t');
		const isDays = days.length <= 2 && days.every((text) => day.read(text) !== undefined);
		return cell === 'no' || isDays || areAll(build) || areAll(board) ? cell : undefined;
	},
};

/** The reader of each part of a fact: the same that reads it in the tables. */
const shapes: Record<FactKind, Record<'subject' | 'object' | 'value', Reader<unknown>>> = {
	release: { subject: release, object: nothing, value: day },
	dated: { subject: release, object: nothing, value: day },
	disputed: { subject: release, object: day, value: feed },
	confirmed: { subject: release, object: feed, value: day },
	build: { subject: release, object: build, value: maybeDay },
	runs: { subject: release, object: board, value: nothing },
	factory: { subject: release, object: board, value: buildAndDay },
	'not-for': { subject: releaseOrResponse, object: board, value: nothing },
	withdrawn: { subject: release, object: nothing, value: nothing },
	pulled: { subject: release, object: board, value: days },
	replaced: { subject: build, object: board, value: releaseAndDay },
	restored: { subject: anySubject, object: restorable, value: nothing },
	board: { subject: board, object: nothing, value: tables.boards.columns.kind },
	machine: { subject: board, object: model, value: nameAndDay },
	canonical: { subject: major, object: nothing, value: board },
	list: { subject: release, object: oneOf('listed', 'partial', 'none'), value: article },
	fixes: { subject: release, object: cve, value: nothing },
	'not-fixed': { subject: release, object: cve, value: whyNot },
	exploited: { subject: cve, object: nothing, value: twoDays },
	'not-exploited': { subject: cve, object: nothing, value: whyNot },
	response: { subject: response, object: nothing, value: patch },
	patches: { subject: response, object: board, value: nothing },
	'response-fixes': { subject: response, object: cve, value: article },
	'response-withdrawn': { subject: response, object: nothing, value: nothing },
	forgotten: { subject: forgettable, object: nothing, value: nothing },
	corrected: { subject: release, object: oneOf(...aspects), value: corrections },
	revised: { subject: anySubject, object: nothing, value: nothing },
};

const names = ['subject', 'object', 'value', 'feed', 'seen'] as const;

/** Reads a fact; returns a text that says what is wrong if it is invalid. Other fields are dropped. */
export function readFact(raw: unknown): Fact | string {
	const record = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
	const parts = Object.hasOwn(shapes, String(record.kind)) ? shapes[record.kind as FactKind] : null;
	if (!parts) return wrong('kind', record.kind, `one of ${Object.keys(shapes).join(', ')}`);
	for (const name of names) {
		const { expected, read } = name === 'feed' ? feed : name === 'seen' ? moment : parts[name];
		const value = record[name];
		if (typeof value !== 'string' || read(value) === undefined) return wrong(name, value, expected);
	}
	if (typeof record.accepted !== 'boolean') return wrong('accepted', record.accepted, 'true or false');
	const { kind, subject, object, value, feed: from, seen, accepted } = record as unknown as Fact;
	const kinds: readonly string[] = isOther(subject) ? ['other'] : kindsOfShape(subject);
	if (kind === 'board' && !kinds.includes(value))
		return wrong('value', value, `a kind that ${subject} can be of`);
	return { kind, subject, object, value, feed: from, seen, accepted };
}

function wrong(name: string, value: unknown, expected: string): string {
	return `${name}: ${JSON.stringify(String(value).slice(0, 40))}: expected ${expected}`;
}
