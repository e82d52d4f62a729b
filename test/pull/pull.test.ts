import { afterAll, describe, expect, test } from 'bun:test';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import fc from 'fast-check';
import { readUpdateEvidence, type UpdateEvidence } from '../../src/fleet/inventory/update-evidence.ts';
import { pullInventory } from '../../src/pull/pull.ts';
import { IncompletePull } from '../../src/pull/walk.ts';
import { fleetOf, open } from '../fleet/fleet-of.ts';
import { sized } from '../size.ts';
import { type FakeKind, fakeKinds } from './fake-kinds.ts';
import { authority, FakeMdm, type Faults } from './fake-mdm.ts';
import { connectionTo, lineOf, makeFolder, pullFrom, quickClock } from './pull-fakes.ts';
import { secrets, trueMacs } from './true-macs.ts';

const { folder, remove } = makeFolder();
const fakes = new Map(Object.keys(fakeKinds).map((kind) => [kind, new FakeMdm(kind, [])]));
afterAll(async () => {
	for (const fake of fakes.values()) await fake.stop();
	remove();
});

const status =
	(code: number, headers: Record<string, string> = {}) =>
	() =>
		new Response(`${secrets.recoveryKey} ${secrets.user}`, { status: code, headers });

test('Jamf Pro is asked through the newest API that it has', async () => {
	const fake = fakes.get('jamf-pro')!;
	const connection = connectionTo(folder, 'jamf-pro', fake);
	fake.reset(trueMacs(3), { absent: /^\/api\/(?:v[34]\/computers|v1\/oauth)/ });
	expect(await pullFrom(connection)).toHaveLength(3);
	expect(fake.paths.map((path) => path.split('?')[0])).toEqual([
		'/api/v1/oauth/token',
		'/api/oauth/token',
		'/api/v4/computers-inventory',
		'/api/v3/computers-inventory',
		'/api/v1/computers-inventory',
	]);
	fake.reset(trueMacs(3), { absent: /computers/ });
	const pulled = await pullFrom(connection);
	expect(pulled).toBeInstanceOf(IncompletePull);
	expect((pulled as IncompletePull).message).toContain('answers 404 (there is no such API at this address)');
});

test('Mosyle may count its pages from 1', async () => {
	const fake = fakes.get('mosyle')!;
	const { place } = fake.kind;
	const countingFromOne = { ...fake.kind, place: (...at: Parameters<typeof place>) => place(...at) - at[2] };
	const other = new FakeMdm('mosyle', trueMacs(12), countingFromOne);
	other.faults = { pageSize: 5 };
	const pulled = await pullFrom(connectionTo(folder, 'mosyle', other));
	await other.stop();
	expect(pulled).toHaveLength(12);
});

test.each(['jamf-pro', 'iru', 'mosyle', 'fleetdm'])(
	'a list of %s that is empty after rows of it came is incomplete, not an empty fleet',
	async (kind) => {
		const fake = fakes.get(kind)!;
		const page = { rows: [], start: 0, total: 0, size: 5, origin: '', countsPages: false };
		const answer = () => Response.json(fake.kind.page(page));
		for (const request of [2, 3]) {
			fake.reset(trueMacs(23), { pageSize: 5, allFrom: { request, answer } });
			const pulled = await pullFrom(connectionTo(folder, kind, fake));
			expect(pulled).toBeInstanceOf(IncompletePull);
			expect((pulled as IncompletePull).message).toMatch(/is empty|changed meanwhile|counts 23 rows/);
		}
	},
);

test('Mosyle: pages that are counted from 1 must hold every row that page 0 had', async () => {
	// The service gives no count of rows, and its page 0 fails after the first round.
	const fake = fakes.get('mosyle')!;
	const { page } = fake.kind;
	const withoutCount = {
		...fake.kind,
		page: (at: Parameters<typeof page>[0]) => {
			const answer = page(at) as { response: { rows?: string } };
			delete answer.response.rows;
			return answer;
		},
	};
	const other = new FakeMdm('mosyle', trueMacs(12), withoutCount);
	other.faults = { pageSize: 5, repeat: 2 };
	const pulled = await pullFrom(connectionTo(folder, 'mosyle', other));
	await other.stop();
	expect(pulled).toHaveLength(12);
});

test.each([
	['jamf-pro', 'the privilege Read Computers'],
	['intune', 'the application permission DeviceManagementManagedDevices.Read.All, with admin consent'],
	['iru', 'the token permission Device information of Prism'],
	['mosyle', 'an administrator whose role has API access and the list of devices'],
	['simplemdm', 'the API key right Devices: read'],
	['fleetdm', 'the global role observer of an API-only user'],
])('a 403 of %s says which right it takes: %s', async (kind, right) => {
	const fake = fakes.get(kind)!;
	fake.reset(trueMacs(3), { allFrom: { request: 1, answer: status(403) } });
	const pulled = (await pullFrom(connectionTo(folder, kind, fake))) as IncompletePull;
	expect(pulled.message).toEndWith(
		`${new URL(fake.url).host} answers 403 (the credentials are valid but may not do this); needed: ${right}`,
	);
});

