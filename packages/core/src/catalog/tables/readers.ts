import { isDay } from '../../text/day.ts';
import { parseBuild } from '../build-number.ts';
import { compareVersions, parseMajor, parseVersion, type Version } from '../version.ts';
import type { Reader } from './table.ts';

export const anyText: Reader<string> = {
	expected: 'text without blanks at its ends',
	read: trimmed,
	instead: '',
};

export const someText: Reader<string> = {
	expected: 'some text',
	read: (cell) => (cell === '' ? undefined : trimmed(cell)),
};

const longestSentence = 120;

/** A sentence for people: short, and with an end. */
export const sentence: Reader<string> = {
	expected: `a finished sentence of at most ${longestSentence} characters: a capital or a digit first, a full stop last`,
	read: (cell) =>
		cell.length <= longestSentence && /^[A-Z0-9].*\.$/.test(cell) && !cell.includes('  ') ? cell : undefined,
	instead: '',
};

export const maybeAddress: Reader<string> = {
	expected: 'an address that begins with https://, or nothing',
	read: (cell) => (cell === '' || (URL.canParse(cell) && cell.startsWith('https://')) ? cell : undefined),
	instead: '',
};

/** Several values in one cell, separated by semicolons; empty for none. */
export const list: Reader<readonly string[]> = {
	expected: 'values separated by semicolons, none of them empty or twice there',
	read: (cell) => {
		if (cell === '') return [];
		const values = cell.split(';');
		return values.every((value) => value !== '' && value === value.trim()) &&
			new Set(values).size === values.length
			? values
			: undefined;
	},
	instead: [],
};

export const someOf: Reader<readonly string[]> = {
	expected: 'at least one value; several are separated by semicolons, none of them empty or twice there',
	read: (cell) => (cell === '' ? undefined : list.read(cell)),
	instead: [],
};

export const major: Reader<Version> = {
	expected: 'a major version such as 14, 10.15 or 9.2',
	read: (cell) => parseMajor(cell) ?? undefined,
	compare: compareVersions,
};

export const release: Reader<Version> = {
	expected:
		'a release of two or three components, without a third component of zero, such as 14.0, 10.15.7 or 0.97',
	read: (cell) => {
		const version = parseVersion(cell);
		const { length } = version?.components ?? [];
		return version && (length === 2 || length === 3) && version.canonical === cell ? version : undefined;
	},
	compare: compareVersions,
};

export const build: Reader<string> = {
	expected: 'a build such as 26C50',
	read: (cell) => (parseBuild(cell) ? cell : undefined),
};

export const maybeRelease: Reader<Version | null> = {
	expected: `${release.expected}, or nothing`,
	read: (cell) => (cell === '' ? null : release.read(cell)),
};

export const day: Reader<string> = {
	expected: 'a day that exists, written YYYY-MM-DD, from 1983 to 2099',
	read: (cell) => (isDay(cell) ? cell : undefined),
	instead: '1984-01-24',
};

export const maybeDay: Reader<string> = {
	expected: `${day.expected}, or nothing`,
	read: (cell) => (cell === '' ? '' : day.read(cell)),
	instead: '1984-01-24',
};

/** Where hours count and are known. */
export const dayOrMoment: Reader<string> = {
	expected: `${day.expected}, or a moment in UTC, written YYYY-MM-DDTHH:MM:SSZ`,
	read: (cell) => day.read(cell) ?? moment.read(cell),
	instead: '1984-01-24',
};

export const maybeDayOrMoment: Reader<string> = {
	expected: `${dayOrMoment.expected}, or nothing`,
	read: (cell) => (cell === '' ? '' : dayOrMoment.read(cell)),
	instead: '1984-01-24',
};

export const moment: Reader<string> = {
	expected: 'a moment in UTC, written YYYY-MM-DDTHH:MM:SSZ',
	read: (cell) =>
		/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(cell) &&
		isDay(cell.slice(0, 10)) &&
		!Number.isNaN(Date.parse(cell))
			? cell
			: undefined,
};

export const yes: Reader<boolean> = {
	expected: '"yes" or nothing',
	read: (cell) => (cell === 'yes' ? true : cell === '' ? false : undefined),
	instead: false,
};

export function oneOf<T extends string>(...values: readonly T[]): Reader<T> {
	return {
		expected: `one of ${values.map((value) => value || 'nothing').join(', ')}`,
		read: (cell) => (values.includes(cell as T) ? (cell as T) : undefined),
		instead: values[0]!,
	};
}

function trimmed(cell: string): string | undefined {
	return cell === cell.trim() ? cell : undefined;
}
