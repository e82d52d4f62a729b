import type { Report } from '../tables/table.ts';
import { shapes, type Tables } from '../tables/tables.ts';

/** A remark is about a release or a board, and people see it there: one about nothing is seen by nobody. */
export function checkRemarks(
	{ remarks, primaryReleases, legacyReleases }: Tables,
	allReleases: boolean,
	boards: { has(name: string): boolean },
	report: Report,
): void {
	const versions = new Set([...legacyReleases, ...primaryReleases].map((row) => row.version.canonical));
	for (const row of remarks) {
		const isVersion = /^[0-9]/.test(row.subject);
		if (isVersion ? !allReleases || versions.has(row.subject) : boards.has(row.subject)) continue;
		report(
			row,
			'subject',
			row.subject,
			`a release of the release tables or a board of ${shapes.boards.file}`,
		);
	}
}
