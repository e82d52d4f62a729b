import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LateEvidence, LateMac } from '@pointrelease/core/src/advice/lateness/evidence.ts';
import { latenessOf } from '@pointrelease/core/src/advice/lateness/lateness.ts';
import { isLateReason } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { isFull } from '../size.ts';
import { command, type FakeMac, fakeMac } from './fake-mac.ts';
import { nameOf, runScript, shells, testsUnder } from './run-shell.ts';

/**
 * What the commands of a Mac answer; a command without an answer fails. The texts are those that others published, as
 * `deploy/clients/shell/README.md` names them; none was read on a Mac.
 */
interface Answers {
	version?: string;
	extra?: string;
	token?: string | null;
	enrollment?: string | null;
	/** The property list of the declarations; null if the key is not there. */
	declarations?: string | null;
	/** Days of deferral by a declaration, and by a profile. */
	declared?: string;
	restricted?: string;
	staged?: string;
	free?: string | null;
	power?: string | null;
	silicon?: boolean;
	/** A command that never ends. */
	hangs?: string;
	user?: string;
}

const escrowed = (supported: string, isEscrowed: string) =>
	`profiles: Bootstrap Token supported on server: ${supported}\nprofiles: Bootstrap Token escrowed to server: ${isEscrowed}`;
const enrolled = 'Enrolled via DEP: Yes\nMDM enrollment: Yes (User Approved)';

