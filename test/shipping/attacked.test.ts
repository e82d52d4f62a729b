import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { outcomeOf } from '../../tools/test-runner/job.ts';
import { type Aim, aimedAt } from '../aim.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { isFull } from '../size.ts';
import { type Artifact, artifacts } from './artifacts.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What attacks a service that it starts itself. A usual run aims these files at the sources with SQLite; here they are
 * aimed at what people install, and at PostgreSQL.
 */
const attackers = [
	'test/hostile/attacks.test.ts',
	'test/hostile/connections.test.ts',
	'test/hostile/corpus.test.ts',
	'test/hostile/files.test.ts',
	'test/hostile/fuzz.test.ts',
	'test/hostile/ports.test.ts',
	'test/security/secrets.test.ts',
	'test/console/attacks.test.ts',
	'test/console/tokens.test.ts',
	'test/lost-key.test.ts',
	'test/stripe-hook.test.ts',
	'test/mcp-http.test.ts',
	'test/slow/slow-clients.test.ts',
	'test/tls/tls.test.ts',
];

let postgres: PostgresServer;
beforeAll(async () => {
	if (isFull) postgres = await startPostgres();
});
afterAll(() => postgres?.remove());

const executable = 'the single executable, alone in a folder and without a PATH';
const packed = 'the packed package, installed elsewhere';
const forms: readonly (readonly [name: string, form: string | null, store: 'sqlite' | 'postgres'])[] = [
	['the single executable', executable, 'sqlite'],
	['the packed package', packed, 'sqlite'],
	['the sources with PostgreSQL', null, 'postgres'],
	['the single executable with PostgreSQL', executable, 'postgres'],
];

describe.skipIf(!isFull).each(forms)('%s', (_, form, store) => {
	let artifact: Artifact | undefined;
	let aim: Aim;
	beforeAll(async () => {
		artifact = form === null ? undefined : await artifacts[form]!();
		aim = {
			...(artifact && { program: artifact.program, path: artifact.path }),
			...(store === 'postgres' && { postgres: postgres.address }),
		};
	}, 600_000);
	afterAll(() => artifact?.remove());

	test.each(attackers)('holds against %s', async (file) => {
		const child = Bun.spawn([process.execPath, 'test', '--timeout', '300000', `./${file}`], {
			cwd: project,
			env: { ...process.env, ...aimedAt(aim) },
			stdin: 'ignore',
			stdout: 'pipe',
			stderr: 'pipe',
		});
		const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
		const { passed, failed } = outcomeOf(code, `${out}${err}`);
		expect([failed, failed === 0 ? '' : `${out}${err}`.slice(-20_000)]).toEqual([0, '']);
		expect(passed).toBeGreaterThan(0);
	});
});
