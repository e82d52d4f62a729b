import type { Settings } from '../../settings/settings.ts';

/** The result of one check, and what to do about it. */
export interface Finding {
	readonly check: string;
	/** `ok`; `warning` works, but not as well as it could; `problem` does not work. */
	readonly state: 'ok' | 'warning' | 'problem';
	readonly found: string;
	/** What to do; absent when all is well. */
	readonly advice?: string;
}

/** `env` has the secrets that files of settings name by their variable. */
export type Check = (
	settings: Settings,
	env: Readonly<Record<string, string | undefined>>,
) => Promise<Finding[]> | Finding[];

export function ok(check: string, text: string): Finding {
	return { check, state: 'ok', found: text };
}

export function warning(check: string, text: string, advice: string): Finding {
	return { check, state: 'warning', found: text, advice };
}

export function problem(check: string, text: string, advice: string): Finding {
	return { check, state: 'problem', found: text, advice };
}
