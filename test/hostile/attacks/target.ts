import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn, startConsoleService } from '../../console/console-service.ts';
import { policiesFile } from '../../enforce/policies.ts';
import { temporaryState } from '../../live.ts';
import { type Mailbox, openMailbox } from '../../mailbox.ts';
import { productsText } from '../../order-scenarios.ts';
import type { ServiceProcess } from '../../service-process.ts';
import { stripeSecret } from '../../stripe-objects.ts';
import { bytes, exchange, type RawResponse } from '../raw-client.ts';
import { type Attack, type AttackValues, requestOf } from './attack.ts';

/** A running service with every way in open. */
export interface Target {
	readonly service: ServiceProcess;
	readonly values: AttackValues;
	remove(): Promise<void>;
}

/** Starts a service, of whatever form tests are aimed at, with everything on that takes requests. */
export async function startTarget(): Promise<Target> {
	const mailbox: Mailbox = await openMailbox();
	const files = temporaryState();
	const write = (name: string, text: string) => {
		writeFileSync(join(files.folder, name), text);
		return join(files.folder, name);
	};
	const service = await startConsoleService({
		env: {
			MCP: 'on',
			SUBSCRIPTIONS: 'on',
			PUBLIC_PAGES: 'on',
			SOFA_FEED: 'key',
			MINIMUM: 'key',
			ACCESS_LOG: 'on',
			LOST_KEY: '100000/s',
			SMTP_URL: mailbox.url,
			MAIL_FROM: 'shop@example.com',
			STRIPE_WEBHOOK_SECRET: stripeSecret,
			PRODUCTS: write('products.json', productsText),
			POLICIES: write('policies.json', policiesFile),
		},
	});
	const { cookie, token } = await signIn(service);
	const rights = ['--may', 'issue,revoke,extend', '--per-day', '100000'];
	const shop = await service.command('console', 'token', '--for', 'shop', ...rights);
	if (shop.code !== 0) throw new Error(shop.stderr);
	const headers = { Authorization: service.key };
	const started = await fetch(`${service.address}/subscription/start`, { method: 'POST', headers });
	const [, feed = ''] = /feeds\/(\w+)\//.exec(await started.text()) ?? [];
	return {
		service,
		values: {
			key: service.key,
			small: service.key.toLowerCase(),
			cookie,
			token,
			shop: shop.stdout.trim(),
			feed,
		},
		async remove() {
			await service.remove();
			await mailbox.stop();
			files.remove();
		},
	};
}

/** How many are under way at once. */
const together = 6;

/** Plays the attacks at a service. Returns each that was not answered as it must be, with what is wrong. */
export async function play(attacks: readonly Attack[], target: Target): Promise<string[]> {
	const faults: string[] = [];
	const waiting = attacks.values();
	const player = async () => {
		for (const attack of waiting)
			for (const fault of await faultsOf(attack, target)) faults.push(`${attack.name}: ${fault}`);
	};
	await Promise.all(Array.from({ length: together }, player));
	return faults;
}

async function faultsOf(attack: Attack, { service, values }: Target): Promise<string[]> {
	const port = attack.at === 'console' ? Number(new URL(service.metrics).port) : service.port;
	const { responses, rest } = await exchange(port, [bytes(requestOf(attack, values))], {
		patience: 20_000,
		quiet: 20_000,
	});
	const [response, ...more] = responses;
	if (more.length > 0 || rest !== '') return [`more than one answer: ${rest.slice(0, 100)}`];
	const statuses = attack.answers.join(' or ') || 'no answer';
	if (!response) return attack.answers.length === 0 ? [] : [`no answer in place of ${statuses}`];
	const faults = attack.answers.includes(response.status)
		? []
		: [`${response.status} in place of ${statuses}: ${response.body.slice(0, 200)}`];
	return [...faults, ...brokenPromises(attack, response, service.state, values)];
}

/** What no answer does, whatever was asked. */
function brokenPromises(
	{ says = '', lacks, signedIn }: Attack,
	{ body: text, headers, status }: RawResponse,
	state: string,
	values: AttackValues,
): string[] {
	const fields = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
	const type = headers.get('content-type') ?? '';
	const whole = `${fields}\n${text}`;
	const broken: Record<string, boolean> = {
		'a defect is answered': status >= 500 && status !== 505,
		'the request wrote a header': headers.has('x-attack') || fields.includes('attack=1'),
		'a secret is in the answer': [values.cookie.split('=')[1]!, values.shop].some((secret) =>
			whole.includes(secret),
		),
		'the key is in the answer': whole.includes(values.key),
		'a file of the machine is in the answer': /root:[^\n]*:0:0:|\[extensions\]|sealing\.key:/.test(text),
		'the answer shows the inside of the program':
			/node_modules|\bat \S+ \(.*:\d+:\d+\)|SQLITE_|PostgresError|syntax error at/.test(text) ||
			// The console tells its operator where the state folder is.
			(!signedIn && text.includes(state)),
		'markup of the request is in the page': type.includes('html') && /<script>attack|<img src=x/.test(text),
		'the answer is not the JSON that it says': type.includes('json') && text !== '' && !isJson(text),
		'the type of the answer may be guessed':
			type !== '' && headers.get('x-content-type-options') !== 'nosniff',
		'another site may read with the cookies of a browser': headers.has('access-control-allow-credentials'),
		[`it does not say ${says}`]: !text.includes(says),
		[`it says ${lacks}`]: lacks !== undefined && whole.includes(lacks),
	};
	return Object.keys(broken).filter((words) => broken[words]);
}

function isJson(text: string): boolean {
	try {
		JSON.parse(Buffer.from(text, 'latin1').toString());
		return true;
	} catch {
		return false;
	}
}
