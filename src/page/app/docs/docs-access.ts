/** What the API renderer leaves out for those who hear the page or have no mouse, put in from outside. */
function complete(docs: HTMLElement): void {
	const all = (selector: string) => docs.querySelectorAll<HTMLElement>(selector);
	for (const select of all('select:not([aria-label])'))
		select.setAttribute('aria-label', select.id === 'servers' ? 'Server' : (nameOf(select) ?? 'Choice'));
	// Its title is a heading of the first level, and nothing is of the second.
	for (const heading of all('h3, h4, h5, h6')) heading.setAttribute('aria-level', String(levelOf(heading)));
	// Only the operations are in its main part: what is above them is a part of its own.
	for (const [part, role, name] of parts) {
		for (const found of all(part)) {
			found.setAttribute('role', role);
			found.setAttribute('aria-label', name);
		}
	}
	// These are read out as something else than is written on them.
	for (const button of all('.auth-btn-wrapper button[aria-label]')) button.removeAttribute('aria-label');
	// A link inside a button cannot be reached: the button alone opens the operation and writes its address.
	for (const link of all('button.opblock-summary-control a[href]')) link.removeAttribute('href');
	// What scrolls must be reached by keys.
	for (const code of all('pre.microlight:not([tabindex])')) code.tabIndex = 0;
}

const parts = [
	['.information-container', 'region', 'About'],
	['.schemes-server-container', 'region', 'Server'],
	['.modal-ux', 'dialog', 'License key'],
	['.close-modal', 'button', 'Close'],
] as const;

function levelOf(heading: HTMLElement): number {
	return heading.matches('.models > h4') ? 2 : Math.min(4, Number(heading.tagName.slice(1)) - 1);
}

function nameOf(select: HTMLElement): string | null {
	if (select.classList.contains('examples-select-element')) return 'Example';
	if (select.closest('.content-type-wrapper, .response-control-media-type')) return 'Media type';
	return select.closest('tr')?.getAttribute('data-param-name') ?? null;
}

/** It draws itself anew whenever something is opened. */
export function watchAccess(docs: HTMLElement): void {
	let waiting = false;
	new MutationObserver(() => {
		if (waiting) return;
		waiting = true;
		requestAnimationFrame(() => {
			waiting = false;
			complete(docs);
		});
	}).observe(docs, { childList: true, subtree: true });
}
