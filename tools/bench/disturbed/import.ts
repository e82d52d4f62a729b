import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { revokeLicense } from '../../../src/licenses/issuing/changes.ts';
import { findById } from '../../../src/licenses/issuing/find.ts';
import { issueLicense } from '../../../src/licenses/issuing/issue.ts';
import { newKey } from '../../../src/licenses/key.ts';
import { openRegistry } from '../../../src/licenses/registry.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { ask } from '../measure/contender.ts';
import { mostResident } from '../measure/run-command.ts';
import { type Disturbance, disturbedSubject, type Site } from './disturbed.ts';

const program = new URL('../../../src/cli/main.ts', import.meta.url).pathname;
const megabyte = 1000 * 1000;

/**
 * An import of a million licenses by the command; also measures its time and memory, and the delay of changes during
 * it.
 */
export const importSubject = disturbedSubject('import', 'an import', 18_440, async (site) => {
	const size = site.quick ? 50_000 : 1_000_000;
	const env = { POINTRELEASE_STATE: site.state, FEEDS: 'off' };
	const file = join(site.state, 'purchasers.csv');
	const lines = Array.from({ length: size }, (_, index) => `buyer${index}@example.com,${newKey()}`);
	writeFileSync(file, `email,key\n${lines.join('\n')}\n`);
	const began = performance.now();
	const command = Bun.spawn([process.execPath, program, 'license', 'import', file], {
		env: { PATH: process.env.PATH ?? '', ...env },
		stdout: 'ignore',
		stderr: 'inherit',
	});
	let most = 0;
	const watch = setInterval(() => {
		most = Math.max(most, mostResident(command.pid));
	}, 50);
	command.kill('SIGSTOP');
	return {
		begin: async () => command.kill('SIGCONT'),
		pause: async () => command.kill('SIGSTOP'),
		async end() {
			command.kill('SIGCONT');
			const arrivals = await arrivalsWhile(site, () => command.exitCode === null);
			clearInterval(watch);
			if ((await command.exited) !== 0) throw new Error('the import failed');
			const label = size.toLocaleString('en');
			return [
				{
					name: `memory of an import of ${label}`,
					values: [[most / megabyte, 'MB']],
					must: { most: 300 },
					note: 'the most that was resident',
				},
				{
					name: `an import of ${label}`,
					values: [[(performance.now() - began) / 1000, 's']],
					note: 'pauses included',
				},
				{
					name: 'a change arrives, during an import',
					values: [[Math.max(...arrivals), 'ms']],
					must: { most: 1_000 },
					note: `the worst of ${arrivals.length}`,
				},
			];
		},
	} satisfies Disturbance;
});

/** Milliseconds from each change to the first answer that reflects it. */
async function arrivalsWhile({ contender, state }: Site, isRunning: () => boolean): Promise<number[]> {
	const registry = await openRegistry(readSettings({ POINTRELEASE_STATE: state, FEEDS: 'off' }));
	const arrivals: number[] = [];
	const arrives = async (key: string, status: number) => {
		const changed = performance.now();
		while ((await ask(contender, '/items/14', { Authorization: key })) !== status) await Bun.sleep(5);
		arrivals.push(performance.now() - changed);
	};
	do {
		const { id, key } = await issueLicense(registry, { email: 'change@example.com', mail: false });
		await arrives(key, 200);
		await revokeLicense(registry, (await findById(registry.database, id))!);
		await arrives(key, 403);
	} while (isRunning());
	await registry.close();
	return arrivals;
}
