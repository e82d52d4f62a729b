import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { parseExceptions } from '../../../src/history/exceptions.ts';
import { readLeaving } from '../../../src/history/retire.ts';
import { readDrafts } from '../../../src/licenses/issuing/drafts.ts';
import { readRevocations } from '../../../src/licenses/issuing/replay-revocations.ts';
import { parseProducts } from '../../../src/licenses/orders/products-definition.ts';
import { connectionsIn } from '../../../src/pull/connections-definition.ts';
import { parsePolicies } from '../../../src/settings/policies-definition.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { watchFileAt } from '../../../src/watch/read-watch-file.ts';
import { policyOn } from '../../../src/watch/watch-file.ts';
import type { Target } from '../target.ts';
import { asOf, charactersOf, textOf } from './world.ts';

let folder: string | undefined;

/** The bytes in a file, for readers of paths. Its folder has what a watch file may name. */
function inFile(bytes: Uint8Array): string {
	if (folder === undefined) {
		folder = mkdtempSync(join(tmpdir(), 'pointrelease-fuzz-'));
		process.once('exit', () => rmSync(folder!, { recursive: true, force: true }));
		writeFileSync(join(folder, 'macs.csv'), 'Name,Model,OS Version\n');
	}
	const path = join(folder, 'file.json');
	writeFileSync(path, bytes, { mode: 0o600 });
	return path;
}

const file = 'file.json';
const env = { TEAM_HOOK: 'https://hooks.example.com/a', SECRET: 'a-secret' };

const policies = {
	policies: {
		strict: {
			description: 'a',
			behind: 0,
			grace_days: 7,
			exploited_grace_days: 3,
			exclude: ['26.6.1'],
			settings: { notifications: true },
		},
		'n-1': { behind: 1, defer_days: 14, enrollment_grace_days: 5 },
	},
};

const watch = {
	inventories: ['macs.csv'],
	every: '24h',
	policy: 'n-1',
	framework: 'cyber-essentials-3.3',
	time_zone: 'Europe/Berlin',
	keep: ['Department'],
	why: {},
	channels: {
		team: { kind: 'slack', url: { env: 'TEAM_HOOK' }, tell: ['release', 'overdue'] },
		desk: { kind: 'mail', to: 'a@example.com', tell: ['trouble'], names: true },
		log: { kind: 'ntfy', url: 'https://ntfy.example.com', topic: { env: 'SECRET' } },
	},
	keep_days: 30,
};

const connections = {
	connections: {
		jamf: {
			kind: 'jamf-pro',
			url: 'https://a.example.com',
			client_id: 'a',
			client_secret: { env: 'SECRET' },
			why: true,
		},
		mosyle: {
			kind: 'mosyle',
			product: 'business',
			access_token: { env: 'SECRET' },
			email: 'a@b.c',
			password: 'p',
		},
	},
};

const rule = {
	licenses: 2,
	days: 365,
	renews: true,
	grace_days: 7,
	amount: 4900,
	currency: 'eur',
	note: 'a',
};

export const targets: readonly Target[] = [
	{
		name: 'file-policies',
		read(bytes) {
			const named = parsePolicies(file, textOf(bytes));
			const taken = [...named].map(([name, { terms }]) => policyOf(asOf, terms, name));
			return charactersOf(taken);
		},
		seeds: () => [JSON.stringify(policies)],
	},
	{
		name: 'file-watch',
		read(bytes) {
			const read = watchFileAt(inFile(bytes), { settings: readSettings({}), env });
			return charactersOf([read.inventories, read.channels, policyOn(read, asOf)]);
		},
		seeds: () => [JSON.stringify(watch), JSON.stringify({ inventories: ['macs.csv'], channels: {} })],
		mostAnswer: 200_000,
	},
	{
		name: 'file-connections',
		read: (bytes) =>
			charactersOf(
				[...connectionsIn(inFile(bytes), env)].map(([name, { api, login }]) => [name, api, login]),
			),
		seeds: () => [JSON.stringify(connections)],
	},
	{
		name: 'file-products',
		read(bytes) {
			const products = parseProducts(file, textOf(bytes));
			return charactersOf([...products].map(([provider, named]) => [provider, ...named]));
		},
		seeds: () => [JSON.stringify({ stripe: { plink_1: rule, 'A product': { days: null } } })],
	},
	{
		name: 'file-licenses',
		async read(bytes) {
			let drafts = 0;
			for await (const part of readDrafts([textOf(bytes.subarray(0, 99)), textOf(bytes.subarray(99))]))
				drafts += charactersOf(part);
			return drafts;
		},
		seeds: () => [
			'email,key,expires,note\na@example.com,ABCD-EFGH-JKMN-PQRS,2027-01-01,"a, b"\n',
			'a@example.com\nb@example.com,,2027-02-29\n',
			'id,email,issued,expires,revoked,note,order\n0123ABCD,a@b.c,2026-01-01T00:00:00.000Z,,2026-02-01T00:00:00.000Z,,o-1\n',
		],
	},
	{
		name: 'file-revocations',
		read: (bytes) => charactersOf(readRevocations(textOf(bytes))),
		seeds: () => ['id,revoked\n0123ABCD,2026-02-01T00:00:00.000Z\n0123ABCE,\n'],
	},
	{
		name: 'file-exceptions',
		read: (bytes) => charactersOf([...parseExceptions(textOf(bytes), file, asOf)]),
		seeds: () => ['Serial Number,Reason,Owner,Until\nC02A,old app,a,2027-01-01\nC02B,"b\nc",,2026-01-01\n'],
	},
	{
		name: 'file-retirements',
		read: (bytes) => charactersOf(readLeaving(inFile(bytes), { on: null, reason: null })),
		seeds: () => ['serial,on,reason\nC02A,2026-11-01,sold\n'],
	},
];
