import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPolicies } from '../../../../../src/settings/policies-file.ts';
import { askedService } from '../../../../../test/reads/asked-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-policies-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'policies.json');
writeFileSync(
	file,
	JSON.stringify({ policies: { standard: { behind: 1, grace_days: 30, exploited_grace_days: 7 } } }),
);
const { ask } = askedService(await loadPolicies(file));

test('parameters override the terms of a named policy', async () => {
	const record = async (query: string) =>
		(await ask(`/advice/J293AP:26.6.2?as_of=2026-11-01&${query}`)).record;
	expect(await record('policy=standard')).toMatchObject({
		policy: 'standard',
		behind: 1,
		target_version: '26.7.2',
		deadline: '2026-11-02',
		days_left: null,
		days_overdue: 26,
		overdue_since: '2026-10-06',
		meets_policy: false,
		blocked_by: null,
	});
	expect(await record('policy=standard&behind=0')).toMatchObject({ behind: 0, target_version: '27.2' });
	expect(await record('policy=standard&defer_days=60')).toMatchObject({
		behind: 1,
		defer_days: 60,
		target_version: '26.6.2',
		meets_policy: true,
	});
	expect(await record('policy=other')).toMatchObject({
		status: 400,
		code: 'bad-parameter',
		parameter: 'policy',
		expected: 'one of standard',
	});
	expect((await ask('/policies')).record).toEqual({
		count: 1,
		policies: [
			{
				name: 'standard',
				description: null,
				behind: 1,
				defer_days: 0,
				defer_major_days: 0,
				exclude: [],
				grace_days: 30,
				exploited_grace_days: 7,
				enrollment_grace_days: null,
				settings: {},
			},
		],
	});
});

test('a start with an invalid policies file fails with one line', async () => {
	writeFileSync(file, '{"policies":{"standard":{"behind":-1}}}');
	await expect(loadPolicies(file)).rejects.toThrow(
		`the policies file ${file} is invalid: policies.standard.behind is -1: expected a whole number from 0 to 99`,
	);
	await expect(loadPolicies(join(folder, 'none.json'))).rejects.toThrow(
		`the policies file ${join(folder, 'none.json')} cannot be read (no such file or folder)`,
	);
});
