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
import { jsonOf, project, type Step, type Walk } from './walk.ts';

/** What operators do, on the service of the walk or on a separate one. */
export const operatorSteps: readonly Step[] = [
	{
		does: 'ignores the files of the folder in which it is called',
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
	{ does: 'contains every document and the third-party licenses', walk: carryDocuments },
	{ does: 'checks the deployment with doctor', walk: askDoctor },
	{ does: 'opens the console, and lets a shop issue', inUsualRun: 'every form', walk: openConsole },
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

async function openConsole({ service, artifact }: Walk): Promise<void> {
	const console = service.metrics.replace(/\/metrics$/, '');
	const page = await fetch(`${console}/console`);
	expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
	const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
	expect(files.length).toBeGreaterThan(2);
	for (const path of files) {
		const file = await fetch(console + path);
		expect([artifact.program, path, file.status]).toEqual([artifact.program, path, 200]);
		expect((await file.bytes()).length).toBeGreaterThan(100);
	}
	const { stdout } = await service.command('console', '--for', 'anna');
	const post = (path: string, body: object, headers: Record<string, string>) =>
		fetch(console + path, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
	const code = stdout.trim().split('#code=')[1];
	expect((await post('/console/sign-in', { code }, { Origin: console })).status).toBe(200);
	const token = (await service.command('console', 'token', '--may', 'issue', '--for', 'shop')).stdout.trim();
	const order = { email: 'shop@example.com', order: 'W-1', mail: false };
	const issued = await post('/console/api/licenses', order, { Authorization: `Bearer ${token}` });
	expect(issued.status).toBe(201);
	const { key } = (await issued.json()) as { key: string };
	expect((await service.get('/items/14', key)).status).toBe(200);
	const described = await fetch(`${console}/console/openapi.json`);
	expect(((await described.json()) as { openapi: string }).openapi).toBe('3.1.0');
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
	const listed: { id: string; revoked: string | null }[] = await jsonOf(service, 'license', 'list');
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
		const [first, again] = [await jsonOf<Issued>(service, ...words), await jsonOf<Issued>(service, ...words)];
		expect<object>(again).toEqual({ ...first, known: true });
		const { stripe } = JSON.parse(productsText);
		expect(await jsonOf<object[]>(service, 'license', 'products')).toHaveLength(Object.keys(stripe).length);
		const { body, header } = await signed(stripeEvent('checkout.session.completed', session('walk')));
		const headers = { 'Stripe-Signature': header };
		const answer = await fetch(`${service.address}/hooks/stripe`, { method: 'POST', body, headers });
		expect([answer.status, await answer.json()]).toEqual([200, { received: true, result: 'paid' }]);
		const [order] = await jsonOf<{ state: string; licenses: string[] }[]>(
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
		const rotated = await jsonOf<{ key: string }>(service, 'license', 'rotate', id, '--no-mail');
		await eventually('the new key', async () => (await service.get('/items/14', rotated.key)).status === 200);
		expect(await jsonOf<object[]>(service, 'license', 'audit', 'cs_walk')).toHaveLength(4);
	} finally {
		await service.remove();
	}
}

async function answerWithoutServer(walk: Walk): Promise<void> {
	const { service } = walk;
	expect(await jsonOf(service, 'lookup', 'J293AP:14.7.2')).toMatchObject([{ requested_version: '14.7.2' }]);
	expect(JSON.stringify(await jsonOf(service, 'search', 'MacBook', 'Air', 'M2'))).toContain('J413AP');
	// Without the setting: the tables that it carries.
	expect((await runIn(service.state, walk, 'data', 'check')).code).toBe(0);
	expect(await jsonOf(service, 'exposure', 'J293AP', '14.7.2')).toMatchObject({ board_id: 'J293AP' });
}

async function carryDocuments({ service }: Walk): Promise<void> {
	const names: string[] = await jsonOf(service, 'manual');
	expect(names.toSorted()).toEqual(
		[...new Bun.Glob('docs/**/*.md').scanSync(project)].map((path) => path.slice(5, -3)).toSorted(),
	);
	for (const name of names) {
		const { stdout } = await service.command('manual', name);
		expect(stdout.trimEnd()).toBe(readFileSync(join(project, 'docs', `${name}.md`), 'utf8').trimEnd());
	}
	expect((await service.command('notices')).stdout).toContain('nodemailer');
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
	return jsonOf(service, 'license', 'issue', '--email', email, '--no-mail');
}
