import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { findingsAfter, smallData } from '../../../../../test/small-data.ts';
import { makeCatalog } from '../make-catalog.ts';

const remarks = [...shipped.releases.values(), ...shipped.boards.values()]
	.map(({ remark }) => remark)
	.filter((remark) => remark !== '');

describe('remarks and sources', () => {
	test('a remark that is not a whole sentence is reported', () => {
		const expected =
			'expected a finished sentence of at most 120 characters: a capital or a digit first, a full stop last';
		for (const text of [
			'covers two machines.',
			'Covers two machines',
			'Covers  two machines.',
			'',
			`${'A'.repeat(120)}.`,
		]) {
			const shown = text.length > 100 ? `${'A'.repeat(100)}…` : text;
			expect(findingsAfter(['remarks.csv', 'Covers two machines.', text])).toEqual([
				`remarks.csv:3: remark: ${JSON.stringify(shown)}: ${expected}`,
			]);
		}
		expect(findingsAfter(['remarks.csv', 'Covers two machines.', `${'A'.repeat(119)}.`])).toEqual([]);
	});

	test('a remark about nothing is reported', () => {
		const expected = 'expected a release of the release tables or a board of boards.csv';
		expect(findingsAfter(['remarks.csv', 'M8493,', 'M8494,'])).toEqual([
			`remarks.csv:3: subject: "M8494": ${expected}`,
		]);
		expect(findingsAfter(['remarks.csv', '11.0,', '11.9,'])).toEqual([
			`remarks.csv:2: subject: "11.9": ${expected}`,
		]);
	});

	test('a malformed address is reported', () => {
		for (const address of ['example.com', 'http://example.com', 'javascript:alert(1)'])
			expect(findingsAfter(['sources.csv', 'https://example.com/list', address])).toEqual([
				`sources.csv:3: address: "${address}": expected an address that begins with https://, or nothing`,
			]);
	});

	test('the remark of a release answers in a sentence what a person would ask about it', () => {
		expect(shipped.releases.get('26.3.2')?.remark).toBe(
			'Offered to the MacBook Neo; the other Macs of March 2026 came with it.',
		);
		expect(shipped.releases.get('14.7.2')?.remark).toBe('');
		expect(shipped.boards.get('M5521')?.remark).toBe(
			'Covers all slot-loading iMacs; those of 350 MHz end at 10.3.9.',
		);
	});

	test('the sources of a remark are among those of its release, and a board has none for it', () => {
		const { catalog } = makeCatalog(smallData());
		expect(catalog!.releases.get('11.0')?.sources).toEqual(['list', 'list:page 3']);
		expect(findingsAfter(['remarks.csv', 'Covers two machines.,', 'Covers two machines.,list'])).toEqual([
			'remarks.csv:3: sources: "list": expected nothing: the rows of a board have its sources',
		]);
	});

	test('no remark claims that something never existed, or mentions research', () => {
		expect(remarks.length).toBeGreaterThan(70);
		for (const remark of remarks)
			expect(remark).not.toMatch(/\bnever\b|not seen|AppleDB|GDMF|MacIndex|inferred|dispute|Gestalt/i);
	});

	test('sources have names, and addresses if there are any', () => {
		expect(shipped.sources.get('appledb')).toMatchObject({
			name: 'AppleDB',
			address: 'https://github.com/littlebyteorg/appledb',
		});
		expect(shipped.sources.get('press')).toMatchObject({ name: 'news of the time', address: null });
	});
});
