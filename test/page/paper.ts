/** What an upright sheet has, in pixels. */
const sheet = { width: 680, height: 980 };

/**
 * What a sheet would cut: what is wider than it, and what is kept whole and longer than it. The width is looked at
 * before the page hears of it, since a browser that prints does not tell either.
 */
export function cutOnPaper(width = sheet.width): string {
	return `(() => {
		const main = document.querySelector('main');
		main.style.width = '${width}px';
		const edge = main.getBoundingClientRect().right;
		const wide = [...main.querySelectorAll('svg, table')].filter((part) => part.getBoundingClientRect().right > edge);
		const long = [...main.querySelectorAll('*')].filter((part) =>
			getComputedStyle(part).breakInside === 'avoid' && part.getBoundingClientRect().height > ${sheet.height});
		main.style.width = '';
		return [...wide, ...long].map((part) => part.tagName + ' ' + part.getAttribute('class'));
	})()`;
}
