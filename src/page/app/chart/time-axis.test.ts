import { expect, test } from 'bun:test';
import { timeScale } from './time-axis.tsx';

const labels = (days: readonly string[], width: number) =>
	timeScale(days, 0, width)
		.ticks()
		.map(({ label }) => label);

test('days are placed in proportion between the first and the last, with a margin at both ends', () => {
	const scale = timeScale(['2001-01-01', '2003-01-01', '2002-01-01'], 50, 250);
	const [first, middle, last] = ['2001-01-01', '2002-01-01', '2003-01-01'].map((day) => scale.at(day));
	expect(middle).toBe(150);
	expect(first! - 50).toBeCloseTo(250 - last!);
	expect(first).toBeGreaterThan(50);
});

test('ticks are at starts of months, quarters, half years or years, as many as there is room for', () => {
	expect(labels(['2001-01-10', '2001-04-10'], 500)).toEqual(['2001', 'Feb', 'Mar', 'Apr']);
	expect(labels(['2001-02-01', '2002-01-20'], 400)).toEqual(['Apr', 'Jul', 'Oct', '2002']);
	expect(labels(['2001-02-01', '2003-01-20'], 300)).toEqual(['Jul', '2002', 'Jul', '2003']);
	expect(labels(['2001-02-01', '2004-01-20'], 200)).toEqual(['2002', '2003', '2004']);
});

test('over decades, ticks fall on round years', () => {
	expect(labels(['1984-01-24', '2018-11-16'], 700)).toEqual([
		'1985',
		'1990',
		'1995',
		'2000',
		'2005',
		'2010',
		'2015',
	]);
	expect(labels(['1984-01-24', '2018-11-16'], 250)).toEqual(['1990', '2000', '2010']);
});
