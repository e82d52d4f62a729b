/**
 * `npm run build`: builds the page, then an executable for this platform and for every other that Bun can build here,
 * with SHA256SUMS and a bill of materials (CycloneDX). The same sources make the same bytes. `-- --release` also makes the
 * files of a release page, in dist/release; `--tag v1.0.0` fails unless the sources have that version.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildExecutable, ownTarget, type Target, targets } from './executable.ts';
import { billFile, sumsFile, writeInventory } from './inventory.ts';
import { notesFile, releaseFolder, releaseProblem, writeRelease } from './release.ts';

const folder = fileURLToPath(new URL('../../dist/bin', import.meta.url));
const options = optionsOf();
const problem = options.release ? releaseProblem(options.tag) : null;
if (problem) fail(`no release: ${problem}`);

// Remove files of an earlier build, which would otherwise get digests as part of this one.
rmSync(folder, { recursive: true, force: true });
const local = await buildExecutable(null, join(folder, 'pointrelease'));
if ('problem' in local) fail(`no executable for this platform: ${local.problem}`);
console.log(`${ownTarget.padEnd(18)} ${local.file} (${local.megabytes} MB)`);
const executables = new Map<Target, string>();
for (const target of options['this-platform'] ? [] : targets) {
	if (target === ownTarget) {
		executables.set(target, local.file);
		continue;
	}
	const built = await buildExecutable(target, join(folder, `pointrelease-${target.slice(4)}`));
	if (!('problem' in built)) {
		executables.set(target, built.file);
		console.log(`${target.padEnd(18)} ${built.file} (${built.megabytes} MB)`);
		continue;
	}
	// Bun downloads itself for another platform, which fails without a network. A release needs every platform.
	if (options.release) fail(`no release: ${target} was not made: ${built.problem.slice(0, 160)}`);
	console.log(`${target.padEnd(18)} NOT MADE: ${built.problem.slice(0, 160)}`);
}
writeInventory(folder);
console.log(`${'checked with'.padEnd(18)} ${join(folder, sumsFile)}, ${join(folder, billFile)}`);
if (options.release) {
	await writeRelease(executables);
	console.log(`${'release'.padEnd(18)} ${releaseFolder}, and the text of its page: ${notesFile}`);
}

function optionsOf() {
	const accepted = {
		'this-platform': { type: 'boolean' },
		release: { type: 'boolean' },
		tag: { type: 'string' },
	} as const;
	try {
		const { values } = parseArgs({ options: accepted });
		if (values.release && values['this-platform'])
			fail('--release needs every platform: leave out --this-platform');
		return values;
	} catch (thrown) {
		return fail((thrown as Error).message);
	}
}

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}