test('a status of Mosyle that denies access names the right, too', async () => {
	const fake = fakes.get('mosyle')!;
	const answer = () => Response.json({ status: 'PERMISSION_DENIED' });
	fake.reset(trueMacs(3), { allFrom: { request: 1, answer } });
	const pulled = (await pullFrom(connectionTo(folder, 'mosyle', fake))) as IncompletePull;
	expect(pulled.message).toEndWith(
		'answers 403 (the credentials are valid but may not do this); needed: an administrator whose role has API access and the list of devices',
	);
});

test('a sign-in that is forbidden names the right, too', async () => {
	const fake = new FakeMdm('mosyle', trueMacs(3), {
		...fakes.get('mosyle')!.kind,
		signIn: (url) => (url.pathname === '/v1/login' ? new Response('', { status: 403 }) : undefined),
	});
	const pulled = (await pullFrom(connectionTo(folder, 'mosyle', fake))) as IncompletePull;
	await fake.stop();
	expect(pulled.message).toEndWith(
		'refuses to sign in with status 403: check the credentials of the connection, which need an administrator whose role has API access and the list of devices',
	);
});

test('a list without Macs is complete', async () => {
	for (const [kind, fake] of fakes) {
		fake.reset([]);
		expect(await pullFrom(connectionTo(folder, kind, fake))).toEqual([]);
	}
});

test('columns that hold secrets are never pulled', async () => {
	const connection = connectionTo(folder, 'simplemdm', fakes.get('simplemdm')!);
	for (const name of ['attributes.filevault_recovery_key', 'firmware_password', 'device.pin', 'unlockToken'])
		expect(pullFrom(connection, { keep: [name] })).rejects.toThrow(
			'columns that hold secrets are never pulled',
		);
});

async function evidenceIn(text: string) {
	const inventory = await open(text);
	const evidence: (UpdateEvidence | null)[] = [];
	await inventory.read((row) => evidence.push(readUpdateEvidence(row, '2026-11-18')));
	return evidence;
}

