/** A part of a page as data. It is printed as HTML into a file, or drawn by the web page. */
export type Markup = string | Element;

export interface Element {
	readonly tag: string;
	readonly attributes: Readonly<Record<string, string | number>>;
	readonly children: readonly Markup[];
}

export function element(
	tag: string,
	attributes: Element['attributes'] = {},
	...children: readonly Markup[]
): Element {
	return { tag, attributes, children };
}

/** A sentence with values that `statedValues` finds. */
export function stated(texts: TemplateStringsArray, ...values: readonly string[]): Markup[] {
	return texts.flatMap((text, at) => [text, ...(at < values.length ? [value(values[at]!)] : [])]);
}

/** A value that `statedValues` finds. */
export function value(text: string, attributes: Element['attributes'] = {}): Element {
	return element('data', { ...attributes, value: text }, text);
}

/**
 * The values that a printed page states, in order: the cells of its tables, and the values in its sentences. All else is its
 * look. A page may be hostile: each character is looked at a few times at most.
 */
export function statedValues(page: string): string[] {
	return Array.from(page.matchAll(/<(td|data)\b[^<>]*>([^<]*)<\/\1>/g), ([, , text]) => text!);
}

const voidTags = new Set(['line', 'path', 'rect', 'br']);

/** Prints HTML. Text from an inventory is escaped. */
function printMarkup(part: Markup): string {
	if (typeof part === 'string') return escaped(part);
	const { tag, attributes, children } = part;
	const printed = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
	if (voidTags.has(tag)) return `<${tag}${printed.join('')}/>`;
	return `<${tag}${printed.join('')}>${children.map(printMarkup).join('')}</${tag}>`;
}

export function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}

/** A table with a caption. Numbers are aligned to the right, and a wide table scrolls. */
export function tableOf(
	caption: string,
	head: readonly string[],
	rows: readonly (readonly (string | number)[])[],
): Element {
	const cell = (value: string | number) =>
		typeof value === 'number' ? element('td', { class: 'number' }, String(value)) : element('td', {}, value);
	return element(
		'div',
		{ class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
		element(
			'table',
			{},
			element('caption', {}, caption),
			element('thead', {}, element('tr', {}, ...head.map((title) => element('th', { scope: 'col' }, title)))),
			element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
		),
	);
}

/** A table whose rows become cards on a narrow screen, titled by the first column. */
export function cardsOf(
	caption: string,
	head: readonly string[],
	rows: readonly (readonly (string | number)[])[],
): Element {
	const cell = (value: string | number, at: number) =>
		element('td', { 'data-title': head[at]! }, String(value));
	return element(
		'table',
		{ class: 'cards' },
		element('caption', {}, caption),
		element('thead', {}, element('tr', {}, ...head.map((title) => element('th', { scope: 'col' }, title)))),
		element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
	);
}

/** An HTML document that has no scripts and loads nothing. */
export function htmlDocument(title: string, body: readonly Markup[]): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body><main>
${body.map(printMarkup).join('\n')}
</main></body>
</html>
`;
}

const style = `
:root{--ink:#1d1d1f;--soft:#5c5c61;--line:#d2d2d7;--back:#fff;--good:#1a7f37;--bad:#b3261e;--open:#9a6700;--fill:#e8e8ed}
@media(prefers-color-scheme:dark){:root{--ink:#f5f5f7;--soft:#a1a1a6;--line:#424245;--back:#1d1d1f;--good:#4ac26b;--bad:#ff8078;--open:#d4a72c;--fill:#333336}}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:70rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}
p{margin:.4rem 0}.soft{color:var(--soft)}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem}caption{text-align:left;color:var(--soft);padding:.3rem 0}
th,td{text-align:left;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.number{text-align:right;font-variant-numeric:tabular-nums}
.fail{color:var(--bad);font-weight:600}.pass{color:var(--good);font-weight:600}.unknown{color:var(--open);font-weight:600}
svg{width:100%;height:auto;display:block}svg text{fill:var(--soft);font-size:11px}
.meets{fill:var(--good)}.misses{fill:var(--bad)}.open{fill:var(--open)}.sure{fill:var(--good)}.possible{fill:var(--good);opacity:.35}.axis{stroke:var(--line)}
.cards td:nth-child(n+4){min-width:12rem;overflow-wrap:anywhere}
@media(max-width:40rem){main{padding:1rem}.cards,.cards tbody,.cards tr,.cards td,.cards caption{display:block}.cards thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}.cards tr{border:1px solid var(--line);border-radius:8px;margin:.6rem 0;padding:.5rem .8rem}.cards td{border:0;padding:.1rem 0;overflow-wrap:anywhere}.cards td:empty{display:none}.cards td:first-child{font-weight:600}.cards td+td::before{content:attr(data-title) ": ";color:var(--soft)}}
@media print{main{max-width:none;padding:0}}
`;
