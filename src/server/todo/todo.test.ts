import { describe, expect, test } from 'bun:test';
import { runHere } from '../../../test/cli/run-here.ts';
import { issue } from '../../../test/issue-license.ts';
import { useMailbox } from '../../../test/mailbox.ts';
import { kinds, useStores } from '../../../test/stores.ts';
import { session, stripeEvent } from '../../../test/stripe-objects.ts';
import { checkDatabase } from '../../cli/doctor/database.ts';
import { openDatabase } from '../../database/open.ts';
import type { Mail } from '../../delivery/mail.ts';
import { noProducts } from '../../licenses/orders/products.ts';
import { readStripeEvent } from '../../licenses/orders/stripe.ts';
import { takeEvent } from '../../licenses/orders/take-event.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { readSettings } from '../../settings/settings.ts';
import { spaceFinding } from './disk.ts';
import { readTodo, type Todo } from './todo.ts';
import { queueTodo, todoMail } from './todo-mail.ts';

const stores = useStores();
const mailbox = useMailbox();
const day = 86_400_000;

/** Somebody pays for something without a rule. */
async function sell(env: Record<string, string>, name: string): Promise<void> {
	await withRegistry(readSettings(env), async (registry) => {
		const sold = session(name, { metadata: { product: 'Site license' } });
		const body = JSON.stringify(stripeEvent('checkout.session.completed', sold, { live: true }));
		await takeEvent(registry, readStripeEvent(new TextEncoder().encode(body))!, noProducts);
	});
}

test('with nothing to do the list is empty, and the exit status is 0', async () => {
	const env = await stores.environment('sqlite');
	expect(await runHere(['todo'], env)).toMatchObject({ code: 0, stdout: 'Nothing waits for you.\n' });
	expect(await runHere(['todo', '--json'], env)).toMatchObject({ code: 0, stdout: '[]\n' });
	const never = await stores.emptyEnvironment('sqlite');
	expect(await runHere(['todo', '--json'], never)).toMatchObject({ code: 0, stdout: '[]\n' });
});

