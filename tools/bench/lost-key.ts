import { SMTPServer } from 'smtp-server';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { shuffle } from '../../test/seeded-random.ts';
import { apart } from './measure/apart.ts';
import { makeState, serviceOn } from './measure/service.ts';
import { inFolder } from './measure/workspace.ts';
import { median, type Subject } from './subject.ts';

const port = 18_470;
/** The largest allowed difference between the two kinds of addresses, as a share of the time of an answer. */
const mostApart = 0.05;
/** Microseconds below which a difference does not matter: a network and a busy service vary a hundred times as much. */
const leastBar = 100;

/** Milliseconds in which a request is looked up and its mail is sent. */
const aftermath = 2_500;

/**
 * Whether timing reveals at `/lost-key` if an address belongs to a customer: the time of the answer itself, and the
 * times of other requests while the address is looked up and mailed.
 */
export const lostKeySubject: Subject = {
	name: 'lost-key',
	measure: ({ quick }) =>
		inFolder(async (folder) => {
			const [answers, afterwards] = quick ? [200, 8] : [1_500, 60];
			await makeState(folder);
			// Each address is used once, because an address gets only few mails a day.
			const customers = await issue(folder, answers + afterwards);
			const mail = await openMailServer();
			const service = await serviceOn(port, folder, 'pointrelease', {
				LOST_KEY: '100000/s',
				SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
			});
			try {
				const pairs = customers.map((email, at) => ({ customer: email, unknown: `other${at}@example.com` }));
				for (let at = 0; at < 100; at++) await ask(`warm${at}@example.com`);
				const first = await inPairs(pairs.slice(0, answers), ask);
				// Wait until all mails of the first part have been sent.
				while (mail.received() < answers) await Bun.sleep(200);
				const second = await inPairs(pairs.slice(answers), async (email) => {
					await ask(email);
					return slowestProbe();
				});
				return [
					{ name: 'answer to an unknown address', values: [[median(first.unknown), 'us']] },
					{
						name: 'answer to a known address, apart from it',
						...apart(first.customer, first.unknown, 'us'),
						must: { most: barOf(first) },
					},
					{
						name: 'slowest other request of the next 2.5 s, apart',
						...apart(second.customer, second.unknown, 'us'),
						aim: { most: barOf(second) },
					},
				];
			} finally {
				await service.stop();
				await mail.stop();
			}
		}),
};

async function issue(folder: string, count: number): Promise<string[]> {
	const settings = readSettings({ POINTRELEASE_STATE: folder, FEEDS: 'off' });
	return withRegistry(settings, async (registry) => {
		const emails: string[] = [];
		for (let at = 0; at < count; at++) {
			const { email } = await issueLicense(registry, { email: `known${at}@example.com`, mail: false });
			emails.push(email);
		}
		return shuffle(emails);
	});
}

/** A mail server that accepts everything. */
async function openMailServer() {
	let received = 0;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		logger: false,
		onData(stream, _session, callback) {
			stream.resume();
			stream.on('end', () => {
				received++;
				callback();
			});
		},
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	return {
		port: (server.server.address() as { port: number }).port,
		received: () => received,
		stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
}

/** Microseconds until the whole answer has arrived. */
async function ask(email: string): Promise<number> {
	const body = new URLSearchParams({ email });
	const started = performance.now();
	const response = await fetch(`http://127.0.0.1:${port}/lost-key`, { method: 'POST', body });
	await response.arrayBuffer();
	const took = (performance.now() - started) * 1_000;
	if (response.status !== 200) throw new Error(`/lost-key answered ${response.status}`);
	return took;
}

/** Microseconds of the slowest of many other requests during that time. */
async function slowestProbe(): Promise<number> {
	let slowest = 0;
	for (const end = performance.now() + aftermath; performance.now() < end; ) {
		const started = performance.now();
		await (await fetch(`http://127.0.0.1:${port}/livez`)).arrayBuffer();
		slowest = Math.max(slowest, (performance.now() - started) * 1_000);
		await Bun.sleep(1);
	}
	return slowest;
}

interface Samples {
	readonly customer: number[];
	readonly unknown: number[];
}

/**
 * Samples pairs directly after each other, with alternating order, so that changes of the machine affect both kinds.
 */
async function inPairs(
	pairs: readonly { customer: string; unknown: string }[],
	sample: (email: string) => Promise<number>,
): Promise<Samples> {
	const samples: Samples = { customer: [], unknown: [] };
	for (const [round, pair] of pairs.entries())
		for (const kind of round % 2 === 0
			? (['customer', 'unknown'] as const)
			: (['unknown', 'customer'] as const))
			samples[kind].push(await sample(pair[kind]));
	return samples;
}

function barOf({ unknown }: Samples): number {
	return Math.max(leastBar, Math.round(mostApart * median(unknown)));
}
