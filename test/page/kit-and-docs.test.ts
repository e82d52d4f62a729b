import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { policiesFile } from '../enforce/policies.ts';
import { expectNoBarrier } from './barriers.ts';
import { fileSavedBy, hold, savedBy, until, type Visit, visit } from './browser.ts';
import { expectKeyboardReaches } from './keyboard.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-kit-'));
const policies = join(folder, 'policies.json');
let v: Visit;

beforeAll(async () => {
	writeFileSync(policies, policiesFile);
	v = await visit({ POLICIES: policies });
});
afterAll(async () => {
	await v.end();
	rmSync(folder, { recursive: true });
});

test('the first policy is selected, others can be, and a format that is impossible for a policy gives the reason', async () => {
	const { page, close } = await v.open('/kit');
	await page.getByRole('heading', { name: 'Nudge 2' }).waitFor();
	expect(await page.locator('select').inputValue()).toBe('standard');
	expect(await page.locator('h2').allTextContents()).toEqual([
		'On the Macs',
		'Declarations, for any MDM',
		'Fleet (fleetdm)',
		'Nudge 2',
		'Sign-in and device trust',
		'Set your own policy',
	]);
	const ofNewer = page.locator('.kit-files strong', { hasText: 'macos-27' });
	expect(await ofNewer.allTextContents()).toEqual(['macos-27.json']);
	const ownMajor = page.getByRole('checkbox', { name: /newer major version/ });
	await ownMajor.check();
	await page.getByText('fleet-macos-27.json').waitFor();
	expect(await ofNewer.allTextContents()).toEqual([
		'ddm-macos-27.json',
		'fleet-macos-27.json',
		'nudge-macos-27.json',
	]);
	expect(new URL(page.url()).search).toBe('?own_major=true');
	await ownMajor.uncheck();
	await page.locator('select').selectOption('open');
	await page.getByText('Not available: the policy open has no deadline').first().waitFor();
	expect(new URL(page.url()).search).toBe('?policy=open');
	expect(await page.locator('.kit-files strong').allTextContents()).toEqual([
		'pointrelease.sh',
		'install-settings.sh',
		'extension-attribute.sh',
		'custom-attribute.sh',
		'safari-attribute.sh',
		'safari-version.sh',
		'pointrelease',
		'write-nudge-configuration.sh',
		'pointrelease.nudge.plist',
		'pointrelease.postman_collection.json',
		'pointrelease.osquery.json',
		'fleet.yml',
		'labels.yml',
		'policies.yml',
		'not-covered.json',
	]);
	await close();
});

test('an unknown policy gets an error beside the picker, which still works', async () => {
	const { page, close } = await v.open('/kit?policy=nowhere', { mayJump: true, expected: /status of 40/ });
	await page.locator('.kit .wrong', { hasText: 'nowhere' }).waitFor();
	expect(await page.locator('.kit-files').count()).toBe(0);
	expect(await page.getByLabel('Policy').inputValue()).toBe('nowhere');
	await expectNoBarrier(page);
	await page.getByLabel('Policy').selectOption('newest');
	await page.getByRole('heading', { name: 'Nudge 2' }).waitFor();
	expect(await page.locator('.kit .wrong').count()).toBe(0);
	expect(new URL(page.url()).search).toBe('?policy=newest');
	await close();
});

test('while another policy loads, no file of the previous one can be saved for it', async () => {
	const { page, close } = await v.open('/kit?policy=standard', { permissions: ['clipboard-read'] });
	const buttons = page.locator('.kit-buttons button');
	await buttons.first().waitFor();
	const held = await hold(page, '**/kit/index.json?policy=newest');
	// A person who changes the policy with arrow keys stays in the field, which shows the choice.
	const select = page.locator('select');
	await select.focus();
	await select.selectOption('newest');
	await held.asked;
	await page.getByRole('status').getByText('Loading…').waitFor();
	expect(await select.inputValue()).toBe('newest');
	expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('SELECT');
	expect(await page.locator('.kit section:has(.kit-files):not([aria-busy="true"])').count()).toBe(0);
	await until(async () => (await page.locator('.kit-buttons button[aria-disabled="false"]').count()) === 0);
	expect(await buttons.count()).toBeGreaterThan(0);
	await held.letGo();
	await until(async () => (await page.locator('.kit [aria-busy="true"]').count()) === 0);
	const row = page.locator('li', { has: page.getByText('pointrelease.sh', { exact: true }) });
	const script = await savedBy(page, row.getByRole('button', { name: 'Download' }));
	expect(script).toContain("\nkit_policy='newest'\n");
	await close();
});

