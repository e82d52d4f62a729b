import type { DataRoute } from '../data-route.ts';

/** What waits for a person: the list of `pointrelease todo`. */
export const needsYouRoutes: readonly DataRoute[] = [
	{
		method: 'GET',
		path: '/needs-you',
		access: 'reads',
		// Loaded when it is read: the modules of the watch are many.
		answer: async (_, { settings, env, licenses }) =>
			(await import('../../todo/todo.ts')).readTodo(settings, env, licenses.database),
	},
];
