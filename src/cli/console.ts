import { withRegistry } from '../licenses/registry.ts';
import { Failure } from '../process/failure.ts';
import { bracketed } from '../server/addresses.ts';
import { checkAccessName, endAccess, makeCode } from '../server/console/access.ts';
import type { Settings } from '../settings/settings.ts';
import { authorOf, authorOptions } from './author.ts';
import { command } from './command.ts';

export const consoleCommand = command({
	name: 'console',
	summary: 'print a link that signs in to the console once, within ten minutes',
	options: {
		for: { type: 'string', value: 'NAME', help: 'who signs in: the audit log has console:NAME' },
		read: { type: 'boolean', help: 'the session may only read' },
		end: {
			type: 'boolean',
			help: 'end all sessions and unused links instead; with --for those of one person',
		},
		...authorOptions,
	},
	details: `
A session lasts 12 hours. Signing out, --end and another POINTRELEASE_SECRET end it on every node within a second. The
code is in the part of the link behind the #, which browsers do not send, and is used up by a click on the page.`,
	async run({ options, settings, json, print }) {
		const actor = authorOf(options);
		const name = options.for === undefined ? null : checkAccessName(options.for);
		if (options.end) {
			const ended = await withRegistry(settings, ({ database }) => endAccess(database, actor, name), {
				older: 'refuse',
			});
			return print(
				json ? JSON.stringify({ ended }) : `${ended === 1 ? '1 session' : `${ended} sessions`} ended`,
			);
		}
		if (name === null) throw new Failure('bad-arguments', 'who signs in? Add --for NAME');
		const address = consoleAddress(settings);
		const mayWrite = !options.read;
		const code = await withRegistry(
			settings,
			({ database }) => makeCode(database, actor, { name, mayWrite }),
			{
				older: 'refuse',
			},
		);
		const link = `${address}/console#code=${code}`;
		print(json ? JSON.stringify({ link, name, may_write: mayWrite }) : link);
	},
});

function consoleAddress({ console, adminAddress }: Settings): string {
	if (console?.origin) return console.origin;
	if (!console || !adminAddress)
		throw new Failure(
			'console-off',
			'the console is off: set CONSOLE=on and ADMIN_ADDRESS=127.0.0.1:9090, for the service and for this command',
		);
	const everywhere = adminAddress.host === '0.0.0.0' || adminAddress.host === '::';
	return `http://${everywhere ? '127.0.0.1' : bracketed(adminAddress.host)}:${adminAddress.port}`;
}
