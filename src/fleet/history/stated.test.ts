import { expect, test } from 'bun:test';
import { stated, statedValues } from './stated.ts';

test('the values of a sentence are at its odd places', () => {
	expect(stated`${'5 Macs'} seen until ${'2026-09-20'}.`).toEqual([
		'',
		'5 Macs',
		' seen until ',
		'2026-09-20',
		'.',
	]);
});

test('a page states its cells and the values in its sentences, however their signs are escaped', () => {
	const page =
		'<p><data class="fail" value="x">A &amp; B</data>, <b>not this</b></p><tr><td>&lt;b&gt; &quot;&#39;</td><td></td><td class="day">&amp;lt;</td></tr>';
	expect(statedValues(page)).toEqual(['A & B', `<b> "'`, '', '&lt;']);
	expect(statedValues('<td>5</td>').concat(statedValues("<td>Kim's</td>"))).toEqual(['5', "Kim's"]);
	// Elements in a value, or a value that does not end, are no value.
	expect(statedValues('<td><i>5</i></td><data>6<td>7</td>')).toEqual(['7']);
});
