import { afterAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { environment } from '../process.ts';
import { isFleetControls, isFleetDeclaration, isFleetLabels, isFleetPolicies } from './vendor-shapes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pointrelease-example-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Workflow {
	readonly on: { readonly schedule: readonly { readonly cron: string }[] };
	readonly jobs: Record<
		string,
		{
			readonly steps: readonly {
				readonly name?: string;
				readonly run?: string;
				readonly env?: Record<string, string>;
			}[];
		}
	>;
}

test('the workflow of the Fleet example runs every day and writes every file that the repository refers to', async () => {
	cpSync(join(root, 'examples/fleetdm'), folder, { recursive: true });
	const read = (file: string) => parse(readFileSync(join(folder, file), 'utf8'));
	const { on, jobs } = read('.github/workflows/pointrelease.yml') as Workflow;
	expect(on.schedule.map(({ cron }) => cron)).toEqual([expect.stringMatching(/^\d+ \d+ \* \* \*$/)]);
	const { run, env = {} } = jobs.enforce!.steps.find(({ name }) => name === 'Write enforcement files')!;
	const child = Bun.spawn(['sh', '-ec', run!], {
		cwd: folder,
		env: environment({
			...env,
			PATH: `${join(root, 'bin')}:${process.env.PATH}`,
			POINTRELEASE_STATE: join(folder, 'state'),
		}),
		stdout: 'ignore',
		stderr: 'pipe',
	});
	expect([await child.exited, (await child.stderr.text()).replaceAll(/^notice: .*\n/gm, '')]).toEqual([
		0,
		'',
	]);
	const main = read('default.yml');
	const fleet = read('fleets/workstations.yml');
	expect(isFleetLabels(read(main.labels[0].path))).toBe(true);
	expect(isFleetPolicies(read(main.policies[0].path))).toBe(true);
	// Paths are relative to the file that holds them.
	const controls = join('fleets', fleet.controls.path);
	expect(isFleetControls(read(controls))).toBe(true);
	for (const { path } of read(controls).apple_settings.configuration_profiles) {
		const profile = join(dirname(controls), path);
		expect([path, existsSync(join(folder, profile))]).toEqual([path, true]);
		expect([path, isFleetDeclaration(read(profile))]).toEqual([path, true]);
	}
});
