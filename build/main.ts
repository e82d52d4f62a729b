/**
 * `npm run build`: the page, then an executable for this platform and for every other that Bun can make here, with
 * SHA256SUMS and a bill of materials (CycloneDX) beside them. The same sources make the same bytes.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExecutable, ownTarget, type Target, targets } from './executable.ts';
import { billFile, sumsFile, writeInventory } from './inventory.ts';

const folder = fileURLToPath(new URL('../dist/bin', import.meta.url));
const only = process.argv.includes('--this-platform');

// Files of an earlier build would get digests as if they were part of this one.
rmSync(folder, { recursive: true, force: true });
const own = await buildExecutable(null, join(folder, 'pointrelease'));
if ('problem' in own) {
	console.error(`no executable for this platform: ${own.problem}`);
	process.exit(1);
}
console.log(`${ownTarget.padEnd(18)} ${own.file} (${own.megabytes} MB)`);
for (const target of only ? [] : targets.filter((target) => target !== ownTarget)) {
	const built = await buildExecutable(target as Target, join(folder, `pointrelease-${target.slice(4)}`));
	// Bun downloads itself for another platform, which fails without a network.
	if ('problem' in built) console.log(`${target.padEnd(18)} NOT MADE: ${built.problem.slice(0, 160)}`);
	else console.log(`${target.padEnd(18)} ${built.file} (${built.megabytes} MB)`);
}
writeInventory(folder);
console.log(`${'checked with'.padEnd(18)} ${join(folder, sumsFile)}, ${join(folder, billFile)}`);