/** `plutil -extract … xml1` of the declarations. */
function list(...declarations: readonly { version?: string; until?: string; isDate?: boolean }[]): string {
	const entries = declarations.map(({ version, until, isDate }, at) => {
		const parts = [
			'\t\t<key>DetailsURL</key>\n\t\t<string>https://example.com/update</string>',
			...(until
				? [
						`\t\t<key>TargetLocalDateTime</key>\n\t\t<${isDate ? 'date' : 'string'}>${until}</${isDate ? 'date' : 'string'}>`,
					]
				: []),
			...(version ? [`\t\t<key>TargetOSVersion</key>\n\t\t<string>${version}</string>`] : []),
		];
		return `\t<key>com.example.update.${at}</key>\n\t<dict>\n${parts.join('\n')}\n\t</dict>\n`;
	});
	const dict = entries.length === 0 ? '<dict/>' : `<dict>\n${entries.join('')}</dict>`;
	return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n${dict}\n</plist>`;
}
const integer = (number: string) => `<plist version="1.0">\n<integer>${number}</integer>\n</plist>`;

let mac: FakeMac;
beforeEach(() => {
	mac = fakeMac({ target: 'J413AP\n' });
});
afterEach(() => mac.remove());

/** Makes the commands of the Mac answer so. */
function answer({
	version = '26.6',
	extra,
	token = escrowed('YES', 'YES'),
	enrollment = enrolled,
	declarations = null,
	declared,
	restricted,
	staged,
	free = '120000000000',
	power = "Now drawing from 'AC Power'\n -InternalBattery-0 (id=4653155)\t100%; charged; 0:00 remaining present: true",
	silicon = true,
	hangs,
	user = '0',
}: Answers): void {
	const bin = join(mac.folder, 'bin');
	const says = (text: string | undefined | null) =>
		text === undefined || text === null ? 'exit 1' : `cat <<'TEXT'\n${text}\nTEXT`;
	writeFileSync(join(mac.folder, 'version'), `${version}\n`);
	rmSync(join(mac.folder, 'extra'), { force: true });
	if (extra) writeFileSync(join(mac.folder, 'extra'), `${extra}\n`);
	writeFileSync(join(mac.folder, 'hw.optional.arm64'), silicon ? '1\n' : '0\n');
	command(bin, 'id', `[ "$1" = -u ] && echo ${user}`);
	command(
		bin,
		'profiles',
		`case $3 in\nbootstraptoken)\n${says(token)}\n;;\nenrollment)\n${says(enrollment)}\n;;\nesac`,
	);
	command(
		bin,
		'plutil',
		`case $2 in\nSUCorePersistedStatePolicyFields.Declarations)\n${declarations === null ? 'echo "$6: Could not extract value, error: No value at that key path"; exit 1' : says(declarations)}\n;;\n*minorOSDeferralPeriod)\n${says(declared && integer(declared))}\n;;\n*) exit 1 ;;\nesac`,
	);
	command(
		bin,
		'defaults',
		`case $3 in\nenforcedSoftwareUpdateMinorOSDeferredInstallDelay)\n${says(restricted)}\n;;\n*) exit 1 ;;\nesac`,
	);
	command(
		bin,
		'find',
		`case $1 in\n/System/*)\n${says(staged)}\n;;\n*) exec ${Bun.which('find')} "$@" ;;\nesac`,
	);
	command(bin, 'osascript', says(free));
	command(bin, 'pmset', says(power));
	if (hangs) command(bin, hangs, 'exec sleep 600');
}

const today = '2026-11-19';
const why = (shell: string, words = ['why'], env: Record<string, string> = {}) =>
	runScript(words, { ...mac.env, POINTRELEASE_AS_OF: today, ...env }, { shell });

/** Each reason with its sentence and step. The first are those that `docs/why-late.md` has first. */
const cases: readonly [string, Answers, string, string, string][] = [
	[
		'a Mac that MDM does not manage',
		{ enrollment: 'Enrolled via DEP: No\nMDM enrollment: No' },
		'unmanaged',
		'MDM does not manage this Mac (profiles status, 19 November 2026).',
		'Renew its MDM profile, or enroll it again.',
	],
	[
		'a macOS before declarations',
		{ version: '13.7.8' },
		'not-manageable',
		'Update declarations do not work on this Mac: macOS 13.7.8 does not know them (sw_vers, 19 November 2026).',
		'Update it by hand once: declarations need macOS 14 and supervision.',
	],
	[
		'no token after the enforced date',
		{ token: escrowed('YES', 'NO'), declarations: list({ version: '26.7.1', until: '2026-11-17T18:00:00' }) },
		'no-token',
		'No bootstrap token is escrowed, so it cannot restart by itself (profiles status, 19 November 2026).',
		'Escrow the bootstrap token: a volume owner signs in, or runs "profiles install -type bootstraptoken".',
	],
	[
		'no token with an update that is ready, if it is not known whether anything asks',
		{ token: escrowed('YES', 'NO'), staged: '26.7.1' },
		'no-token',
		'No bootstrap token is escrowed, so it may be unable to restart by itself (profiles status, 19 November 2026).',
		'Escrow the bootstrap token: a volume owner signs in, or runs "profiles install -type bootstraptoken".',
	],
	[
		'little space',
		{ free: '6442450944', declarations: list({ version: '26.7.1', until: '2026-11-25T18:00:00' }) },
		'no-space',
		'6 GB are free, and an update needs about 15 (free space with what macOS can clear, 19 November 2026).',
		'Free space on the Mac.',
	],
	[
		'little space for an upgrade',
		{ free: '34000000000', declarations: list({ version: '27.0', until: '2026-11-25T18:00:00' }) },
		'no-space',
		'34 GB are free, and an upgrade needs about 35 (free space with what macOS can clear, 19 November 2026).',
		'Free space on the Mac.',
	],
	[
		'an empty battery after the date',
		{
			power:
				"Now drawing from 'Battery Power'\n -InternalBattery-0 (id=4653155)\t12%; discharging; 1:10 remaining present: true",
			declarations: list({ version: '26.7.1', until: '2026-11-17T18:00:00' }),
		},
		'on-battery',
		'The enforced date passed on 17 November 2026, and it is on battery power with 12 % (pmset, 19 November 2026).',
		'Connect it to power overnight.',
	],
	[
		'an update that is ready after the date',
		{ staged: '26.7.1', declarations: list({ version: '26.7.1', until: '2026-11-07T18:00:00' }) },
		'past-due',
		'The enforced date passed on 7 November 2026, and it is downloaded and waits for the restart (its declarations, 19 November 2026).',
		'Restart it while it is on power and awake.',
	],
	[
		'an update that is not ready after the date',
		{ declarations: list({ version: '26.7.1', until: '2026-11-17T18:00:00Z', isDate: true }) },
		'past-due',
		'The enforced date passed on 17 November 2026, and 26.7.1 is not installed (its declarations, 19 November 2026).',
		'Leave it on, awake and on power for an hour.',
	],
	[
		'an update that is ready before the date',
		{ staged: '26.7.1', declarations: list({ version: '26.7.1', until: '2026-12-01T18:00:00' }) },
		'prepared',
		'The update is downloaded and waits for the restart (its Preboot volume, 19 November 2026).',
		'Restart it now, or wait for 1 December 2026.',
	],
	[
		'the first of several declarations, without those that it meets',
		{
			declarations: list(
				{ version: '27.1', until: '2026-12-20T18:00:00' },
				{ version: '26.7.2', until: '2026-12-01T18:00:00' },
				{ version: '26.6', until: '2026-10-01T18:00:00' },
			),
		},
		'enforced',
		'The update is enforced on 1 December 2026 (its declarations, 19 November 2026).',
		'Wait for 1 December 2026: it is asked already.',
	],
	[
		'a security response that it lacks',
		{ declarations: list({ version: '26.6 (a)', until: '2026-12-01T18:00:00' }) },
		'enforced',
		'The update is enforced on 1 December 2026 (its declarations, 19 November 2026).',
		'Wait for 1 December 2026: it is asked already.',
	],
	[
		'an empty list of declarations',
		{ declarations: list() },
		'never-asked',
		'Nothing asks this Mac to update (its declarations, 19 November 2026).',
		'Add it to the scope of the update declaration.',
	],
	[
		'a declaration for what it has',
		{ declarations: list({ version: '26.5', until: '2026-10-01T18:00:00' }) },
		'never-asked',
		'No declaration asks this Mac for more than it has (its declarations, 19 November 2026).',
		'Check the scope and the target of its update declaration.',
	],
	[
		'nothing that can be read',
		{ token: null, enrollment: null, free: null, power: null },
		'not-told',
		'The Mac does not say why (pointrelease.sh, 19 November 2026).',
		'Look at the report of the fleet, which knows what its MDM tells.',
	],
];

