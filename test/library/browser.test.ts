import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openChromium } from '../page/chromium.ts';
import { bundled } from './bundle.ts';
import { expectedAnswers } from './expected-answers.ts';

let browser: Browser;
beforeAll(async () => {
	browser = await openChromium();
});
afterAll(async () => {
	await browser?.close();
});

test('a bundle of both packages answers in a browser', async () => {
	const page = await browser.newPage();
	await page.addScriptTag({
		content: await bundled(`import { askAll } from './program.ts'; globalThis.answers = askAll();`),
	});
	const answers = await page.evaluate(() => (globalThis as unknown as { answers: Promise<object> }).answers);
	expect(answers).toEqual(expectedAnswers);
});
