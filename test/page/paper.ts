/** The printable area of a portrait sheet, in pixels. */
const sheet = { width: 680, height: 980 };

/**
 * The parts that a sheet would cut: wider ones, and unbreakable ones that are longer. Measured before the page can
 * react to the width, because printing does not let it react either.
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
