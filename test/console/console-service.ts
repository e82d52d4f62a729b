import { type Registry, withRegistry } from '../../src/licenses/registry.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { type ServiceOptions, type ServiceProcess, startService } from '../service-process.ts';

/** The settings of a service with a console on this machine. */
export const consoleSettings = { CONSOLE: 'on', ADMIN_ADDRESS: '127.0.0.1:0' };

/** A service whose console is at `http://127.0.0.1:PORT/console`. */
export async function startConsoleService(
	options: ServiceOptions = {},
): Promise<ServiceProcess & { readonly console: string }> {
	const service = await startService({ ...options, env: { ...consoleSettings, ...options.env } });
	return { ...service, console: service.metrics.replace(/\/metrics$/, '') };
}

/** A link as the command prints it, at the address where the service listens. */
export async function makeLink(
	service: ServiceProcess & { readonly console: string },
	...words: string[]
): Promise<string> {
	const { code, stdout, stderr } = await service.command('console', '--for', 'anna', ...words);
	if (code !== 0) throw new Error(stderr);
	return service.console + stdout.trim().slice(stdout.indexOf('/console#'));
}

/** A browser that is signed in, without a browser. */
export interface SignedIn {
	readonly cookie: string;
	readonly token: string;
	get(path: string): Promise<Response>;
	/** A POST as the page of the console sends it. */
	post(path: string, body?: object, headers?: Record<string, string>): Promise<Response>;
}

/** Signs in as the page does. */
export async function signIn(
	service: ServiceProcess & { readonly console: string },
	...words: string[]
): Promise<SignedIn> {
	const code = new URL(await makeLink(service, ...words)).hash.slice('#code='.length);
	const own = { Origin: service.console, 'Sec-Fetch-Site': 'same-origin' };
	const response = await fetch(`${service.console}/console/sign-in`, {
		method: 'POST',
		headers: { ...own, 'Content-Type': 'application/json' },
		body: JSON.stringify({ code }),
	});
	if (response.status !== 200) throw new Error(await response.text());
	const { token } = (await response.json()) as { token: string };
	const cookie = response.headers.get('set-cookie')!.split(';')[0]!;
	return {
		cookie,
		token,
		get: (path) =>
			fetch(service.console + path, {
				headers: { Cookie: cookie, 'Console-Token': token, 'Sec-Fetch-Site': 'same-origin' },
			}),
		post: (path, body = {}, headers = {}) =>
			fetch(service.console + path, {
				method: 'POST',
				headers: {
					...own,
					Cookie: cookie,
					'Console-Token': token,
					'Content-Type': 'application/json',
					...headers,
				},
				body: JSON.stringify(body),
			}),
	};
}

/** Works in the store of the service, beside it. */
export function inStore<T>({ env }: ServiceProcess, work: (registry: Registry) => Promise<T>): Promise<T> {
	return withRegistry(readSettings(env), work);
}