test('the clipboard has the file that was copied last, and a failed download says so', async () => {
	const { page, close } = await v.open('/kit?policy=newest', {
		permissions: ['clipboard-read', 'clipboard-write'],
		expected: /ERR_FAILED/,
	});
	const held = await hold(page, '**/kit/pointrelease.sh*');
	await page.getByRole('button', { name: 'Copy pointrelease.sh' }).click();
	await held.asked;
	const copy = page.getByRole('button', { name: 'Copy nudge.json' });
	await Promise.all([copy.getByText('Copied').waitFor(), copy.click()]);
	await held.letGo();
	expect(await page.evaluate<string>('navigator.clipboard.readText()')).toStartWith('{');
	await page.route('**/kit/**', (route) => route.abort());
	const download = page.getByRole('button', { name: 'Download nudge.json' });
	await Promise.all([download.getByText('Not downloaded').waitFor(), download.click()]);
	await close();
});

test('a downloaded or copied file has the listed bytes, with the address of the service', async () => {
	const { page, close } = await v.open('/kit?policy=newest', { permissions: ['clipboard-read'] });
	const row = page.locator('li', { has: page.getByText('pointrelease.sh', { exact: true }) });
	await row.getByRole('button', { name: 'Preview' }).click();
	const listed = await row.locator('code').textContent();
	const shown = await row.locator('pre').textContent();
	const { name, bytes } = await fileSavedBy(page, row.getByRole('button', { name: 'Download' }));
	const text = bytes.toString();
	expect(name).toBe('pointrelease.sh');
	expect(shown).toBe(text);
	expect(createHash('sha256').update(text).digest('hex')).toBe(listed!);
	expect(text).toContain(`\nkit_url='${v.live.address}'\nkit_policy='newest'\n`);
	const nudge = page.locator('li', { has: page.getByText('nudge.json', { exact: true }) });
	await Promise.all([
		nudge.getByText('Copied').first().waitFor(),
		nudge.getByRole('button', { name: 'Copy' }).press('Enter'),
	]);
	const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
	await nudge.getByRole('button', { name: 'Preview' }).click();
	expect(createHash('sha256').update(copied).digest('hex')).toBe(
		(await nudge.locator('code').textContent())!,
	);
	await close();
});

test('one ZIP has the files of a format and one has all files, under the names by which they refer to each other', async () => {
	const { page, close } = await v.open('/kit?policy=newest', { expected: /ERR_FAILED/ });
	const listed = await (
		await page.request.get(`${v.live.address}/kit/index.json?policy=newest`, {
			headers: { Authorization: v.live.key },
		})
	).json();
	const zipOf = async (button: string | RegExp) => {
		const { name, bytes } = await fileSavedBy(page, page.getByRole('button', { name: button }));
		return [name, unzipSync(bytes)] as const;
	};
	const [name, all] = await zipOf('Download everything as ZIP');
	const { 'README.txt': readme, ...given } = all;
	expect(strFromU8(readme!)).toContain('ddm/macos-26.json\n    on the page: ddm-macos-26.json\n');
	expect(Object.keys(given)).toHaveLength(listed.files.length);
	const digests = Object.values(given).map((bytes) => createHash('sha256').update(bytes).digest('hex'));
	expect(digests.toSorted()).toEqual(listed.files.map(({ sha256 }: { sha256: string }) => sha256).toSorted());
	const [nudgeName, nudge] = await zipOf(/^Download all as ZIP ?: Nudge 2/);
	expect(Object.keys(nudge)).toContain('nudge/nudge.json');
	expect(Object.keys(nudge).filter((path) => !path.startsWith('nudge/'))).toEqual(['README.txt']);
	expect([name, nudgeName]).toEqual(['pointrelease-newest.zip', 'pointrelease-newest-nudge.zip']);
	// Half a kit is worse than none.
	await page.route('**/kit/newest/nudge/**', (route) => route.abort());
	const again = page.getByRole('button', { name: /ZIP ?: Nudge 2|Not downloaded/ });
	await Promise.all([again.getByText('Not downloaded').waitFor(), again.click()]);
	await close();
});

