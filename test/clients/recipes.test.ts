import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Live, startLive } from '../live.ts';
import { inWorld } from '../world.ts';
import { fakeMac, siliconTree } from './fake-mac.ts';
import { absentShells, nameOf, pointreleaseScript, runCommand, shells, shellTest } from './run-shell.ts';

interface Recipe {
	title: string;
	code: string;
	output: string;
}

const [, ...sections] = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8').split(
	/^## /m,
);
const [preparation, ...recipes] = sections.map((section): Recipe => {
	const block = (language: string) =>
		new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? '';
	return { title: section.split('\n')[0]!, code: block('sh'), output: block('text') };
});

const commands = fileURLToPath(new URL('../../bin', import.meta.url));

let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

test('there are five recipes, each with code and output', () => {
	expect(recipes.map(({ title }) => Number.parseInt(title, 10))).toEqual([1, 2, 3, 4, 5]);
	for (const { title, code, output } of recipes)
		expect([title, code !== '', output !== '']).toEqual([title, true, true]);
});

/** On a Mac people paste commands into zsh, and scripts run under sh. */
for (const shell of shells.filter((name) => name === 'sh' || name === 'zsh')) {
	describe(`under ${nameOf(shell)}`, () => {
		for (const { title, code, output } of recipes) {
			shellTest(title, async () => {
				const mac = fakeMac({
					target: 'J293AP\n',
					ioreg: siliconTree('J293AP', 'MacBookPro17,1'),
					version: '14.7.2\n',
				});
				try {
					const env = {
						...mac.env,
						...inWorld,
						PATH: `${dirname(pointreleaseScript)}:${commands}:${mac.env.PATH}`,
						POINTRELEASE_URL: live.address,
						POINTRELEASE_KEY: live.key,
					};
					const script = `cd "$HOME"\n${preparation!.code}\n${code}`;
					const printed = await runCommand([shell, '-c', script], env);
					// An answer does not end with a line feed.
					expect(printed.err).toBe('');
					expect(printed.out.replace(/\n?$/, '\n')).toBe(output);
				} finally {
					mac.remove();
				}
			});
		}
	});
}

for (const shell of absentShells) {
	if (shell === 'zsh') test.skip('under zsh, which this machine does not have', () => {});
}
