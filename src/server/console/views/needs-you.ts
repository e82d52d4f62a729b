import type { TodoRecord } from '../../../page/console/records.ts';
import type { Asked, DataRoute } from '../data-route.ts';
import type { ConsoleParts } from '../parts.ts';

/** What waits for a person: the list of `pointrelease todo`, with the subject of each button. */
async function needsYou(_: Asked, { settings, env, licenses }: ConsoleParts): Promise<TodoRecord[]> {
	// Loaded when it is read: the modules of the watch are many.
	const { isOpen, readFindings } = await import('../../todo/todo.ts');
	const findings = await readFindings(settings, env, licenses.database);
	return findings.filter(isOpen).map(({ kind, since = null, found, advice = '', about = null }) => ({
		kind,
		since,
		what: found,
		advice,
		about,
	}));
}

export const needsYouRoutes: readonly DataRoute[] = [
	{ method: 'GET', path: '/needs-you', access: 'reads', answer: needsYou },
];
