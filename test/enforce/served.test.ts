import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '../cli/run-here.ts';
import { type Live, startLive } from '../live.ts';
import { responseFault } from '../openapi.ts';
import { runCommand } from '../process.ts';
import { day, policiesFile } from './policies.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-enforce-'));
const settings = { POLICIES: join(folder, 'policies.json'), POINTRELEASE_STATE: join(folder, 'state') };
let live: Live;

beforeAll(async () => {
	writeFileSync(settings.POLICIES, policiesFile);
	live = await startLive({ POLICIES: settings.POLICIES });
});
afterAll(async () => {
	await live.stop();
	rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
	fetch(live.address + path, { headers: { Authorization: live.key, ...headers } });

test('the command writes, prints and lists exactly the bytes that the service answers', async () => {
	const out = join(folder, 'out');
	const words = ['enforce', '--policy', 'standard', '--for', 'fleet', '--as-of', day];
	const written = await runCommand([...words, '--out', out], settings);
	expect([written.code, written.stderr]).toEqual([
		0,
		'notice: deferrals: the policy allows 1 major version behind, and macOS offers the newest once its deferral is over: people can install it\n',
	]);
	const names = readdirSync(out).toSorted();
	expect(names).toEqual([
		'controls.yml',
		'deferrals.json',
		'fleet.yml',
		'labels.yml',
		'macos-14.json',
		'macos-15-late.json',
		'macos-15.json',
		'macos-26-late.json',
		'macos-26.json',
		'macos-27.json',
		'not-covered.json',
		'policies.yml',
	]);
	for (const name of names) {
		const body = await (await get(`/enforce/standard/fleet/${name}?as_of=${day}`)).text();
		expect(readFileSync(join(out, name), 'utf8')).toBe(body);
		expect(written.stdout).toContain(`${digest(body)}  ${join(out, name)}\n`);
	}
	const listed = JSON.parse((await runHere([...words, '--json'], settings)).stdout);
	for (const { name, type, body, sha256 } of listed.files) {
		expect([body, sha256]).toEqual([readFileSync(join(out, name), 'utf8'), digest(body)]);
		expect(type).toBe(name.endsWith('.yml') ? 'application/yaml' : 'application/json');
	}
	const printed = await runHere(['enforce', '--policy', 'newest', '--for', 'ddm', '--as-of', day], settings);
	expect(printed.stdout).toBe(await (await get(`/enforce/newest/ddm?as_of=${day}`)).text());
});

test('a file of an earlier run that is no longer written is reported for removal', async () => {
	const out = join(folder, 'stale');
	const words = ['enforce', '--policy', 'standard', '--for', 'nudge', '--out', out];
	await runHere([...words, '--as-of', day], settings);
	const { stderr } = await runHere([...words, '--as-of', '2025-08-01'], settings);
	const stale = ['nudge-macos-15.json', 'nudge-macos-26.json'];
	expect(stderr.split('\n').slice(0, -1)).toEqual([
		...stale.map(
			(name) => `${join(out, name)} is from an earlier run, and no longer part of the files: remove it`,
		),
		"notice: nudge.json can't cover some versions of macOS 12, 13, because models need different targets: use the file of each group",
		'notice: macos-15: no file, because it would upgrade every Mac it is assigned to. To get one for Macs on macOS 15 only (Jamf: version matches ^15\\.), include files for Macs that already run a newer major version',
	]);
});

test('a pipe in the place of a file is refused before anything is written', async () => {
	const out = join(folder, 'pipe');
	mkdirSync(out);
	expect(Bun.spawnSync(['mkfifo', join(out, 'nudge.json')]).exitCode).toBe(0);
	const words = ['enforce', '--policy', 'standard', '--for', 'nudge', '--out', out, '--as-of', day];
	expect(await runHere(words, settings)).toMatchObject({
		code: 1,
		stderr: `pointrelease: ${join(out, 'nudge.json')} cannot be written (it is not a regular file)\n`,
	});
	expect(readdirSync(out)).toEqual(['nudge.json']);
});

test('a pipe or a device in the place of the folder is refused in one line', async () => {
	const pipe = join(folder, 'pipe-as-folder');
	expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
	for (const out of [pipe, '/dev/null', '/dev/full'])
		expect(
			await runHere(
				['enforce', '--policy', 'standard', '--for', 'ddm', '--out', out, '--as-of', day],
				settings,
			),
		).toMatchObject({
			code: 1,
			stdout: '',
			stderr: `pointrelease: ${out} cannot be written (a file with this name exists)\n`,
		});
});

test('an answer fits its description, is compressed, and is not sent again while unchanged', async () => {
	for (const [template, path] of [
		['/enforce/{policy}/{format}', '/enforce/standard/ddm'],
		['/enforce/{policy}/{format}', '/enforce/standard/fleet'],
		['/enforce/{policy}/{format}/{file}', `/enforce/standard/nudge/nudge.json?as_of=${day}`],
	] as const) {
		const response = await get(path, { 'Accept-Encoding': 'identity' });
		const body = await response.text();
		expect([path, response.status, responseFault(template, 200, response.headers, body)]).toEqual([
			path,
			200,
			null,
		]);
		const etag = response.headers.get('etag')!;
		expect((await get(path, { 'If-None-Match': etag, 'Accept-Encoding': 'identity' })).status).toBe(304);
		const small = await get(path, { 'Accept-Encoding': 'br' });
		expect([small.headers.get('content-encoding'), await small.text()]).toEqual(['br', body]);
	}
});

test('a path that cannot be answered gets an error that lists what can', async () => {
	for (const [path, status, problem] of [
		[
			'/enforce/other/ddm',
			404,
			{ code: 'policy-unknown', policies: ['standard', 'newest', 'careful', 'open'] },
		],
		['/enforce/standard/jamf', 404, { code: 'format-unknown', formats: ['ddm', 'fleet', 'nudge', 'access'] }],
		['/enforce/standard/ddm/macos-99.json', 404, { code: 'file-unknown' }],
		['/enforce/open/nudge', 409, { code: 'policy-without-deadline' }],
		['/enforce/standard/ddm?as_of=tomorrow', 400, { code: 'bad-parameter', parameter: 'as_of' }],
	] as const) {
		const response = await get(path);
		const body = await response.text();
		expect([path, response.status]).toEqual([path, status]);
		expect(JSON.parse(body)).toMatchObject(problem);
		const template = `/enforce/{policy}/{format}${path.split('/').length > 4 ? '/{file}' : ''}`;
		expect(responseFault(template, status, response.headers, body)).toBeNull();
	}
	const post = await fetch(`${live.address}/enforce/standard/ddm`, {
		method: 'POST',
		headers: { Authorization: live.key },
	});
	expect(post.status).toBe(405);
	const failed = await runHere(['enforce', '--policy', 'open', '--for', 'ddm'], settings);
	expect([failed.code, failed.stdout]).toEqual([1, '']);
	expect(failed.stderr).toBe(
		'pointrelease: the policy open has no deadline, and ddm needs one: set grace_days in the policy\n',
	);
});

test('command and service take the shape of an MDM in the same way', async () => {
	const words = ['enforce', '--policy', 'standard', '--for', 'ddm', '--as-of', day, '--json'];
	const printed = await runHere(
		[...words, '--activations', '--mdm', 'simplemdm', '--enforce-overdue'],
		settings,
	);
	const { files } = JSON.parse(printed.stdout) as { files: { name: string; body: string }[] };
	for (const { name, body } of files) {
		const query = `as_of=${day}&activations=true&mdm=simplemdm&enforce_overdue=true`;
		expect([name, await (await get(`/enforce/standard/ddm/${name}?${query}`)).text()]).toEqual([name, body]);
	}
	expect(files.map(({ name }) => name)).toContain('macos-26-late.payload.json');
	expect(JSON.parse(files.find(({ name }) => name === 'macos-26-late.payload.json')!.body)).toMatchObject({
		TargetLocalDateTime: '2026-11-12T12:00:00',
	});
	for (const [path, parameter, expected] of [
		['/enforce/standard/ddm?mdm=intune', 'mdm', 'one of raw, jamf, simplemdm, fleetdm, zentral, kmfddm'],
		[
			'/enforce/standard/ddm?mdm=kmfddm',
			'mdm',
			'activations as well: a declaration that no activation names does nothing there',
		],
		['/enforce/standard/nudge?mdm=jamf', 'mdm', 'the format ddm: the others have no such shape'],
		[
			'/enforce/standard/fleet?activations=true',
			'activations',
			'the format ddm: the others have no such shape',
		],
		['/enforce/standard/ddm?activations=yes', 'activations', 'true or false'],
		['/enforce/standard/ddm?enforce_overdue=', 'enforce_overdue', 'true or false'],
		['/enforce/standard/ddm?own_major=yes', 'own_major', 'true or false'],
	] as const) {
		const response = await get(path);
		expect([path, response.status, await response.json()]).toMatchObject([
			path,
			400,
			{ code: 'bad-parameter', parameter, expected },
		]);
	}
	const failed = await runHere(
		['enforce', '--policy', 'standard', '--for', 'ddm', '--mdm', 'intune'],
		settings,
	);
	expect([failed.code, failed.stderr]).toEqual([
		1,
		'pointrelease: --mdm: expected one of raw, jamf, simplemdm, fleetdm, zentral, kmfddm\n',
	]);
});

test('command, service and kit select files for Macs on a newer major in the same way', async () => {
	const words = ['enforce', '--policy', 'standard', '--for', 'nudge', '--as-of', day, '--json'];
	const printed = JSON.parse((await runHere([...words, '--own-major'], settings)).stdout);
	const file = printed.files.find(({ name }: { name: string }) => name === 'nudge-macos-27.json');
	const path = '/enforce/standard/nudge/nudge-macos-27.json';
	expect(await (await get(`${path}?as_of=${day}&own_major=true`)).text()).toBe(file.body);
	expect((await get(`${path}?as_of=${day}`)).status).toBe(404);
	expect(printed.notices).toContain(
		'macos-27: give it to Macs on macOS 27 only (Jamf: version matches ^27\\.), because it upgrades every other Mac that gets it',
	);
	const without = JSON.parse((await runHere(words, settings)).stdout);
	expect(without.not_covered.at(-1)).toMatchObject({
		reason: 'own-major',
		group: 'macos-27',
		installed_majors: ['27'],
		versions: null,
	});
	const kitFiles = async (query: string) =>
		((await (await get(`/kit/index.json?${query}`)).json()) as { files: { name: string; path: string }[] })
			.files;
	const ofKit = (await kitFiles('policy=standard&own_major=true')).filter(
		({ name }) => name === 'nudge-macos-27.json',
	);
	expect(ofKit.map(({ path }) => path)).toEqual(['/kit/standard/nudge/nudge-macos-27.json?own_major=true']);
	expect((await get(ofKit[0]!.path)).status).toBe(200);
	expect((await kitFiles('policy=standard')).map(({ name }) => name)).not.toContain('nudge-macos-27.json');
});

function digest(body: string): string {
	return createHash('sha256').update(body).digest('hex');
}
