import { expect, test } from 'bun:test';
import { compareBundles, readSafari } from './safari.ts';

const read = (text: string, bundle?: string) => {
	const safari = readSafari(text, bundle ?? null);
	return safari && [safari.version, safari.bundle];
};

test('a version of Safari is read as Safari, inventories and people write it', () => {
	expect(read('26.5.2')).toEqual(['26.5.2', null]);
	expect(read('27')).toEqual(['27.0', null]);
	expect(read('26.5.0')).toEqual(['26.5', null]);
	expect(read('10')).toEqual(['10.0', null]);
	expect(read(' Safari 26.5 ')).toEqual(['26.5', null]);
	expect(read('Version 26.5.2 (20624.2.5.18.7, 20624)')).toEqual(['26.5.2', '20624.2.5.18.7']);
	expect(read('16.3', '17614.4.6.11.6')).toEqual(['16.3', '17614.4.6.11.6']);
	expect(read('16.3', 'none')).toEqual(['16.3', null]);
});

test('what a user agent or a bundle alone says is no version of Safari', () => {
	for (const text of [
		'605.1.15',
		'20624.2.5.18.7',
		'26.5.2.1',
		'26.5.2.1.1',
		'026.5',
		'26.05',
		'26.',
		'',
		'latest',
		'26.5 beta',
	])
		expect([text, read(text)]).toEqual([text, null]);
});

test('bundles are compared number by number', () => {
	expect(compareBundles('17614.4.6.11.6', '17614.4.6.9.8')).toBeGreaterThan(0);
	expect(compareBundles('17614.4.6', '17614.4.6.0')).toBe(0);
	expect(compareBundles('17614.4.6.1.6', '17614.4.6.11.6')).toBeLessThan(0);
});
