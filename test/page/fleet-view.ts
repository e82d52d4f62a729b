import type { Locator, Page } from 'playwright-core';
import { drawn, until } from './browser.ts';

/** Words that occur only in the inventory below. */
export const secrets = ['Zaphod', 'C02XQ4711', 'Anna’s'];
export const inventoryTable = `Computer Name,Serial Number,Model Identifier,Operating System Version
Zaphod <img src=x onerror=alert(1)>,C02XQ4711,"Mac14,2",26.7.2
Anna’s Mac,C02XQ4712,"MacBookPro16,1",14.7.2
`;

/** Drops an inventory, and waits for its report with the rows of its table, which are drawn once its width is known. */
export async function drop(page: Page, name: string, text: string | Buffer): Promise<void> {
	const buffer = typeof text === 'string' ? Buffer.from(text) : text;
	await fileField(page).setInputFiles({ name, mimeType: 'text/csv', buffer });
	await page.getByRole('heading', { name: `Fleet report: ${name}` }).waitFor();
	await drawn(page);
}

/** Waits until the browser has stored the report for a reload, which happens in the background. */
export async function untilKept(page: Page, before: string | null = null): Promise<void> {
	await until(async () => {
		const stored = await page.evaluate<string | null>("sessionStorage.getItem('pointrelease.fleet')");
		return stored !== null && stored !== before;
	});
}

/** The file input: for the first inventory, or for another one in its place. */
export function fileField(page: Page): Locator {
	return page.locator('.fleet input[type="file"][multiple]').first();
}

/** An item of the menu beside "Save these". */
export async function menuItem(page: Page, name: string): Promise<Locator> {
	const menu = page.locator('.menu');
	if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
	return page.getByRole('button', { name, exact: true });
}

/** Opens the drawer of columns. */
export async function openDrawer(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Columns', exact: true }).click();
}

/** Enters the term "behind" of a custom policy. */
export async function typeBehind(page: Page, text: string): Promise<void> {
	const field = page.getByLabel('Major versions behind the newest');
	if ((await field.count()) === 0) await page.getByLabel('Policy').selectOption('Custom');
	await field.fill(text);
	await field.press('Enter');
}

/** Records every change of a fact in the head of the report; null while there is no report. */
export async function watchFacts(page: Page, name: string): Promise<void> {
	await page.evaluate(`
		const fact = () =>
			[...document.querySelectorAll('.fleet-head dt')].find((term) => term.textContent === '${name}')
				?.nextSibling.textContent ?? null;
		window.facts = [fact()];
		new MutationObserver(() => {
			if (fact() !== window.facts.at(-1)) window.facts.push(fact());
		}).observe(document.body, { subtree: true, childList: true, characterData: true });
	`);
}
