import { expect } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { encodedKeyIn, headerOf } from '../mailbox.ts';
import { productsText } from '../order-scenarios.ts';
import { startService } from '../service-process.ts';
import { signed } from '../stripe-events.ts';
import { session, stripeEvent, stripeSecret } from '../stripe-objects.ts';
import { certificateFolder } from '../tls/secure-service.ts';
import { project, type Step, sample, type Walk } from './walk.ts';

/** What operators do, on the service of the walk or on a separate one. */
export const operatorSteps: readonly Step[] = [
	{
		does: 'believes no file of the folder it is called in',
		inUsualRun: 'every form',
		walk: ignoreForeignFiles,
	},
	{
		does: 'shows the key of the first start once, without a shell',
		inUsualRun: 'executable',
		walk: showFirstKey,
	},
	{ does: 'sends a key again, and revokes it', walk: resendAndRevoke },
	{ does: 'sells a key: an order entered by hand, and an event of Stripe', walk: sellKeys },
	{ does: 'looks up, searches and checks its data without a server', walk: answerWithoutServer },
	{ does: 'carries every document and the third-party licenses', walk: carryDocuments },
	{ does: 'reports on a fleet', walk: reportOnFleet },
	{ does: 'remembers a fleet, and writes evidence that it verifies', walk: rememberFleet },
	{ does: 'watches a fleet', inUsualRun: 'executable', walk: watchFleet },
	{ does: 'writes what a policy means for an MDM', walk: enforcePolicy },
	{ does: 'says how the deployment is', walk: askDoctor },
	{ does: 'backs up, loses everything, and restores', walk: restoreBackup },
	{ does: 'migrates to PostgreSQL', walk: moveToPostgres },
	{ does: 'serves with several workers', walk: serveWithWorkers },
	{ does: 'speaks TLS', walk: speakTls },
];

async function ignoreForeignFiles(walk: Walk): Promise<void> {
	const foreign = foreignFolder(walk);
	const manual = await runIn(foreign, walk, 'manual', '--json');
	expect([manual.stderr, manual.code]).toEqual(['', 0]);
	expect(JSON.parse(manual.stdout)).toContain('operations');
}

/** A folder with settings that try to change what a command runs. */
function foreignFolder({ service }: Walk): string {
	const foreign = mkdtempSync(join(service.state, 'foreign-'));
	writeFileSync(join(foreign, 'bunfig.toml'), 'preload = ["./foreign.ts"]\n');
	writeFileSync(join(foreign, 'foreign.ts'), "process.stdout.write('foreign');\n");
	writeFileSync(join(foreign, '.env'), 'RATE_LIMIT=eighty\n');
	writeFileSync(join(foreign, 'tsconfig.json'), '{"compilerOptions":{"paths":{"*":["./foreign.ts"]}}}');
	return foreign;
}

async function runIn(cwd: string, { artifact }: Walk, ...words: string[]) {
	const child = Bun.spawn([...artifact.program, ...words], {
		cwd,
		env: { PATH: artifact.path },
		stdout: 'pipe',
		stderr: 'pipe',
	});
	const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
	return { stdout, stderr, code };
}

async function showFirstKey({ service }: Walk): Promise<void> {
	expect(await service.command('license', 'first-key')).toEqual({
		code: 0,
		stdout: `${service.key}\n`,
		stderr: '',
	});
	const { code, stdout, stderr } = await service.command('license', 'first-key');
	expect([code, stdout]).toEqual([1, '']);
	expect(stderr).toContain('the key was shown before');
}

async function resendAndRevoke({ service, mailbox }: Walk): Promise<void> {
	const before = mailbox.messages.length;
	const email = 'forgetful@example.com';
	const { id, key } = await issue(service, email);
	await eventually('the key is known', async () => (await service.get('/items/14', key)).status === 200);
	expect((await service.command('license', 'resend', id)).code).toBe(0);
	await eventually('the mail', () => mailbox.messages.length === before + 1);
	const message = mailbox.messages.at(-1)!;
	expect([headerOf(message, 'To'), Buffer.from(encodedKeyIn(message)!, 'base64').toString()]).toEqual([
		email,
		key,
	]);
	expect((await service.command('license', 'revoke', id)).code).toBe(0);
	await eventually('the revocation', async () => (await service.get('/items/14', key)).status === 403);
	const listed: { id: string; revoked: string | null }[] = await json(service, 'license', 'list');
	expect(listed.find((license) => license.id === id)?.revoked).toBeString();
}

