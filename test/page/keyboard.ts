import { expect } from 'bun:test';
import type { Page } from 'playwright-core';

/**
 * What the keyboard does not reach, or reaches unseen: controls that are left out or take no focus, those whose focus
 * nobody sees, and whatever looks as if it could be clicked and lies in no control.
 */
const unreached = `(() => {
	const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
	const shown = (part) => part.checkVisibility() && !part.disabled;
	const ringed = (part) => part.matches('input[type="date"]') || getComputedStyle(part).outlineStyle !== 'none'
		|| [...part.querySelectorAll('.hit')].some((hit) => getComputedStyle(hit).stroke !== 'none');
	const before = document.activeElement;
	const wrong = [...document.querySelectorAll(controls)].filter(shown).filter((part) => {
		part.focus({ preventScroll: true, focusVisible: true });
		return part.tabIndex !== 0 || document.activeElement !== part || !ringed(part);
	});
	before?.focus({ preventScroll: true });
	const pointed = [...document.querySelectorAll('main *, header *')].filter(
		(part) => shown(part) && getComputedStyle(part).cursor === 'pointer' && !part.closest(controls + ', label'));
	return [...wrong, ...pointed].map((part) => part.outerHTML.slice(0, 120));
})()`;

/** Everything of the view is reached in the order it is read, and what has the focus is seen. */
export async function expectKeyboardReaches(page: Page): Promise<void> {
	expect(await page.evaluate(unreached)).toEqual([]);
}