test('custom terms become a policies file and files to deploy, under the name that is given to them', async () => {
	const { page, close } = await v.open('/kit', { mayJump: true, expected: /status of 400/ });
	await page.getByLabel('Policy').selectOption('Custom');
	await page.locator('.policy-terms').waitFor();
	// No two fields overlap.
	const boxes = await page
		.locator('.policy-terms :is(label, input)')
		.evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().toJSON()));
	const columns = [...new Set(boxes.map(({ left }) => left))].sort((a, b) => a - b);
	expect(columns.length).toBeGreaterThan(1);
	for (const { left, right } of boxes)
		expect(columns.filter((column) => column > left && column < right)).toEqual([]);
	const days = page.getByLabel('Days until the deadline');
	await days.fill('');
	await days.pressSequentially('21');
	await page.locator('#own-policy pre', { hasText: '"grace_days": 21' }).waitFor();
	const name = page.getByLabel('Name of your policy');
	await name.fill('acme');
	await name.press('Tab');
	await page.locator('#own-policy pre', { hasText: '"acme": {' }).waitFor();
	await page.getByRole('heading', { name: 'Nudge 2' }).waitFor();
	await page
		.locator('#client', { hasText: 'They have no policy until the operator has saved yours.' })
		.waitFor();
	await page.getByRole('button', { name: 'Preview groups.json' }).click();
	const groups = await page.locator('.kit-preview pre').textContent();
	expect(JSON.parse(groups!)).toMatchObject({ policy: 'acme' });
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download everything as ZIP' }).click(),
	]);
	expect(download.suggestedFilename()).toBe('pointrelease-acme.zip');
	// A name that the operator has already given is refused in words, and the terms stay.
	await name.fill('newest');
	await name.press('Tab');
	await page.getByText('another name for these terms: the operator has a policy newest').waitFor();
	await page.locator('#own-policy pre', { hasText: '"grace_days": 21' }).waitFor();
	await close();
});

test('the kit has no barrier, is reached with the keyboard and fits the screen, large and dark or small and light', async () => {
	const { page, close } = await v.open('/kit', { mayJump: true });
	await page.getByRole('heading', { name: 'Nudge 2' }).waitFor();
	await expectNoBarrier(page);
	await expectKeyboardReaches(page);
	await close();
});

test('the API description is readable without a key, with every operation and links to the other views', async () => {
	const { page, close } = await v.open('/docs', { key: null });
	await page.getByText('/advice/{board_version}').waitFor();
	const { paths } = await (await page.request.get(`${v.live.address}/openapi.json`)).json();
	const operations = Object.values<object>(paths).flatMap((methods) => Object.keys(methods));
	expect(await page.locator('.operation').count()).toBe(operations.length);
	await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Releases' }).waitFor();
	await close();
});

test('an operation can be read and tried with the key of the page, at its own address', async () => {
	const { page, close } = await v.open('/docs', { expected: /status of 404/ });
	await page.getByText('/boards/{board_id}', { exact: true }).click();
	const operation = page.locator('#getBoard');
	await operation.getByText('Example answer').waitFor();
	const command = operation.getByLabel('As a command');
	const curl = (path: string) => `curl -H "Authorization: $KEY" '${v.live.address}${path}'`;
	expect(await command.inputValue()).toBe(curl('/boards/J313AP'));
	const slow = await hold(page, '**/boards/J313AP');
	await operation.getByLabel('board_id').fill('J313AP');
	expect(await command.inputValue()).toBe(curl('/boards/J313AP'));
	await operation.getByRole('button', { name: 'Send' }).click();
	await operation.getByText('Sending…').waitFor();
	await slow.letGo();
	await operation.getByText('200 OK').waitFor();
	expect(await operation.locator('.try-answer pre').textContent()).toContain('MacBook Air (M1, 2020)');
	await operation.getByLabel('board_id').fill('J31');
	await operation.getByRole('button', { name: 'Send' }).click();
	await operation.getByText('404 Not Found').waitFor();
	// An answer does not replace that of a later request.
	const held = await hold(page, '**/boards/J293AP');
	await operation.getByLabel('board_id').fill('J293AP');
	await operation.getByRole('button', { name: 'Send' }).click();
	await held.asked;
	await operation.locator('.try-answer[aria-busy="true"]', { hasText: '404 Not Found' }).waitFor();
	await operation.getByLabel('board_id').fill('J137AP');
	await operation.getByRole('button', { name: 'Send' }).click();
	await operation.getByText('200 OK').waitFor();
	await held.letGo();
	expect(await operation.locator('.try-answer').getAttribute('aria-busy')).toBe('false');
	expect(await operation.locator('.try-answer pre', { hasText: '"iMac Pro' }).count()).toBe(1);
	expect(await command.inputValue()).toBe(curl('/boards/J137AP'));
	expect(page.url()).toBe(`${v.live.address}/docs#getBoard`);
	await page.getByText('/subscription/start', { exact: true }).click();
	expect(
		await page
			.locator('details[open]', { hasText: '/subscription/start' })
			.last()
			.getByLabel('As a command')
			.inputValue(),
	).toBe(`curl -X POST -H "Authorization: $KEY" '${v.live.address}/subscription/start'`);
	await close();
	const linked = await v.open('/docs#getBoard');
	await linked.page.locator('#getBoard[open]').getByText('Example answer').waitFor();
	await linked.close();
});
