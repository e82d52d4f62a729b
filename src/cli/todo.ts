import { readTodo, type Todo } from '../server/todo/todo.ts';
import type { Command } from './command.ts';
import { incompleteStatus } from './exit-status.ts';
import { wrap } from './terminal-text.ts';

/** The column where the text begins, and its narrowest width. */
const indent = 13;
const narrowest = 30;

export const todoCommand: Command = {
	name: 'todo',
	summary:
		'list what waits for you: held orders and data, undelivered mail, backups, certificates, disk, channels',
	details:
		'The exit status is 3 if the list is not empty. With OPERATOR_EMAIL the service mails the same list once a day, and a paid order without a key at once. Run it as the user of the service, with the settings of the service.',
	async run({ settings, env, json, width, print }) {
		const todo = await readTodo(settings, env);
		if (json) print(JSON.stringify(todo, null, '\t'));
		else
			print(
				todo.length === 0 ? 'Nothing waits for you.' : todo.map((entry) => shown(entry, width)).join('\n'),
			);
		if (todo.length > 0) process.exitCode = incompleteStatus;
	},
};

function shown({ kind, since, what, do: advice }: Todo, width: number): string {
	const room = Math.max(width - indent, narrowest);
	const hanging = (text: string) => wrap(text, room).replaceAll('\n', `\n${' '.repeat(indent)}`);
	const when = since === null ? '' : ` (since ${since.slice(0, 16).replace('T', ' ')} UTC)`;
	return `${kind.padEnd(indent)}${hanging(`${what}${when}`)}\n${' '.repeat(indent)}${hanging(`→ ${advice}`)}`;
}
