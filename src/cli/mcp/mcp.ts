import { loadPolicies } from '../../advice/policy/policies-file.ts';
import type { ReadSetting } from '../../api/reads/reads.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { embeddedSource, type Source, serviceSource } from '../../mcp/source.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { dayTextAt } from '../../text/day.ts';
import type { Call, Command } from '../command.ts';
import { knownCatalog } from '../known-catalog.ts';
import { catalogOfService } from '../service-catalog.ts';

export const mcpCommand: Command = {
	name: 'mcp',
	summary: 'serve agents over standard input and output (Model Context Protocol)',
	options: {
		service: { type: 'string', value: 'URL', help: 'use this service, with the key in POINTRELEASE_KEY' },
	},
	details: `
Without --service the built-in data is used, and no key is needed. Nothing is written, and nothing is sent anywhere
except to the agent. Fleet reports are always made on this machine; with --service the data set is downloaded first.
Standard output carries only the protocol; messages for people go to standard error. See "pointrelease manual agents".`,
	run: serveAgents,
};

/** Where the tools have their answers from, and the catalog that reports on a fleet are made with. */
interface Answering {
	readonly source: Source;
	catalog(): Promise<Catalog>;
}

async function serveAgents({ options, settings }: Call): Promise<void> {
	const policies = loadPolicies(settings.policiesFile);
	const today = () => dayTextAt(Date.now());
	const { source, catalog } =
		options.service === undefined
			? await fromHere(settings, { today, policies })
			: fromService(String(options.service), settings.key);
	// Read only here: the protocol's own package would make every other command wait a tenth of a second.
	const [{ serveStdio }, { finishingStdio }, { createServer }, { tools }, { fleetTool }] = await Promise.all([
		import('@modelcontextprotocol/server/stdio'),
		import('../../mcp/finishing-stdio.ts'),
		import('../../mcp/server.ts'),
		import('../../mcp/tools.ts'),
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

/** Each report asks for the tables anew: a conversation may last for days, in which the service learns. */
function fromService(address: string, key: string | null): Answering {
	if (!/^https?:\/\/[^\s@]+$/.test(address))
		throw new Failure('bad-arguments', '--service is not of the form https://host');
	if (key === null)
		throw new Failure('bad-arguments', 'with --service set POINTRELEASE_KEY to a license key');
	return { source: serviceSource(address, key), catalog: () => catalogOfService(address, key) };
}