describe.each([...fakes])('a pull from %s', (kind, fake) => {
	const connection = connectionTo(folder, kind, fake);
	const macs = trueMacs(23);
	const whole = macs.map((mac) => lineOf(mac, fake.kind));
	const pull = async (faults: Faults, options = {}) => {
		fake.reset(macs, faults);
		return pullFrom(connection, options);
	};

	test('has every Mac, field by field, with two pages and with fifty', async () => {
		expect(await pull({ pageSize: 12 })).toEqual(whole);
		fake.reset(trueMacs(100), { pageSize: 2 });
		expect(await pullFrom(connection)).toHaveLength(100);
	});

	test('agrees with the export of the same Macs, field by field', async () => {
		const page = { rows: macs, start: 0, total: macs.length, size: 1000, origin: '', countsPages: false };
		const exported = await fleetOf(JSON.stringify(fake.kind.page(page)), noPolicy('2026-11-18'));
		fake.reset(macs, { pageSize: 5 });
		const lines = (await pullFrom(connection)) as Record<string, unknown>[];
		const pulled = await fleetOf(
			lines.map((line) => JSON.stringify(line)).join('\n'),
			noPolicy('2026-11-18'),
		);
		// The lists that services export have no version of Safari: it and what it decides are compared in the next test.
		const decidedBySafari = /safari|^(?:missing|not_stated|fixed_elsewhere)_/;
		const withoutSafari = (answer: object | null) =>
			Object.fromEntries(Object.entries(answer ?? {}).filter(([name]) => !decidedBySafari.test(name)));
		const toldBy = ({ macs: read }: typeof pulled) =>
			read.map(({ name, serial, seen, judgment }) => ({
				name,
				serial,
				seen,
				answer: withoutSafari(judgment.answer),
			}));
		expect(toldBy(pulled)).toEqual(toldBy(exported));
		expect(pulled.macs[0]!.seen).toBe(fake.kind.lacks.includes('inventoried') ? '2026-11-17' : '2026-11-01');
	});

	test('tells of late Macs what the export tells, and maybe more', async () => {
		const page = { rows: macs, start: 0, total: macs.length, size: 1000, origin: '', countsPages: false };
		const exported = await evidenceIn(JSON.stringify(fake.kind.page(page)));
		const lines = (await pull({ pageSize: 5 })) as Record<string, unknown>[];
		const pulled = await evidenceIn(lines.map((line) => JSON.stringify(line)).join('\n'));
		expect(pulled).toHaveLength(macs.length);
		expect(Object.keys(exported[0]!).length).toBeGreaterThan(2);
		for (const [at, evidence] of pulled.entries()) expect(evidence).toMatchObject(exported[at]!);
	});

	test('leaves out devices that are not Macs, and counts them', async () => {
		fake.reset(
			macs.map((mac, index) => ({ ...mac, isOther: index % 2 === 1 })),
			{ pageSize: 5 },
		);
		expect(await pullFrom(connection)).toEqual(whole.filter((_, index) => index % 2 === 0));
	});

	test('renews a token that expires during the pull, and once after a 401', async () => {
		expect(await pull({ pageSize: 1, tokenRequests: 9 })).toEqual(whole);
		for (const tokenSeconds of [1, 3600]) expect(await pull({ pageSize: 5, tokenSeconds })).toEqual(whole);
	});

	test('waits as long as the service asks, and with growing pauses if the service gives no time', async () => {
		const waits: number[] = [];
		const answers = new Map([
			[2, status(429, { 'retry-after': '7' })],
			[3, status(429)],
			[4, status(503)],
		]);
		expect(await pull({ pageSize: 12, answers }, { clock: quickClock(waits) })).toEqual(whole);
		expect(waits).toEqual([7, 2, 4]);
	});

	test('is incomplete if the service is away for ten minutes', async () => {
		const waits: number[] = [];
		const allFrom = { request: 2, answer: status(503) };
		const pulled = await pull({ pageSize: 5, allFrom }, { clock: quickClock(waits) });
		expect(pulled).toBeInstanceOf(IncompletePull);
		expect((pulled as IncompletePull).rows).toBe(5);
		expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThanOrEqual(600 * connection.kind.atOnce);
	});

	test.each([
		['403', { allFrom: { request: 2, answer: status(403) } }],
		['401 for every token', { allFrom: { request: 1, answer: status(401) } }],
		[
			'an answer that asks to wait an hour',
			{ allFrom: { request: 2, answer: status(429, { 'retry-after': '3600' }) } },
		],
		[
			'a redirect to another host',
			{ allFrom: { request: 2, answer: status(302, { location: 'https://other.example/' }) } },
		],
		['an answer that is not JSON', { allFrom: { request: 2, answer: status(200) } }],
	] as [string, Faults][])('is incomplete after %s, and repeats nothing of the answer', async (_, faults) => {
		const pulled = await pull({ pageSize: 12, ...faults });
		expect(pulled).toBeInstanceOf(IncompletePull);
		const told =
			JSON.stringify(pulled) + (pulled as IncompletePull).message + (pulled as IncompletePull).stack;
		for (const secret of Object.values(secrets)) expect(told).not.toContain(secret);
	});

	test('repeats a request whose answer breaks off', async () => {
		expect(await pull({ pageSize: 12, cut: 2 })).toEqual(whole);
	});

	test('trusts a link to the next page more than a count', async () => {
		expect(await pull({ pageSize: 5, countsPages: true })).toEqual(whole);
	});

	test('sends its credentials to no other host', async () => {
		let strangers = 0;
		const stranger = Bun.serve({
			port: 0,
			hostname: '127.0.0.1',
			tls: authority.issue(),
			fetch: () => {
				strangers++;
				return new Response('{}');
			},
		});
		const { host, origin: linkOrigin } = stranger.url;
		const links = await pull({ pageSize: 5, linkOrigin, countsPages: true });
		const answer = () => new Response('', { status: 307, headers: { location: `${linkOrigin}/` } });
		const redirects = await pull({ pageSize: 5, allFrom: { request: 2, answer } });
		await stranger.stop(true);
		expect(strangers).toBe(0);
		expect(redirects).toBeInstanceOf(IncompletePull);
		expect((redirects as IncompletePull).message).toContain(`redirects to another host, ${host}`);
		// Addresses in answers are ignored if the service counts its pages.
		if (kind !== 'intune') expect(links).toEqual(whole);
		else expect((links as IncompletePull).message).toContain(`the next page is at ${host}, and`);
	});

	test('is complete or reported as incomplete under every mix of faults', async () => {
		const code = fc.constantFrom(401, 429, 500, 503);
		const faults = fc.record({
			pageSize: fc.integer({ min: 1, max: 12 }),
			statuses: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), code), { maxLength: 4 }),
			cut: fc.integer({ min: 0, max: 8 }),
			repeat: fc.integer({ min: 0, max: 8 }),
			empty: fc.integer({ min: 0, max: 8 }),
			removedAt: fc.integer({ min: 0, max: 8 }),
			swappedAt: fc.integer({ min: 0, max: 8 }),
			tokenRequests: fc.integer({ min: 1, max: 6 }),
		});
		await fc.assert(
			fc.asyncProperty(faults, async ({ statuses, removedAt, swappedAt, ...rest }) => {
				const truth = [...macs];
				fake.reset(macs, {
					...rest,
					answers: new Map(statuses.map(([at, code]) => [at, status(code)])),
					beforePage(number, list) {
						if (number === removedAt) list.splice(1, 1);
						// Without a stable order, rows change places.
						if (number === swappedAt) list.push(list.shift()!);
					},
				});
				const pulled = await pullFrom(connection);
				if (pulled instanceof IncompletePull) return;
				const serials = new Set(pulled.map(({ serial }) => serial));
				expect(serials.size).toBe(pulled.length);
				// Every Mac that is in the list at the end is in the pull.
				expect(fake.macs.filter(({ serial }) => !serials.has(serial))).toEqual([]);
				expect(pulled.length).toBeLessThanOrEqual(truth.length);
			}),
			{ numRuns: sized(4, 120) },
		);
	});
});