test('a held order and a mail that became a file are on the list with the next step, in the words of doctor', async () => {
	const env = await stores.environment('sqlite');
	await sell(env, 'a');
	const { id } = await issue(env, '--email', 'you@example.com');
	const withServer = { ...env, SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' };
	const { code, stdout } = await runHere(['todo', '--json'], withServer);
	const todo: Todo[] = JSON.parse(stdout);
	expect(code).toBe(3);
	expect(todo).toEqual([
		{
			kind: 'order',
			since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			what: 'cs_a is paid and held: no rule for Site license in PRODUCTS',
			do: 'add a rule to the PRODUCTS file and restart the service ("licenses": 0 for something else that you sell), then run "pointrelease license orders apply cs_a"',
		},
		{
			kind: 'mail',
			since: expect.any(String),
			what: '1 key was written to a file before SMTP_URL was set, and never sent',
			do: 'send them with "pointrelease license resend --undelivered"',
		},
	]);
	const doctor = await checkDatabase(readSettings(withServer), {});
	expect(doctor.filter(({ kind }) => kind !== undefined).map(({ found }) => found)).toEqual(
		todo.map(({ what }) => what),
	);
	await runHere(['license', 'resend', id], withServer);
	await runHere(['license', 'orders', 'apply', 'cs_a', '--licenses', '0'], withServer);
	const text = await runHere(['todo'], withServer);
	expect(text.stdout).toStartWith(
		'order        cs_a is paid and held: no rule for Site license in PRODUCTS (since ',
	);
	expect(text.stdout).not.toContain('1 key was written');
});

test('without a mail server, the key of an order that became a file is on the list, and any other is not', async () => {
	const env = await stores.environment('sqlite');
	await issue(env, '--email', 'you@example.com');
	expect((await runHere(['todo'], env)).stdout).toBe('Nothing waits for you.\n');
	const { id } = await issue(env, '--email', 'buyer@example.com', '--order', '1234');
	const { code, stdout } = await runHere(['todo', '--json'], env);
	expect([code, JSON.parse(stdout)]).toEqual([
		3,
		[
			{
				kind: 'mail',
				since: expect.any(String),
				what: '1 key of an order was written to a file, because SMTP_URL is not set: the customer has no key',
				do: 'set SMTP_URL and MAIL_FROM, then run "pointrelease license resend --undelivered" ("license list --undelivered" names them)',
			},
		],
	]);
	await runHere(['license', 'resend', id], { ...env, SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' });
	expect((await runHere(['todo'], env)).stdout).toBe('Nothing waits for you.\n');
});

test('mail that was given up leaves the list once it is sent again', async () => {
	const env = await stores.environment('sqlite');
	const { id } = await issue(env, '--email', 'you@example.com');
	const settings = readSettings(env);
	const database = await openDatabase(settings);
	try {
		await database.rows(
			"UPDATE outbox SET given_up = 1, sent = NULL, place = 'smtp', problem = 'no such user'",
		);
		const mail = async () => (await readTodo(settings, {}, database)).map(({ kind, what }) => [kind, what]);
		expect(await mail()).toEqual([['mail', 'mails: 1 given up']]);
		await runHere(['license', 'resend', id], env);
		expect(await mail()).toEqual([]);
	} finally {
		await database.close();
	}
});

test('a database that cannot be read is an entry, not silence', async () => {
	const env = await stores.environment('sqlite');
	const other = await stores.environment('sqlite');
	await Bun.write(
		`${env.POINTRELEASE_STATE}/pointrelease.db`,
		'this is no database, and as long as a header of one',
	);
	const { code, stdout } = await runHere(['todo', '--json'], env);
	expect([code, JSON.parse(stdout)[0].kind]).toEqual([3, 'database']);
	expect((await runHere(['todo'], other)).code).toBe(0);
});

test('a disk that fills up is on the list', () => {
	expect(spaceFinding('/state', 200 * 2 ** 20).kind).toBeUndefined();
	expect([50 * 2 ** 20, 0].map((free) => spaceFinding('/state', free).kind)).toEqual(['disk', 'disk']);
});

describe.each(kinds)('the mail to the operator on %s', (kind) => {
	test('leaves once a day while something waits, from one of two nodes', async () => {
		const env = await stores.environment(kind);
		const settings = readSettings({
			...env,
			MAIL_FROM: 'shop@example.com',
			OPERATOR_EMAIL: 'ops@example.com',
		});
		const nodes = [await openDatabase(settings), await openDatabase(settings)];
		const [database] = nodes as [(typeof nodes)[0]];
		const list = () => readTodo(settings, {}, database);
		try {
			const now = await database.now();
			expect(await queueTodo(database, list, now)).toBe(0);
			await sell(env, 'b');
			const queued = await Promise.all(nodes.map((node) => queueTodo(node, list, now)));
			expect(queued.toSorted()).toEqual([0, 1]);
			expect(await queueTodo(database, list, now + day - 1)).toBe(0);
			expect(await queueTodo(database, list, now + day)).toBe(1);

			const channel = { noun: 'mail', place: 'a test', deliver: async () => {}, close() {} };
			const subject = { kind: 'todo', id: 'todo' };
			const claim = { id: 'm1', owner: 'a', occasion: 'daily', attempts: 1, address: null };
			const claimed = { ...claim, subject, queued: now };
			const mail = (await todoMail(settings, list, channel).compose(claimed)) as Mail;
			expect(mail).toMatchObject({
				to: 'ops@example.com',
				subject: 'pointrelease: cs_b is paid and held: no rule for Site license in PRODUCTS',
			});
			expect(mail.text).toContain('To do: add a rule to the PRODUCTS file');
			// It says what waits when it leaves.
			expect(await todoMail(settings, async () => [], channel).compose(claimed)).toBeNull();
		} finally {
			for (const node of nodes) await node.close();
		}
	});
});
