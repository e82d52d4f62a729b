import { expect, test } from 'bun:test';
import { acceptKeys } from './accept-keys.ts';

const [first, second] = ['AAAA-BBBB-CCCC-0001', 'AAAA-BBBB-CCCC-0002'];
const form = 'one or more such as AAAA-BBBB-CCCC-DDDD, with spaces, commas or line ends between them';

test('the listed keys are accepted, whatever is between them, and nothing else is', () => {
	for (const between of [' ', ',', ', ', '\n', '\r\n\t']) {
		const accepts = acceptKeys(`${between}${first}${between}${second}${between}`);
		const others = [
			null,
			'',
			first.toLowerCase(),
			btoa(first),
			`Bearer ${first}`,
			`${first}${between}${second}`,
			'AAAA-BBBB-CCCC-0003',
			`${first} `,
			'X'.repeat(100_000),
		];
		expect([first, second].map(accepts)).toEqual([true, true]);
		expect(others.map(accepts)).toEqual(others.map(() => false));
	}
});

test('no keys are an error, because nobody would get an answer', () => {
	for (const none of ['', ' \n', undefined as never, null as never])
		expect(() => acceptKeys(none)).toThrow(new TypeError(`there are no license keys: expected ${form}`));
});

test('a key that cannot be read is named by its place, without any part of it', () => {
	for (const wrong of [btoa(second), second.toLowerCase(), 'SECRET'])
		expect(() => acceptKeys(`${first} ${wrong}`)).toThrow(
			new TypeError(`license key 2 of 2 cannot be read: expected ${form}`),
		);
});
