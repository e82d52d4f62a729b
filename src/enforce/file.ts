/** One file that a management service takes. */
export interface EnforcementFile {
	readonly name: string;
	readonly type: 'application/json' | 'application/yaml';
	readonly body: string;
}

/** JSON that is read in diffs. */
export function jsonFile(name: string, value: object): EnforcementFile {
	return { name, type: 'application/json', body: `${JSON.stringify(value, null, 2)}\n` };
}