async function sellKeys({ artifact, service: { state } }: Walk): Promise<void> {
	const products = join(state, 'products.json');
	writeFileSync(products, productsText);
	const service = await startService({
		command: artifact.program,
		env: { PATH: artifact.path, STRIPE_WEBHOOK_SECRET: stripeSecret, PRODUCTS: products },
	});
	try {
		const words = ['license', 'issue', '--email', 'a@example.com', '--order', 'A-1', '--no-mail'];
		const [first, again] = [await json<Issued>(service, ...words), await json<Issued>(service, ...words)];
		expect<object>(again).toEqual({ ...first, known: true });
		const { stripe } = JSON.parse(productsText);
		expect(await json<object[]>(service, 'license', 'products')).toHaveLength(Object.keys(stripe).length);
		const { body, header } = await signed(stripeEvent('checkout.session.completed', session('walk')));
		const headers = { 'Stripe-Signature': header };
		const answer = await fetch(`${service.address}/hooks/stripe`, { method: 'POST', body, headers });
		expect([answer.status, await answer.json()]).toEqual([200, { received: true, result: 'paid' }]);
		const [order] = await json<{ state: string; licenses: string[] }[]>(
			service,
			'license',
			'orders',
			'cs_walk',
		);
		expect([order?.state, order?.licenses.length]).toEqual(['paid', 1]);
		const [id = ''] = order!.licenses;
		const outbox = join(service.state, 'outbox');
		const isMailed = () =>
			existsSync(outbox) && readdirSync(outbox).some((name) => name.startsWith(`${id}-`));
		await eventually('the mail', isMailed);
		const rotated = await json<{ key: string }>(service, 'license', 'rotate', id, '--no-mail');
		await eventually('the new key', async () => (await service.get('/items/14', rotated.key)).status === 200);
		expect(await json<object[]>(service, 'license', 'audit', 'cs_walk')).toHaveLength(4);
	} finally {
		await service.remove();
	}
}

async function answerWithoutServer({ service }: Walk): Promise<void> {
	expect(await json(service, 'lookup', 'J293AP:14.7.2')).toMatchObject([{ requested_version: '14.7.2' }]);
	expect(JSON.stringify(await json(service, 'search', 'MacBook', 'Air', 'M2'))).toContain('J413AP');
	expect((await service.command('data', 'check')).code).toBe(0);
	expect(await json(service, 'exposure', 'J293AP', '14.7.2')).toMatchObject({ board_id: 'J293AP' });
}

