import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
	compareVersions,
	majorAsJson,
	majorInList,
	parseMajor,
	parseVersion,
	rangeContains,
	type Version,
} from './version.ts';

const version = (text: string): Version => {
	const parsed = parseVersion(text);
	if (!parsed) throw new Error(`${text} is no version`);
	return parsed;
};

/** Versions of any era and length, as text. */
const anyVersion = fc
	.array(fc.integer({ min: 0, max: 9999 }), { minLength: 1, maxLength: 8 })
	.filter(([first = 0, second]) => first >= 11 || second !== undefined)
	.map((components) => components.join('.'));

describe('reading a version', () => {
	test.each([
		['14', 'modern', '14'],
		['14.7', 'modern', '14'],
		['14.7.2', 'modern', '14'],
		['10.15', 'legacy', '10.15'],
		['10.15.7', 'legacy', '10.15'],
		['0.97', 'classic', '0.97'],
		['9.2.2', 'classic', '9.2'],
	])('%s is %s with major %s', (text, era, major) => {
		expect(parseVersion(text)).toMatchObject({ era, major });
	});

	test.each([
		'10',
		'9',
		'0',
		'',
		'14.',
		'.97',
		'014',
		'14.07',
		'14.x',
		'7.1P',
		'14 ',
		'-1',
		'1e3',
		'14..1',
		'99999',
		'1.2.3.4.5.6.7.8.9',
	])('%p is not a version', (text) => {
		expect(parseVersion(text)).toBeNull();
	});

	test.each([
		['14.0.0', '14.0'],
		['10.15.0', '10.15'],
		['9.0.0', '9.0'],
		['14.0', '14.0'],
		['14.7.0.0', '14.7.0.0'],
	])('%s names the release %s', (text, canonical) => {
		expect(version(text).canonical).toBe(canonical);
	});

	test('a major is one component of the Modern era and two of the others', () => {
		expect(['14', '10.15', '9.2', '0.97'].map((text) => parseMajor(text)?.major)).toEqual([
			'14',
			'10.15',
			'9.2',
			'0.97',
		]);
		expect(['14.0', '10.15.7', '9', '10'].map(parseMajor)).toEqual([null, null, null, null]);
	});
});

describe('properties of any version', () => {
	test('its components are those of the text', () => {
		fc.assert(fc.property(anyVersion, (text) => version(text).components.join('.') === text));
	});

	test('the canonical spelling names the same release and is its own canonical spelling', () => {
		fc.assert(
			fc.property(anyVersion, (text) => {
				const { canonical } = version(text);
				expect(compareVersions(version(canonical), version(text))).toBe(0);
				expect(version(canonical).canonical).toBe(canonical);
			}),
		);
	});

	test('a version belongs to the major that its major belongs to', () => {
		fc.assert(fc.property(anyVersion, (text) => parseMajor(version(text).major) !== null));
	});

	test('the order is antisymmetric', () => {
		fc.assert(
			fc.property(anyVersion, anyVersion, (a, b) => {
				const [forward, backward] = [
					compareVersions(version(a), version(b)),
					compareVersions(version(b), version(a)),
				];
				return Math.sign(forward) + Math.sign(backward) === 0;
			}),
		);
	});

	test('the order is transitive', () => {
		fc.assert(
			fc.property(anyVersion, anyVersion, anyVersion, (...texts) => {
				const [a, b, c] = texts.map(version).sort(compareVersions) as [Version, Version, Version];
				expect(compareVersions(a, b)).toBeLessThanOrEqual(0);
				expect(compareVersions(b, c)).toBeLessThanOrEqual(0);
				expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
			}),
		);
	});

	test('two versions are equal if they differ only in zeros at the end, and not otherwise', () => {
		const bare = (text: string) => text.replace(/(\.0)+$/, '');
		fc.assert(
			fc.property(
				anyVersion,
				anyVersion,
				(a, b) => (compareVersions(version(a), version(b)) === 0) === (bare(a) === bare(b)),
			),
		);
	});

	test('a text that is not a version is never read as one', () => {
		fc.assert(fc.property(fc.string(), (text) => parseVersion(text) === null || /^[\d.]+$/.test(text)));
	});
});

describe('comparing', () => {
	test.each([
		['10.2', '10.10'],
		['10.4.9', '10.4.10'],
		['14.7.9', '14.7.10'],
		['9.2.2', '10.0'],
		['15.8.2', '26.0'],
		['0.97', '1.0'],
		['14', '14.0.1'],
	])('%s comes before %s', (a, b) => {
		expect(compareVersions(version(a), version(b))).toBeLessThan(0);
	});

	test('a range holds both its ends', () => {
		const [first, last] = [version('7.5'), version('7.5.5')];
		const inside = ['7.1.2', '7.5', '7.5.3', '7.5.5', '7.6'].map((text) =>
			rangeContains(first, last, version(text)),
		);
		expect(inside).toEqual([false, true, true, true, false]);
	});

	test('a range without a last release has no end', () => {
		expect(rangeContains(version('15.0'), null, version('15.99'))).toBe(true);
	});
});

describe('a major in the three places that spell it differently', () => {
	test.each([
		['14', 'modern', '"14"', '14.0'],
		['10.15', 'legacy', '"10.15"', '10.15'],
		['9.0', 'classic', '9.0', '9.0'],
		['0.97', 'classic', '0.97', '0.97'],
	] as const)('%s of the %s era is %s as JSON and %s in a list', (major, era, json, listed) => {
		expect(majorAsJson(major, era)).toBe(json);
		expect(majorInList(major, era)).toBe(listed);
	});
});
