type Scalar = string | number | boolean;
export type YamlValue = Scalar | readonly YamlValue[] | { readonly [key: string]: YamlValue };

/** What no YAML text may hold as it is, and the `$` that Fleet would take for a variable of its environment. */
const unsafe = /[$\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * Text between double quotes, where YAML reads what JSON does: nothing in it can end the text, and nothing is taken for a
 * number, a day or a truth value.
 */
export function yamlText(text: string): string {
	return JSON.stringify(text).replace(
		unsafe,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** Values as YAML in blocks. Keys are written as they are: they are ours. */
export function printYaml(value: YamlValue, indent = ''): string {
	if (isScalar(value)) return `${indent}${scalar(value)}\n`;
	if (Array.isArray(value)) {
		if (value.length === 0) return `${indent}[]\n`;
		// The first line of an item stands behind its dash.
		return value.map((item) => `${indent}- ${printYaml(item, `${indent}  `).trimStart()}`).join('');
	}
	return Object.entries(value)
		.map(([key, member]) => {
			if (isScalar(member)) return `${indent}${key}: ${scalar(member)}\n`;
			const lines = printYaml(member, `${indent}  `);
			return Array.isArray(member) && member.length === 0
				? `${indent}${key}: []\n`
				: `${indent}${key}:\n${lines}`;
		})
		.join('');
}

function isScalar(value: YamlValue): value is Scalar {
	return typeof value !== 'object';
}

function scalar(value: Scalar): string {
	return typeof value === 'string' ? yamlText(value) : String(value);
}
