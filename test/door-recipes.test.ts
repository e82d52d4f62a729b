import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import {
	cloudflareCompare,
	compareNumbers,
	googleGrants,
	tailscaleCompare,
	tailscaleHolds,
} from './enforce/door-products.ts';
import { policiesFile } from './enforce/policies.ts';
import { type Live, startLive } from './live.ts';
import { environment } from './process.ts';
import { shipped } from './shipped-data.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pointrelease-door-'));
const blocks = [...readFileSync(`${root}docs/door.md`, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
	([, code]) => code!,
);
let live: Live;

beforeAll(async () => {
	writeFileSync(join(folder, 'policies.json'), policiesFile);
	live = await startLive({ MINIMUM: 'key', POLICIES: join(folder, 'policies.json') });
	for (const code of blocks) {
		const child = Bun.spawn(['sh', '-ec', code.replaceAll('https://macs.example', live.address)], {
			cwd: folder,
			env: {
				...environment({ KEY: live.key, POINTRELEASE_STATE: join(folder, 'state') }),
				PATH: `${root}bin:${process.env.PATH}`,
			},
			stdout: 'ignore',
			stderr: 'pipe',
		});
		expect([code, await child.exited, await child.stderr.text()]).toEqual([code, 0, '']);
	}
});
afterAll(async () => {
	await live.stop();
	rmSync(folder, { recursive: true });
});

const written = (name: string) => readFileSync(join(folder, name), 'utf8');
const json = (name: string) => JSON.parse(written(name));

/** Versions that Macs report: each release, and some that are not known. */
const versions = [
	...[...shipped.releases.keys()].filter((version) => Number(version.split('.')[0]) > 10),
	'16.3',
	'20.0',
	'26.10',
	'28.0',
];

interface Major {
	readonly minimum: string | null;
	readonly upper_bound: string | null;
}

/** What the answer means: at or above a minimum, and below the next number. */
function isAdmitted(version: string): boolean {
	return (json('minimum.json').majors as Major[]).some(
		({ minimum, upper_bound: bound }) =>
			minimum !== null &&
			compareNumbers(version, minimum) >= 0 &&
			(bound === null || compareNumbers(version, bound) < 0),
	);
}

test('the page runs its recipes, and some versions are admitted and some are not', () => {
	expect(blocks.length).toBe(6);
	const admitted = versions.filter(isAdmitted);
	expect(admitted).toContain('26.7.1');
	expect(admitted).toContain('28.0');
	expect(admitted).not.toContain('27.0');
	expect(admitted).not.toContain('15.8.2');
});

test('Google grants exactly the versions that are admitted', () => {
	const { expression } = parse(written('google.yaml')) as { expression: string };
	for (const version of versions)
		expect([version, googleGrants(expression, version)]).toEqual([version, isAdmitted(version)]);
});

test('Cloudflare passes exactly those, by the rules of one major version', () => {
	const rules = json('cloudflare.json') as {
		name: string;
		input: { operator: string; version: string };
	}[];
	const majors = [...new Set(rules.map(({ name }) => name.split('_')[1]!))];
	const passes = (version: string) =>
		majors.some((major) =>
			rules
				.filter(({ name }) => name.split('_')[1] === major)
				.every(({ input: { operator, version: required } }) => {
					const order = cloudflareCompare(version, required);
					return operator === '>=' ? order >= 0 : order < 0;
				}),
		);
	for (const version of versions) expect([version, passes(version)]).toEqual([version, isAdmitted(version)]);
});

test('Tailscale admits exactly those, by its own comparison', () => {
	// As the comparison of its code has it: what ends first is less.
	expect(
		[
			['26.7', '26.7.0'],
			['26.7.2', '27'],
			['26.7.9', '26.7.10'],
			['26.9', '26.10'],
		].map(([less, more]) => [tailscaleCompare(less!, more!) < 0, tailscaleCompare(more!, less!) > 0]),
	).toEqual(Array(4).fill([true, true]));
	expect([tailscaleCompare('27.0', '27') > 0, tailscaleCompare('27.2', '27.2')]).toEqual([true, 0]);
	const postures = Object.values(json('tailscale.json').postures as Record<string, string[]>);
	for (const version of versions)
		expect([version, postures.some((posture) => tailscaleHolds(posture, version))]).toEqual([
			version,
			isAdmitted(version),
		]);
});

test('NetBird admits all of them with its one number, and more', () => {
	const { min_version: minimum } = json('netbird.json').checks.os_version_check.darwin;
	const passes = (version: string) => compareNumbers(version, minimum) >= 0;
	for (const version of versions.filter(isAdmitted))
		expect([version, passes(version)]).toEqual([version, true]);
	expect(passes('27.0')).toBe(true);
	expect(passes('15.8.2')).toBe(false);
});

test('the command writes the files of the page, without a tenant, a secret or a version in a name', () => {
	for (const name of ['intune.json', 'okta.json', 'okta-check.json', 'jamf-group.json']) {
		expect(json(`access/${name}`)).toMatchObject({
			as_of: '2026-11-16',
			at: 'deadline',
			next_change: '2026-11-24',
			not_tried: expect.any(String),
		});
		const names = [...written(`access/${name}`).matchAll(/"(?:name|displayName|variableName)": "([^"]*)"/g)];
		for (const [, text] of names) expect(text).not.toMatch(/\d\.\d/);
	}
});
