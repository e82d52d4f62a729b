import { expect } from 'bun:test';
import type { Page } from 'playwright-core';

/**
 * Parts that violate keyboard access: controls without a tab stop or without a visible focus, and parts outside of
 * controls that look clickable.
 */
const unreached = `(() => {
	const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
	// Of tabs, only the selected one is a stop; arrows lead to the others.
	const shown = (part) => part.checkVisibility() && !part.disabled && part.ariaSelected !== 'false';
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

/** Every control of the view can be focused, and shows it. */
export async function expectKeyboardReaches(page: Page): Promise<void> {
	expect(await page.evaluate(unreached)).toEqual([]);
}
