/** A sentence in pieces: texts, and at the odd places the values between them. */
export type Stated = readonly string[];

/** A sentence whose values a page states so that `statedValues` finds them. */
export function stated(texts: TemplateStringsArray, ...values: readonly string[]): Stated {
	return texts.flatMap((text, at) => (at < values.length ? [text, values[at]!] : [text]));
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * The values that an HTML page states, in order: the cells of its tables, and the values in its sentences. All else is its
 * look. A page may be hostile: each character is looked at a few times at most.
 */
export function statedValues(page: string): string[] {
	return Array.from(page.matchAll(/<(td|data)\b[^<>]*>([^<]*)<\/\1>/g), ([, , text]) =>
		text!.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => signs[name]!),
	);
}
