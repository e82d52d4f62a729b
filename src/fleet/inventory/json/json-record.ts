/** Flattens a record into columns and texts; nested members have dotted names. Null if the value is not an object. */
export function flattenRecord(value: unknown): Map<string, string> | null {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
	const cells = new Map<string, string>();
	addMembers(cells, '', value as Record<string, unknown>, 0);
	return cells;
}

/** No export nests members deeper. */
const deepest = 6;

function addMembers(
	cells: Map<string, string>,
	prefix: string,
	record: Record<string, unknown>,
	depth: number,
): void {
	for (const [name, value] of Object.entries(record)) {
		// The name of a section of a system profile, which is not the name of a computer.
		if (name === '_name') continue;
		const column = prefix + name;
		if (value === null) cells.set(column, '');
		else if (typeof value !== 'object') cells.set(column, String(value));
		else if (depth < deepest) {
			// Lists are left out, except for these sections of a system profile: each is a list of one element.
			const inner = Array.isArray(value) ? (isProfileSection(name) ? value[0] : null) : value;
			if (inner && typeof inner === 'object')
				addMembers(cells, `${column}.`, inner as Record<string, unknown>, depth + 1);
		}
	}
}

function isProfileSection(name: string): boolean {
	return name === 'SPHardwareDataType' || name === 'SPSoftwareDataType';
}
