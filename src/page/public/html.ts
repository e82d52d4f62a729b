/** Markup that is known to be sound: everything that was put into it was escaped. */
export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Markup from a template: what stands in its places is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
	return new Html(parts.reduce((text, part, at) => text + textOf(values[at - 1]) + part));
}

function textOf(value: Content): string {
	if (value === null || value === undefined || value === false) return '';
	if (value instanceof Html) return value.text;
	if (Array.isArray(value)) return value.map(textOf).join('');
	return escaped(String(value));
}

/** As text and within a quoted attribute. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
