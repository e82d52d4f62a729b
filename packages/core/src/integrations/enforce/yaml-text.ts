type Scalar = string | number | boolean;
export type YamlValue = Scalar | readonly YamlValue[] | { readonly [key: string]: YamlValue };

/** Characters that YAML does not allow unescaped, and the `$` that Fleet would take for an environment variable. */
const unsafe = /[$\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * Text in double quotes, which YAML reads like JSON: nothing in it ends the text or reads as a number, date or
 * boolean.
 */
export function yamlText(text: string): string {
	return JSON.stringify(text).replace(
		unsafe,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** Values as YAML blocks. Keys are ours and need no quotes. */
export function printYaml(value: YamlValue, indent = ''): string {
	if (isScalar(value)) return `${indent}${scalar(value)}\n`;
	if (Array.isArray(value)) {
		if (value.length === 0) return `${indent}[]\n`;
		// The first line of an item follows its dash.
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
