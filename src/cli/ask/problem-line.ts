/** A problem as one line: what is wrong, then whatever helps to ask again. */
export function problemLine(body: string): string {
	const { type: _type, title: _title, status: _status, code: _code, detail, ...help } = JSON.parse(body);
	// The boards say all that their bare identifiers do.
	if (help.boards) delete help.candidates;
	const hints = Object.entries(help as Record<string, unknown>)
		.filter(([, value]) => value !== null && String(value) !== '' && !isRecord(value))
		.map(
			([name, value]) =>
				`${name.replace('majors', 'major versions').replaceAll('_', ' ')}: ${printed(value)}`,
		);
	return [detail, ...hints].join('; ');
}

function printed(value: unknown): string {
	if (Array.isArray(value)) return value.map(printed).join(', ');
	return isRecord(value)
		? Object.values(value)
				.filter((part) => part !== null)
				.join(' ')
		: String(value);
}

function isRecord(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
