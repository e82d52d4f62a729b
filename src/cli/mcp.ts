import type { ReadSetting } from '@pointrelease/core/src/api/reads/reads.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { embeddedSource, type Source, serviceSource } from '../mcp/source.ts';
import { Failure } from '../process/failure.ts';
import { loadPolicies } from '../settings/policies-file.ts';
import type { Settings } from '../settings/settings.ts';
import { catalogOfService, knownCatalog } from './catalog.ts';
import { command } from './command.ts';

export const mcpCommand = command({
	name: 'mcp',
	summary: 'serve agents over standard input and output (Model Context Protocol)',
	options: {
		service: { type: 'string', value: 'URL', help: 'use this service, with the key in POINTRELEASE_KEY' },
	},
	details: `
Without --service the built-in data is used, and no key is needed. Nothing is written, and nothing is sent anywhere
except to the agent. Fleet reports are always made on this machine; with --service the data set is downloaded first.
Standard output carries only the protocol; messages for people go to standard error. See "pointrelease manual agents".`,
	run: ({ options, settings }) => serveAgents(options.service, settings),
});

/** The source of all answers, and the catalog for reports on a fleet. */
interface Answering {
	readonly source: Source;
	catalog(): Promise<Catalog>;
}

async function serveAgents(service: string | undefined, settings: Settings): Promise<void> {
	const policies = await loadPolicies(settings.policiesFile);
	const today = () => dayTextAt(Date.now());
	const { source, catalog } =
		service === undefined
			? await fromHere(settings, { today, policies })
			: fromService(service, settings.key);
	// Imported here, because loading the protocol's package takes 0.1 s, for which `help` need not wait.
	const [{ serveStdio }, { finishingStdio }, { createServer }, { tools }, { fleetTool }] = await Promise.all([
		import('@modelcontextprotocol/server/stdio'),
		import('../mcp/stdio.ts'),
		import('../mcp/server.ts'),
		import('../mcp/tools.ts'),
		import('./fleet-tool.ts'),
	]);
	const all = [...tools, fleetTool(catalog, policies, today)];
	const { transport, closed } = finishingStdio(process.stdin, process.stdout);
	const server = serveStdio(() => createServer(source, all), { transport });
	await closed;
	await server.close();
}

async function fromHere(settings: Settings, setting: ReadSetting): Promise<Answering> {
	const catalog = await knownCatalog(settings);
	return { source: embeddedSource(catalog, setting), catalog: async () => catalog };
}

/**
 * Each report downloads the tables again, because a conversation may last for days and the service learns in the
 * meantime.
 */
function fromService(address: string, key: string | null): Answering {
	if (!/^https?:\/\/[^\s@]+$/.test(address))
		throw new Failure('bad-arguments', '--service is not of the form https://host');
	if (key === null)
		throw new Failure('bad-arguments', 'with --service set POINTRELEASE_KEY to a license key');
	return { source: serviceSource(address, key), catalog: () => catalogOfService(address, key) };
}