async function carryDocuments({ service }: Walk): Promise<void> {
	const names: string[] = await json(service, 'manual');
	expect(names.toSorted()).toEqual(
		[...new Bun.Glob('docs/**/*.md').scanSync(project)].map((path) => path.slice(5, -3)).toSorted(),
	);
	for (const name of names) {
		const { stdout } = await service.command('manual', name);
		expect(stdout.trimEnd()).toBe(readFileSync(join(project, 'docs', `${name}.md`), 'utf8').trimEnd());
	}
	expect((await service.command('notices')).stdout).toContain('nodemailer');
}

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
	expect(await json(service, 'fleet', 'remember', sample, '--history', history!)).toMatchObject({
		added: [{ macs: 40, known: false }],
	});
	expect(await json(service, 'fleet', 'history', ...where)).toMatchObject({ macs_seen: 40 });
	expect((await service.command('fleet', 'evidence-key', key!)).code).toBe(0);
	const words = ['--framework', 'cyber-essentials-3.3', '--sign', key!, '--out', folder!];
	expect((await service.command('fleet', 'evidence', ...where, ...words)).code).toBe(2);
	expect(await json(service, 'fleet', 'verify', folder!, '--public-key', `${key}.pub`)).toMatchObject({
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
	const { salt } = await json<{ salt: string }>(
		service,
		'fleet',
		'prove',
		'SAMPLE000040',
		'--history',
		history!,
	);
	const one = ['--serial', 'SAMPLE000040', '--salt', salt];
	expect(await json(service, 'fleet', 'verify', hidden, ...one)).toMatchObject({
		verified: true,
		mac: { serial: 'SAMPLE000040' },
	});
}

async function watchFleet({ artifact, service }: Walk): Promise<void> {
	const folder = mkdtempSync(join(service.state, 'watch-'));
	const [state, file] = [join(folder, 'state'), join(folder, 'watch.json')];
	cpSync(sample, join(folder, 'macs.csv'));
	const channels = { team: { kind: 'mail', to: 'mac-team@example.com' } };
	writeFileSync(
		file,
		JSON.stringify({ inventories: ['macs.csv'], policy: 'n-1', reports: 'reports', channels }),
	);
	const watch = async (...words: string[]) => {
		const child = Bun.spawn([...artifact.program, 'watch', ...words, '--json'], {
			env: { PATH: artifact.path, POINTRELEASE_STATE: state, WATCH: file, FEEDS: 'off' },
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
	expect(readdirSync(join(state, 'outbox'))).toHaveLength(status.messages.length);
}

async function enforcePolicy({ artifact, service }: Walk): Promise<void> {
	const file = join(service.state, 'policies.json');
	writeFileSync(file, '{"policies":{"standard":{"behind":1,"grace_days":14}}}');
	for (const format of ['ddm', 'fleet', 'nudge']) {
		const out = join(service.state, format);
		const words = ['enforce', '--policy', 'standard', '--for', format, '--out', out];
		const child = Bun.spawn([...artifact.program, ...words], {
			env: { PATH: artifact.path, POLICIES: file, POINTRELEASE_STATE: service.state },
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

async function askDoctor({ service }: Walk): Promise<void> {
	const { code, stdout } = await service.command('doctor', '--json');
	const findings: { check: string; state: string }[] = JSON.parse(stdout);
	expect([code, findings.filter(({ state }) => state === 'problem')]).toEqual([0, []]);
	expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['data', 'database', 'mail']));
}

async function restoreBackup({ artifact, service }: Walk): Promise<void> {
	const { key } = await issue(service, 'kept@example.com');
	const backup = join(service.state, 'backup');
	expect((await service.command('backup', backup)).code).toBe(0);
	const fresh = join(service.state, 'restored');
	const run = async (...words: string[]) =>
		Bun.spawn([...artifact.program, ...words], {
			env: { PATH: artifact.path, POINTRELEASE_STATE: fresh },
			stdout: 'ignore',
			stderr: 'inherit',
		}).exited;
	expect(await run('restore', backup)).toBe(0);
	const second = await startService({
		command: artifact.program,
		state: fresh,
		env: { PATH: artifact.path },
	});
	try {
		expect((await second.get('/items/14', key)).status).toBe(200);
	} finally {
		await second.remove();
	}
}

async function moveToPostgres({ artifact, service, database }: Walk): Promise<void> {
	const { key } = await issue(service, 'moved@example.com');
	const [backup, state] = [join(service.state, 'before-move'), join(service.state, 'moved')];
	expect((await service.command('backup', backup)).code).toBe(0);
	cpSync(backup, state, { recursive: true });
	const address = await database();
	const env = { PATH: artifact.path, POINTRELEASE_STATE: state };
	const child = Bun.spawn([...artifact.program, 'move', '--to', address, '--json'], {
		env,
		stdout: 'pipe',
		stderr: 'pipe',
	});
	expect([await child.exited, await child.stderr.text()]).toEqual([0, '']);
	const second = await startService({
		command: artifact.program,
		state,
		env: { ...env, DATABASE_URL: address },
	});
	try {
		expect((await second.get('/items/14', key)).status).toBe(200);
	} finally {
		await second.remove();
	}
}

async function serveWithWorkers({ artifact }: Walk): Promise<void> {
	const service = await startService({
		command: artifact.program,
		env: { PATH: artifact.path, WORKERS: '2' },
	});
	try {
		for (let index = 0; index < 20; index++) expect((await service.get('/items/14')).status).toBe(200);
		expect(await service.stop()).toBe(0);
	} finally {
		await service.remove();
	}
}

async function speakTls({ artifact }: Walk): Promise<void> {
	const files = certificateFolder();
	const service = await startService({
		command: artifact.program,
		env: { PATH: artifact.path, ...files.env },
	});
	try {
		const asked = await fetch(`https://127.0.0.1:${service.port}/items/14`, {
			headers: { Authorization: service.key },
			tls: { ca: files.ca },
		});
		expect(asked.status).toBe(200);
		expect(await service.stop()).toBe(0);
	} finally {
		await service.remove();
		files.remove();
	}
}

interface Issued {
	id: string;
	key: string;
}

async function issue(service: Walk['service'], email: string): Promise<Issued> {
	return json(service, 'license', 'issue', '--email', email, '--no-mail');
}

async function json<T>(service: Walk['service'], ...words: string[]): Promise<T> {
	const { code, stdout, stderr } = await service.command(...words, '--json');
	expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
	return JSON.parse(stdout);
}