/** The same as a fleet report knows it, for the cases whose words both have. */
function known(value: unknown, day = today) {
	return { value, from: 'x', day } as never;
}
const asked = (version: string, date: string) =>
	known({ version, date, active: true, valid: 'valid', reason: null });
const sameInReport: readonly [code: string, evidence: LateEvidence, mac?: Partial<LateMac>][] = [
	['unmanaged', { managed: known(false) }],
	['not-manageable', {}, { version: '13.7.8' }],
	[
		'no-token',
		{ apple_silicon: known(true), token_escrowed: known(false), enforcement: asked('26.7.1', '2026-11-17') },
	],
	['no-space', { free_gb: known(6), enforcement: asked('26.7.1', '2026-11-25') }],
	['prepared', { install_state: known('prepared'), enforcement: asked('26.7.1', '2026-12-01') }],
	['enforced', { enforcement: asked('26.7.1', '2026-12-01') }],
	['never-asked', { enforcement: known(null) }],
];

test('the report has the same words for what the script and an MDM know alike', () => {
	for (const [code, evidence, mac] of sameInReport) {
		const usual = { asOf: today, version: '26.6', target: '26.7.1', released: '2026-11-02', deadline: null };
		const { reason, sentence, step } = latenessOf({ ...usual, isBlocked: false, evidence, ...mac });
		const [, , , inScript, stepInScript] = cases.find(([, , of]) => of === code)!;
		const plain = (words: string) => words.replace(/(?: \([^()]*\))?\.$/, '');
		expect([reason, plain(sentence), step]).toEqual([code, plain(inScript), stepInScript] as never);
	}
});

