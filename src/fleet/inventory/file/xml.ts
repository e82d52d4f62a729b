/** An element of XML: its attributes as they are written, and what stands in it. */
export interface XmlElement {
	readonly head: string;
	readonly body: string;
}

/**
 * The elements of a name, one after the other, in whatever namespace. Enough for what programs write that make
 * workbooks: such elements do not stand in each other, and there are neither comments nor sections of raw text.
 */
export function* elements(xml: string, name: string): Generator<XmlElement> {
	const start = new RegExp(`<((?:\\w+:)?${name})(?=[\\s/>])([^>]*?)(/?)>`, 'g');
	for (let found = start.exec(xml); found; found = start.exec(xml)) {
		const [whole, tag, head, closed] = found as unknown as [string, string, string, string];
		if (closed) {
			yield { head, body: '' };
			continue;
		}
		const from = found.index + whole.length;
		const end = xml.indexOf(`</${tag}>`, from);
		if (end < 0) return;
		yield { head, body: xml.slice(from, end) };
		start.lastIndex = end;
	}
}

/** The value of an attribute; empty where there is none. */
export function attributeOf(head: string, name: string): string {
	return (
		new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(head)?.slice(1).find(Boolean) ?? ''
	);
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** A text as it is meant. */
export function textOf(xml: string): string {
	return xml
		.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
			if (name) return named[name.toLowerCase()] ?? whole;
			const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : '';
		})
		.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
