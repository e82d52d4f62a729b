import { expect } from 'bun:test';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWorld } from '../world.ts';
import { jsonOf, type Step, sample, type Walk } from './walk.ts';

/** What admins do with a fleet. */
export const fleetSteps: readonly Step[] = [
	{ does: 'reports on a fleet', walk: reportOnFleet },
	{ does: 'remembers a fleet, and writes evidence that it verifies', walk: rememberFleet },
	{ does: 'watches a fleet', inUsualRun: 'executable', walk: watchFleet },
	{ does: 'writes the files of a policy for an MDM', walk: enforcePolicy },
];

async function reportOnFleet({ service }: Walk): Promise<void> {
	const page = join(service.state, 'report.html');
	const terms = ['--behind', '1', '--as-of', '2026-11-17'];
	const { code, stdout, stderr } = await service.command('fleet', sample, ...terms, '--json', '--html', page);
	// Some Macs of the sample miss the policy.
	expect([code, stderr]).toEqual([2, '']);
	expect(JSON.parse(stdout)).toMatchObject({ summary: { macs: 40, unknown: 0 } });
	expect(readFileSync(page, 'utf8')).toContain('SAMPLE000040');
}

async function rememberFleet({ service }: Walk): Promise<void> {
	const [history, folder, key] = ['history.db', 'evidence', 'audit.key'].map((name) =>
		join(service.state, name),
	);
	const where = ['--history', history!, '--as-of', '2026-11-17'];
	expect(await jsonOf(service, 'fleet', 'remember', sample, '--history', history!)).toMatchObject({
		added: [{ macs: 40, known: false }],
	});
	expect(await jsonOf(service, 'fleet', 'history', ...where)).toMatchObject({ macs_seen: 40 });
	expect((await service.command('fleet', 'evidence-key', key!)).code).toBe(0);
	const words = ['--framework', 'cyber-essentials-3.3', '--sign', key!, '--out', folder!];
	expect((await service.command('fleet', 'evidence', ...where, ...words)).code).toBe(2);
	expect(await jsonOf(service, 'fleet', 'verify', folder!, '--public-key', `${key}.pub`)).toMatchObject({
		verified: true,
		signature: 'valid',
	});
	const hidden = `${folder}-hidden`;
	expect(
		(
			await service.command(
				'fleet',
				'evidence',
				...where,
				'--pseudonymous',
				...words.slice(0, 2),
				'--out',
				hidden,
			)
		).code,
	).toBe(2);
	const { salt } = await jsonOf<{ salt: string }>(
		service,
		'fleet',
		'prove',
		'SAMPLE000040',
		'--history',
		history!,
	);
	const one = ['--serial', 'SAMPLE000040', '--salt', salt];
	expect(await jsonOf(service, 'fleet', 'verify', hidden, ...one)).toMatchObject({
		verified: true,
		mac: { serial: 'SAMPLE000040' },
	});
}

async function watchFleet({ artifact, service }: Walk): Promise<void> {
	const folder = mkdtempSync(join(service.state, 'watch-'));
	const [state, file] = [join(folder, 'state'), join(folder, 'watch.json')];
	cpSync(sample, join(folder, 'macs.csv'));
	const channels = { team: { kind: 'file', folder: 'messages' } };
	writeFileSync(
		file,
		// The contacts in the sample are of fixed days.
		JSON.stringify({
			inventories: ['macs.csv'],
			late_days: 3650,
			policy: 'n-1',
			reports: 'reports',
			channels,
		}),
	);
	const watch = async (...words: string[]) => {
		const child = Bun.spawn([...artifact.program, 'watch', ...words, '--json'], {
			env: { PATH: artifact.path, POINTRELEASE_STATE: state, WATCH: file, FEEDS: 'off', ...inWorld },
			stdout: 'pipe',
			stderr: 'ignore',
		});
		const stdout = await child.stdout.text();
		expect([words, await child.exited]).toEqual([words, 0]);
		return JSON.parse(stdout);
	};
	const { plan, messages } = await watch('--check', '--messages');
	expect(plan.join('\n')).toContain('macs.csv');
	const overdue = messages.find(({ kind }: { kind: string }) => kind === 'overdue').message.title;
	expect(await watch('--once')).toEqual({ round: 1, whole: true, macs: 40, problems: [], undelivered: 0 });
	expect(readFileSync(join(folder, 'reports', 'fleet.html'), 'utf8')).toContain('SAMPLE000040');
	const status = await watch('status');
	expect(status).toMatchObject({ rounds: 1, overdue: false, channels: [{ name: 'team', paused: null }] });
	expect(status.messages).toContainEqual(
		expect.objectContaining({ kind: 'overdue', title: overdue, state: 'sent' }),
	);
	expect(readdirSync(join(folder, 'messages'))).toHaveLength(status.messages.length);
}

async function enforcePolicy({ artifact, service }: Walk): Promise<void> {
	const file = join(service.state, 'policies.json');
	writeFileSync(file, '{"policies":{"standard":{"behind":1,"grace_days":14}}}');
	for (const format of ['ddm', 'fleet', 'nudge']) {
		const out = join(service.state, format);
		const words = ['enforce', '--policy', 'standard', '--for', format, '--out', out];
		const child = Bun.spawn([...artifact.program, ...words], {
			env: { PATH: artifact.path, POLICIES: file, POINTRELEASE_STATE: service.state, ...inWorld },
			stdout: 'ignore',
			stderr: 'pipe',
		});
		// A limit of the format is a notice, not a failure.
		const said = (await child.stderr.text())
			.split('\n')
			.filter((line) => line !== '' && !line.startsWith('notice: '));
		expect([format, said, await child.exited]).toEqual([format, [], 0]);
		expect([...new Bun.Glob('*').scanSync(out)].length).toBeGreaterThan(0);
	}
}