/** What must not be claimed, with the reason that is left. */
const unclaimed: readonly [string, Answers, string][] = [
	[
		'no token before the date',
		{ token: escrowed('YES', 'NO'), declarations: list({ version: '26.7.1', until: '2026-12-01T18:00:00' }) },
		'enforced',
	],
	[
		'no token on Intel',
		{
			silicon: false,
			token: escrowed('YES', 'NO'),
			declarations: list({ version: '26.7.1', until: '2026-11-17T18:00:00' }),
		},
		'past-due',
	],
	[
		'no token if the service does not support it',
		{ token: escrowed('NO', 'NO'), declarations: list({ version: '26.7.1', until: '2026-11-17T18:00:00' }) },
		'past-due',
	],
	[
		'no token or space if nothing asks',
		{ token: escrowed('YES', 'NO'), staged: '26.7.1', free: '1000000000', declarations: list() },
		'prepared',
	],
	['no space from 0', { free: '0' }, 'not-told'],
	['no space at the limit', { free: '15000000000' }, 'not-told'],
	[
		'power before the date',
		{
			power: "Now drawing from 'Battery Power'\n\t12%; discharging",
			declarations: list({ version: '26.7.1', until: '2026-12-01T18:00:00' }),
		},
		'enforced',
	],
	[
		'power with enough of it',
		{
			power: "Now drawing from 'Battery Power'\n\t62%; discharging",
			declarations: list({ version: '26.7.1', until: '2026-11-17T18:00:00' }),
		},
		'past-due',
	],
	['a staged update that it has already', { staged: '26.6' }, 'not-told'],
	['never asked from a list that is cut', { declarations: '<plist version="1.0">\n<dict>\n' }, 'not-told'],
	['never asked from a missing key', { declarations: null }, 'not-told'],
	[
		'never asked from a declaration without a version',
		{ declarations: list({ until: '2026-12-01T18:00:00' }) },
		'not-told',
	],
	[
		'a response that it has',
		{ extra: '(a)', declarations: list({ version: '26.6 (a)', until: '2026-10-01T18:00:00' }) },
		'never-asked',
	],
	['a deferral whose release is not known', { declared: '30', declarations: list() }, 'never-asked'],
];

/** Every file of the folder, with what is in it. */
function files(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.map((entry) => join(entry.parentPath, entry.name))
		.toSorted()
		.map((file) => `${file} ${statSync(file).isFile() ? readFileSync(file, 'utf8') : ''}`);
}

/** Keeps an answer of the service for this Mac, as an earlier run would have. */
async function keepAnswer(shell: string, facts: string): Promise<Record<string, string>> {
	const service = Bun.serve({
		port: 0,
		fetch: () =>
			new Response(`board_id=J413AP\nis_current=false\nmeets_target=\n${facts}\nmaybe_fixed_count=\n`),
	});
	const env = {
		POINTRELEASE_URL: `http://127.0.0.1:${service.port}`,
		POINTRELEASE_KEY: 'ABCD-EFGH-IJKL-MNOP',
	};
	mkdirSync(join(mac.folder, 'cache'), { recursive: true });
	chmodSync(join(mac.folder, 'cache'), 0o700);
	await why(shell, ['plain'], env);
	await service.stop(true);
	return env;
}

