import { afterAll, beforeAll, expect, test } from 'bun:test';
import { desktop, drawn, hold, phone, savedBy, show, until, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('a Mac has its names, what it runs, and a bar per major with a mark per release', async () => {
	const { page, close } = await v.open('/mac/J313AP');
	await page.getByRole('heading', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	// The view sets its title after it is drawn.
	await until(async () => (await page.title()) === 'MacBook Air (M1, 2020) · pointrelease');
	const { majors } = await (
		await page.request.get(`${v.live.address}/boards/J313AP`, { headers: { Authorization: v.live.key } })
	).json();
	const releases = majors.reduce(
		(sum: number, major: { release_count: number }) => sum + major.release_count,
		0,
	);
	await page.locator('.time-chart .bar').first().waitFor();
	expect(await page.locator('.time-chart .bar').count()).toBe(majors.length);
	expect(await page.locator('.time-chart .mark').count()).toBe(releases);
	await close();
});

test('verdict and version field are visible without scrolling, on a desktop and on a phone', async () => {
	const { page, close } = await v.open('/mac/J293AP', { mayJump: true });
	for (const viewport of [{ width: 1440, height: 900 }, phone]) {
		await page.setViewportSize(viewport);
		for (const [path, answers] of [
			[
				'/mac/J293AP',
				['Supported, up to 27.2', 'Newest for this Mac', '27.2', 'Support expected until', 'September 2029'],
			],
			[
				'/mac/Mac-F60DEB81FF30ACF6',
				['Unsupported since 16 September 2024', 'Last for this Mac', '12.7.6', '29 July 2024'],
			],
			['/mac/M0001A', ['Unsupported', 'Last for this Mac', '7.5.5', '18 September 1996']],
			[
				'/mac/J293AP?on=14.7.2&grace_days=14',
				[/^Update to 27\.2, .+ overdue$/, 'Required by the policy', '27.2', 'Deadline', '30 September 2024'],
			],
		] as const) {
			await show(page, path, '.verdict .headline');
			await page.locator('.verdict .headline').getByText(answers[0], { exact: true }).waitFor();
			const seen = async (part: ReturnType<typeof page.locator>) => {
				const box = (await part.boundingBox())!;
				return box.y >= 0 && box.y + box.height <= viewport.height;
			};
			for (const answer of answers) {
				const part = page.locator('.verdict').getByText(answer, { exact: true }).first();
				expect([path, answer, await seen(part)]).toEqual([path, answer, true]);
			}
			expect([path, await seen(page.getByLabel('Installed version'))]).toEqual([path, true]);
			const chart = (await page.locator('.time-chart').boundingBox())!;
			expect((await page.locator('.verdict').boundingBox())!.y).toBeLessThan(chart.y);
		}
	}
	await close();
});

test('a Mac of which only the month is known shows no day', async () => {
	const { page, close } = await v.open('/mac/M3872');
	await page.getByText('The line begins when the Mac came out: April 1995.').waitFor();
	expect(await page.locator('.eyebrow').textContent()).toEndWith(' · April 1995');
	await close();
});

test('an installed version gives the advice in words, in figures and in the chart', async () => {
	const { page, close } = await v.open('/mac/J293AP');
	await page.getByLabel('Installed version').fill('14.7.2');
	await page.getByText('Update to 27.2', { exact: true }).waitFor();
	expect(await page.locator('.steps dd strong').first().textContent()).toBe('14.7.3');
	await page.locator('.mark.here').waitFor();
	expect(await page.locator('.mark.here').count()).toBe(1);
	expect(await page.locator('.mark.next').count()).toBe(1);
	expect(page.url()).toBe(`${v.live.address}/mac/J293AP?on=14.7.2`);
	await page.getByLabel('Policy').selectOption('n-1');
	await page.getByText('Required by the policy').waitFor();
	expect(page.url()).toBe(`${v.live.address}/mac/J293AP?on=14.7.2&policy=n-1`);
	await page.reload();
	await page.getByText('Required by the policy').waitFor();
	expect(await page.getByLabel('Policy').inputValue()).toBe('n-1');
	await close();
});

test('a major version is answered: whether this Mac runs it, and which release to enter', async () => {
	const { page, close } = await v.open('/mac/Mac-4B682C642B45593E?on=15');
	const verdict = page.locator('.verdict');
	await verdict.getByText('No. Its last macOS is 13.7.8').waitFor();
	await verdict.getByText('This Mac cannot run 15. Unsupported since 15 September 2025.').waitFor();
	expect(await verdict.getByText('Latest of 15').count()).toBe(0);
	await page.getByLabel('Installed version').fill('13');
	await verdict.getByText('Yes, up to 13.7.8').waitFor();
	await verdict.getByText('13 is a major version: enter a release such as 13.7.8').waitFor();
	// A question of the search names no installed version.
	await show(page, '/mac/Mac-4B682C642B45593E?runs=15', '.headline.ended');
	await verdict.getByText('No. Its last macOS is 13.7.8').waitFor();
	expect(await page.getByLabel('Installed version').inputValue()).toBe('');
	await close();
});

test('a custom policy starts with the terms of the named one, and keeps every keystroke, however fast', async () => {
	const { page, close } = await v.open('/mac/J293AP?on=14.7.2&policy=n-1', { mayJump: true });
	await page.getByLabel('Policy').selectOption('Custom');
	const field = (name: string) => page.getByLabel(name, { exact: true });
	expect(await field('Major versions behind the newest').inputValue()).toBe('1');
	for (let round = 0; round < 5; round++) {
		await field('Days until the deadline').fill('');
		await field('Defer minor updates (days)').fill('');
		await field('Defer minor updates (days)').focus();
		await page.keyboard.type('14');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		await page.keyboard.type('21');
		expect(await field('Defer minor updates (days)').inputValue()).toBe('14');
		expect(await field('Days until the deadline').inputValue()).toBe('21');
	}
	const asked = 'on=14.7.2&behind=1&defer_days=14&grace_days=21&exploited_grace_days=7';
	await page.waitForURL(`**/mac/J293AP?${asked}`);
	await page.getByText('Required by the policy').waitFor();
	// Going back replaces what was typed.
	await show(page, '/mac/J293AP?on=14.7.2&behind=1&defer_days=30', '.policy-terms');
	await until(async () => (await field('Defer minor updates (days)').inputValue()) === '30');
	await show(page, '/mac/J293AP?on=14.7.2', '.policy:not(:has(.policy-terms)) >> nth=1');
	expect(await page.getByLabel('Policy').inputValue()).toBe('');
	await close();
});

test('the version field keeps every keystroke, however fast', async () => {
	const { page, close } = await v.open('/mac/J293AP');
	const field = page.getByLabel('Installed version');
	for (let round = 0; round < 5; round++) {
		await field.fill('');
		await field.focus();
		await page.keyboard.type('14.7.2');
		expect(await field.inputValue()).toBe('14.7.2');
	}
	await page.getByText('Update to 27.2', { exact: true }).waitFor();
	expect(await field.inputValue()).toBe('14.7.2');
	expect(page.url()).toBe(`${v.live.address}/mac/J293AP?on=14.7.2`);
	await close();
});

test('an incomplete version is not reported as wrong, unless Enter completes it', async () => {
	const { page, close } = await v.open('/mac/J293AP', { expected: /status of 404/ });
	const asked: string[] = [];
	page.on('request', (request) => {
		if (request.url().includes('/advice/')) asked.push(new URL(request.url()).pathname);
	});
	const field = page.getByLabel('Installed version');
	// Longer than the debounce of the page: on a slow machine this proves less, but never fails.
	const pause = () => page.waitForTimeout(250);
	await field.fill('1');
	await pause();
	await page.getByText('Enter the version this Mac runs').waitFor();
	await field.fill('14');
	const asksForRelease = '14 is a major version: enter a release such as 14.8.9 to see the update status.';
	await page.getByText(`${asksForRelease} Update to 27.2.`).waitFor();
	await field.fill('14.');
	await pause();
	await page.getByText(asksForRelease).waitFor();
	await field.fill('10');
	await field.press('Enter');
	await page.getByText('"10" is not a version').waitFor();
	expect(asked).toEqual(['/advice/J293AP:14', '/advice/J293AP:10']);
	await close();
});

test('the installed release is drawn above the next one, and the readout of a release stays on one line', async () => {
	const { page, close } = await v.open('/mac/J293AP?on=14.7.2', { mayJump: true });
	await page.locator('.mark.here').waitFor();
	expect(await page.locator('.mark.next ~ .mark.here').count()).toBe(1);
	const readout = page.locator('.time-chart .readout');
	for (const [path, most] of [
		['/release/10.14', '+15 more'],
		['/release/7.5', '7.5.5'],
		['/release/10.2', '10.2.8'],
	] as const) {
		await show(page, path, `h1:has-text("${path.split('/').at(-1)}")`);
		for (const viewport of [phone, desktop]) {
			await page.setViewportSize(viewport);
			await drawn(page);
			await page.locator('.chart-area').focus();
			await page.keyboard.press('End');
			await readout.getByText(most).waitFor();
			const clipped = await readout.evaluate(
				(line: { scrollHeight: number; clientHeight: number; scrollWidth: number; clientWidth: number }) =>
					line.scrollHeight > line.clientHeight || line.scrollWidth > line.clientWidth,
			);
			expect([path, viewport.width, clipped]).toEqual([path, viewport.width, false]);
		}
	}
	await close();
});

test('a mark can be selected with the mouse', async () => {
	const { page, close } = await v.open('/mac/M0001A');
	await page.locator('.time-chart svg').waitFor();
	const mark = page.locator('.time-chart .mark').nth(3);
	await mark.scrollIntoViewIfNeeded();
	const box = (await mark.boundingBox())!;
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
	await page.locator('.time-chart .readout strong').getByText('4.0', { exact: true }).waitFor();
	await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
	await page.getByText('This Mac runs 4.0,').waitFor();
	await close();
});

test('a mark can be selected with the keyboard', async () => {
	const { page, close } = await v.open('/mac/M0001A');
	await page.getByRole('group', { name: 'Releases of Macintosh Plus' }).focus();
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	const read = page.locator('.time-chart .readout strong');
	await read.getByText('3.1', { exact: true }).waitFor();
	await page.keyboard.press('End');
	await read.getByText('7.5.5', { exact: true }).waitFor();
	await page.keyboard.press('ArrowUp');
	await read.getByText(/^7\.1/).waitFor();
	await page.keyboard.press('Enter');
	await page.locator('.mark.here').waitFor({ state: 'attached' });
	await close();
});

test('another name of a board shows the board, an unknown name shows similar ones', async () => {
	const { page, close } = await v.open('/mac/MacBookAir10,1', { expected: /status of 404/ });
	await page.getByRole('heading', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	await show(page, '/mac/J31AP', '.trouble');
	await page.getByRole('heading', { name: 'Not found' }).waitFor();
	await page.getByRole('link', { name: 'J313AP' }).click();
	await page.getByRole('heading', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	await close();
});

test('a Mac has one page and one address, with all of its identifiers, whichever was asked for', async () => {
	const { page, close } = await v.open('/', { mayJump: true });
	for (const [asked, own, shown] of [
		['J140KAP', 'Mac-827FAC58A8FDFA22', 'Board IDsMac-827FAC58A8FDFA22Mac-112818653D3AABFCJ140KAP'],
		['M1420?on=7.5.5', 'M0420?on=7.5.5', 'Model numbersM0420M1420'],
		['MacBookAir10,1', 'J313AP', 'Board IDJ313AP'],
	] as const) {
		await show(page, `/mac/${asked}`, '.identifiers');
		await page.waitForURL(`**/mac/${own}`);
		await until(async () => (await page.locator('.identifiers').textContent())?.startsWith(shown) ?? false);
	}
	await show(page, '/?q=Macintosh+Classic', '.results');
	await page.getByRole('link', { name: 'Macintosh Classic M0420 M1420' }).click();
	await page.waitForURL('**/mac/M0420');
	expect(await page.locator('.eyebrow').textContent()).toBe('68k · 15 October 1990');
	await close();
});

test('machines that share a number can be chosen from; page and address then name the chosen one', async () => {
	const { page, close } = await v.open('/mac/M3076');
	await page.getByRole('heading', { level: 1, name: 'Macintosh Performa 630 and 25 more' }).waitFor();
	expect(await page.locator('.eyebrow').textContent()).toStartWith('68k and PowerPC');
	await page.getByText('The last major version for this Mac is 9.1.').waitFor();
	await page.getByLabel('Which one is it?').selectOption('Macintosh Quadra 630');
	await page.getByRole('heading', { level: 1, name: 'Macintosh Quadra 630', exact: true }).waitFor();
	expect(page.url()).toBe(`${v.live.address}/mac/M3076?machine=Macintosh+Quadra+630`);
	expect(await page.locator('.eyebrow').textContent()).toStartWith('68k · ');
	await page.getByText('The last major version for this Mac is 8.1.').waitFor();
	// The releases are another answer than the Mac.
	const majors = page.locator('.time-chart .label');
	await until(async () => String(await majors.allTextContents()) === '7.5,7.6,8.0,8.1');
	await page.getByLabel('Installed version').fill('7.6');
	await page.getByText('Update to 8.1, the last release for this Mac').waitFor();
	await page.reload();
	await page.getByRole('heading', { level: 1, name: 'Macintosh Quadra 630', exact: true }).waitFor();
	await page.goto(`${v.live.address}/?q=Quadra+630`);
	await page.getByRole('link', { name: 'Macintosh Quadra 630' }).click();
	await page.waitForURL('**/mac/M3076?machine=Macintosh%20Quadra%20630');
	await close();
});

test('while another machine loads, the releases of the previous one cannot be saved for it', async () => {
	const { page, close } = await v.open('/mac/M3076?machine=Macintosh+Quadra+630');
	await page.getByText(/^As a table: \d+ releases$/).click();
	const save = page.getByRole('button', { name: 'Save CSV' });
	await save.waitFor();
	const held = await hold(page, '**/boards/M3076/releases?brief=true');
	const about = await hold(page, '**/boards/M3076');
	const machine = page.getByLabel('Which one is it?');
	await machine.selectOption('');
	await held.asked;
	await until(() => save.isDisabled());
	// Both parts are marked as outdated, and the field shows the choice.
	expect(await page.locator('.mac > [aria-busy="true"]').count()).toBe(2);
	expect(await machine.inputValue()).toBe('');
	await about.letGo();
	await held.letGo();
	await until(async () => (await page.locator('.mac > [aria-busy="true"]').count()) === 0);
	expect(await savedBy(page, save)).toContain('\r\n9.1,');
	await close();
});

test('the view can be copied as a command without the key, and as a link', async () => {
	const { page, close } = await v.open('/mac/J293AP?on=14.7.2', {
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	const copied = (text: string) =>
		until(async () => (await page.evaluate<string>('navigator.clipboard.readText()')) === text);
	const [curl, link] = [0, 1].map((at) => page.locator('.copy-line button').nth(at));
	await curl!.getByText('Copy curl').waitFor();
	// The label of a button resets after a time by the clock of the page, which this test controls.
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
	await curl!.click();
	await curl!.getByText('Copied').waitFor();
	await copied(`curl -H "Authorization: $KEY" '${v.live.address}/advice/J293AP:14.7.2'`);
	await page.clock.runFor(1500);
	await link!.click();
	await link!.getByText('Copied').waitFor();
	await copied(page.url());
	// The first button's reset does not reset the second.
	await page.clock.runFor(1500);
	expect(await link!.textContent()).toBe('Copied');
	await page.clock.runFor(1500);
	expect(await link!.textContent()).toBe('Copy link');
	await close();
});

test('without a clipboard API, copying keeps the focus on the button', async () => {
	const { page, close } = await v.open('/mac/J293AP');
	await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
	const link = page.getByRole('button', { name: 'Copy link' });
	await link.focus();
	await Promise.all([
		page.locator('.copy-line button', { hasText: 'Copied' }).waitFor(),
		link.press('Enter'),
	]);
	expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('BUTTON');
	await close();
});

test('advice for the previous policy is marked as outdated, and failed advice can be requested again', async () => {
	const { page, close } = await v.open('/mac/J293AP?on=14.7.2', { expected: /ERR_FAILED/ });
	const verdict = page.locator('.verdict');
	await verdict.getByText('Update to 27.2').waitFor();
	const held = await hold(page, '**/advice/J293AP:14.7.2?policy=n-1');
	await page.getByLabel('Policy').selectOption('n-1');
	await held.asked;
	expect(await verdict.getAttribute('aria-busy')).toBe('true');
	await held.letGo();
	await verdict.getByText('Update to 26.7.2').first().waitFor();
	expect(await verdict.getAttribute('aria-busy')).toBe('false');
	await page.route('**/advice/**', (route) => route.abort());
	await page.getByLabel('Policy').selectOption('latest');
	await verdict.getByText('The service cannot be reached.').waitFor();
	await page.unroute('**/advice/**');
	await verdict.getByRole('button', { name: 'Try again' }).press('Enter');
	await verdict.getByText('Required by the policy').waitFor();
	expect(await page.evaluate<string>('document.activeElement.id')).toBe('content');
	await close();
});

test('an older answer is shown at once and requested again', async () => {
	const { page, close } = await v.open('/mac/J293AP');
	const heading = page.getByRole('heading', { name: 'MacBook Pro (13-inch, M1, 2020)' });
	await heading.waitFor();
	const now = Date.now();
	await page.clock.setFixedTime(now);
	const asked: (string | undefined)[] = [];
	page.on('response', async (response) => {
		if (!response.url().endsWith('/boards/J293AP')) return;
		asked.push((await response.request().allHeaders())['if-none-match']);
	});
	const goAndComeBack = async () => {
		await page.getByRole('link', { name: 'Releases' }).click();
		await page.getByRole('heading', { name: 'Choose a major version' }).waitFor();
		await page.goBack();
		await heading.waitFor();
	};
	await goAndComeBack();
	expect(asked).toEqual([]);
	await page.clock.setFixedTime(now + 61_000);
	await goAndComeBack();
	await until(async () => asked.length === 1);
	expect(asked[0]).toMatch(/^(?:W\/)?"/);
	await close();
});