describe('a further list', () => {
	const iru = fakes.get('iru')!;
	const noTokens = (macs: readonly Record<string, unknown>[]) =>
		macs.map((mac) => ({ ...mac, bootstrap_token: null }));
	const pulledFrom = async (fake: FakeMdm, kind: string) => {
		const { lines, notes } = await pullInventory(connectionTo(folder, kind, fake), { clock: quickClock() });
		const text = new TextDecoder().decode(Buffer.concat(lines));
		return {
			notes,
			macs: text
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line)),
		};
	};

	test('that the credentials may not read is said with its own permission, and the pull is whole', async () => {
		const macs = trueMacs(5);
		const refusing = (path: RegExp, answer: () => Response) =>
			new FakeMdm('iru', macs, {
				...iru.kind,
				other: (url, all) => (path.test(url.pathname) ? answer() : iru.kind.other!(url, all)),
			});
		for (const [answer, why] of [
			[
				status(403),
				'403 (the credentials are valid but may not do this); needed: the token permission Startup settings of Prism',
			],
			[status(404), '404 (there is no such API at this address)'],
			[() => Response.json({ data: 1 }), 'the answer has no list "data"'],
		] as const) {
			const fake = refusing(/startup_settings/, answer);
			const pulled = await pulledFrom(fake, 'iru');
			await fake.stop();
			expect(pulled.macs).toEqual(noTokens(macs.map((mac) => lineOf(mac, iru.kind))));
			expect(pulled.notes).toHaveLength(1);
			expect(pulled.notes[0]).toStartWith('Bootstrap tokens are not known: ');
			expect(pulled.notes[0]).toEndWith(why);
		}
	});

	test('is not asked for without the ID of the script, and gives nothing to Macs that it does not name', async () => {
		const { report_id: _, ...members } = iru.kind.members;
		const macs = trueMacs(3);
		const other: FakeKind['other'] = (url, all) => iru.kind.other!(url, all.slice(1));
		const fake = new FakeMdm('iru', macs, { ...iru.kind, members, other });
		const pulled = await pulledFrom(fake, 'iru');
		await fake.stop();
		expect(pulled.macs.map(({ bootstrap_token }) => bootstrap_token)).toEqual([null, true, false]);
		expect(pulled.macs.some((mac) => 'safari' in mac)).toBe(false);
		expect(fake.paths.some((path) => path.includes('library'))).toBe(false);
	});

	test('of Fleet is asked for under its newer name if the older one is not there', async () => {
		const fleetdm = fakes.get('fleetdm')!;
		const other: FakeKind['other'] = (url, all) =>
			fleetdm.kind.other!(new URL(url.href.replace('/reports/', '/queries/')), all);
		const fake = new FakeMdm('fleetdm', trueMacs(3), { ...fleetdm.kind, other });
		fake.faults = { absent: /\/queries\// };
		const { macs, notes } = await pulledFrom(fake, 'fleetdm');
		await fake.stop();
		expect(notes).toEqual([]);
		expect(macs.map(({ safari }) => safari)).toEqual(trueMacs(3).map(({ safari }) => safari));
	});
});

test('a failure that a script reports is cut before it is stored, and names no person', async () => {
	const jamf = fakes.get('jamf-pro')!;
	const page: FakeKind['page'] = (at) => {
		const { results, ...rest } = jamf.kind.page(at) as { results: object[] };
		const values = [`Failed at /Users/anna/x\u001b ${'y'.repeat(400)}`];
		return {
			...rest,
			results: results.map((mac) => ({ ...mac, extensionAttributes: [{ name: 'Failure reason', values }] })),
		};
	};
	const fake = new FakeMdm('jamf-pro', trueMacs(1), { ...jamf.kind, page });
	const [mac] = (await pullFrom(connectionTo(folder, 'jamf-pro', fake))) as Record<string, string>[];
	await fake.stop();
	expect(mac!.failure_reason).toBe(`${`Failed at /Users/… ${'y'.repeat(400)}`.slice(0, 199)}…`);
});
