import { expect, test } from 'bun:test';
import { readCommands } from './commands.ts';

test('a first word brings the commands that begin with it, in the order of the help', async () => {
	const all = (await readCommands(undefined)).map(({ name }) => name);
	const words = [...new Set(all.map((name) => name.split(' ')[0]!))];
	expect(words).toContain('license');
	for (const word of words) {
		const own = (await readCommands(word)).map(({ name }) => name);
		expect(own).toEqual(all.filter((name) => name.split(' ')[0] === word));
	}
});

test('a word that begins no command brings all', async () => {
	const all = await readCommands(undefined);
	for (const word of ['help', '--help', 'constructor', '']) expect(await readCommands(word)).toEqual(all);
});
