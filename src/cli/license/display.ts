import { type License, statusOf } from '../../licenses/license.ts';

/** A license as programs get it. */
export function licenseJson(license: License) {
	const { id, email, created, expires, revoked, note } = license;
	return { id, email, status: statusOf(license), created, expires, revoked, note };
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const all = [head, ...rows];
	const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
	return all
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column]!))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

/** Name and value per line. */
export function card(rows: readonly (readonly [string, string | null])[]): string {
	const shown = rows.filter(([, value]) => value !== null);
	const width = Math.max(...shown.map(([name]) => name.length));
	return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