for (const shell of shells)
	describe(`why under ${nameOf(shell)}`, () => {
		const { everywhere, once } = testsUnder(shell);

		everywhere('a code, a sentence and the next step', async () => {
			// The parts of the script that shells read differently are in these; one shell reads all.
			const some = cases.filter(([, , code]) =>
				['no-space', 'on-battery', 'prepared', 'enforced'].includes(code),
			);
			for (const [name, answers, code, sentence, step] of shell === shells[0] || isFull ? cases : some) {
				answer(answers);
				const { out, err } = await why(shell);
				expect([name, out, err]).toEqual([name, `${code}\n${sentence}\n${step}\n`, '']);
				expect([code, isLateReason(code)]).toEqual([code, true]);
			}
		});

		once('nothing is claimed that is not known', async () => {
			for (const [name, answers, code] of unclaimed) {
				answer(answers);
				expect([name, (await why(shell)).out.split('\n')[0]]).toEqual([name, code]);
			}
		});

		once(
			'the last answer of the service gives target and deadline, if it is at most a week old',
			async () => {
				answer({ declared: '30', declarations: list() });
				const cases = [
					['meets_policy=true', 'not-late', 'It meets the policy (pointrelease, 19 November 2026).'],
					[
						'meets_policy=false\nblocked_by=hardware',
						'cannot',
						'The hardware of this Mac runs no release that the policy allows (pointrelease, 19 November 2026).',
					],
					[
						'meets_policy=false\ntarget_version=26.7.1\ntarget_released=2026-11-02',
						'hidden',
						'The update is deferred until 2 December 2026 (its declarations and profiles, 19 November 2026).',
					],
					[
						'meets_policy=false\ntarget_version=26.7.1\ntarget_released=2026-10-20',
						'never-asked',
						'Nothing asks this Mac to update (its declarations, 19 November 2026).',
					],
				] as const;
				for (const [facts, code, sentence] of cases) {
					const env = await keepAnswer(shell, `as_of=${today}\n${facts}`);
					const before = files(mac.folder);
					const { out } = await why(shell, ['why'], env);
					expect(out.split('\n').slice(0, 2)).toEqual([code, sentence]);
					expect(files(mac.folder)).toEqual(before);
				}
				const env = await keepAnswer(shell, 'as_of=2026-11-11\nmeets_policy=true');
				expect((await why(shell, ['why'], env)).out).toStartWith('never-asked\n');
			},
		);

		once('a deferral by a profile has no effect on macOS 27', async () => {
			const facts = `as_of=${today}\nmeets_policy=false\ntarget_released=2026-11-02\ntarget_version=`;
			for (const [version, target, code] of [
				['26.6', '26.7.1', 'hidden'],
				['27.0', '27.1', 'never-asked'],
			] as const) {
				answer({ version, restricted: '30', declarations: list() });
				const env = await keepAnswer(shell, facts + target);
				expect((await why(shell, ['why'], env)).out).toStartWith(`${code}\n`);
			}
		});

		everywhere('a command that never ends says nothing, and the others do', async () => {
			answer({ hangs: 'profiles', declarations: list() });
			expect((await why(shell)).out).toStartWith('never-asked\n');
		});

		once('nothing is written', async () => {
			answer({ declarations: list({ version: '26.7.1', until: '2026-11-17T18:00:00' }) });
			const before = files(mac.folder);
			await why(shell);
			expect(files(mac.folder)).toEqual(before);
		});

		everywhere('Jamf and Intune get the same lines, and the reason if there are none', async () => {
			answer({ declarations: list() });
			const { out } = await why(shell);
			expect((await why(shell, ['raw', 'why'])).out).toBe(out);
			expect((await why(shell, ['jamf', 'why'])).out).toBe(`<result>${out.trimEnd()}</result>\n`);
			answer({ user: '501' });
			const reason = 'why needs root: without it the state of updates cannot be read';
			expect(await why(shell)).toEqual({ code: 1, out: '', err: `pointrelease: ${reason}\n` });
			expect(await why(shell, ['jamf', 'why'])).toMatchObject({
				code: 0,
				out: `<result>error: ${reason}</result>\n`,
			});
		});

		once('hostile values of property lists are printed as text of one line', async () => {
			answer({ declarations: list({ version: '26.7.1$(id)`id`;\u001b[31m', until: '2026-11-17T18:00:00' }) });
			const { out } = await why(shell);
			expect(out.split('\n')).toHaveLength(4);
			expect(out).toContain('and 26.7.1$(id)`id`;?[31m is not installed');
		});
	});
