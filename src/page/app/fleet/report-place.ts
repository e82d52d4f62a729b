/** Where the report of this tab is kept, and whether one is kept for longer. */
export const reportPlace = 'pointrelease.fleet';

/** Takes the report out of this browser. */
export function forgetReport(): void {
	for (const storage of ['sessionStorage', 'localStorage'] as const) {
		try {
			globalThis[storage].removeItem(reportPlace);
		} catch {
			// Where storage is forbidden nothing was kept.
		}
	}
}
