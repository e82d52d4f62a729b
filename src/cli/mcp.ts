import { statSync } from 'node:fs';
import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { readPolicy } from '@pointrelease/core/src/advice/policy/read-policy.ts';
import type { ReadSetting } from '@pointrelease/core/src/api/reads/reads.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { Fleet, usualStaleDays } from '../fleet/fleet.ts';
import { macRecord, policyRecord } from '../fleet/report/report.ts';
import { type NamedFile, namedFiles, readFiles } from '../history/read-files.ts';
import { object, policyInput, policyNames, text, whole } from '../mcp/schema.ts';
import { embeddedSource, type Source, serviceSource } from '../mcp/source.ts';
import type { Arguments, Tool } from '../mcp/tool.ts';
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
	const [{ serveStdio }, { finishingStdio }, { createServer }, { tools }] = await Promise.all([
		import('@modelcontextprotocol/server/stdio'),
		import('../mcp/stdio.ts'),
		import('../mcp/server.ts'),
		import('../mcp/tools.ts'),
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

/** The most rows of one answer: more would fill the context of an agent. */
const mostRows = 500;

/**
 * Reports on an inventory file of this machine. The answer of a tool leaves the machine, so it contains rows only if the
 * agent asks for them.
 */
function fleetTool(readCatalog: () => Promise<Catalog>, policies: NamedPolicies, today: () => string): Tool {
	return {
		name: 'fleet_report',
		title: 'Report on a fleet of Macs',
		description:
			'Reads an inventory file of this machine (CSV, JSON, NDJSON or ZIP from an MDM) and counts Macs that are current, behind, ended, overdue or exposed. Rows with names and serial numbers are given only if max_rows is set.',
		input: object(
			{
				file: { ...text('the path of the file'), maxLength: 4096 },
				max_rows: whole('maximum number of rows, in the order of the file (default: none)', 0, mostRows),
				...policyInput,
			},
			['max_rows', ...policyNames],
		),
		output: {
			type: 'object',
			properties: {
				data_version: { type: 'string' },
				as_of: { type: 'string' },
				policy: { type: ['object', 'null'] },
				summary: { type: 'object' },
				macs: { type: 'array', items: { type: 'object' } },
			},
			required: ['data_version', 'as_of', 'policy', 'summary', 'macs'],
		},
		async answer(_, input) {
			const policy = policyFrom(input, policies, today());
			const catalog = await readCatalog();
			const fleet = new Fleet({ catalog, policy, staleDays: usualStaleDays });
			const most = Number(input.max_rows ?? 0);
			const [file] = namedFiles([fileOf(input)]) as [NamedFile];
			await readFiles(fleet, [file]).catch((thrown) => {
				throw withoutColumns(file.name, thrown);
			});
			const { macs, summary } = fleet.end();
			return {
				data_version: catalog.dataVersion,
				as_of: policy.asOf,
				policy: policyRecord(policy),
				summary,
				macs: macs.slice(0, most).map(macRecord),
			};
		},
	};
}

/** Removes the column names from the message: they may be the data of a Mac, or lines of any file. */
function withoutColumns(name: string, thrown: unknown): unknown {
	if (!(thrown instanceof Failure) || thrown.code !== 'no-model-column') return thrown;
	return new Failure(
		thrown.code,
		`${name}: no column with the model or board ID of a Mac was found: expected names of columns such as Model Identifier`,
	);
}

/** Refuses standard input, which carries the protocol, and pipes and devices, which may never end. */
function fileOf({ file }: Arguments): string {
	const status = statSync(String(file), { throwIfNoEntry: false });
	if (file === '-' || (status && !status.isFile()))
		throw new Failure('bad-arguments', 'file: expected the path of a file');
	return String(file);
}

function policyFrom(input: Arguments, policies: NamedPolicies, today: string): Policy {
	const texts = { get: (name: string) => (input[name] === undefined ? null : String(input[name])) };
	const policy = readPolicy(texts, today, policies);
	if ('asOf' in policy) return policy;
	throw new Failure('bad-arguments', `${policy.parameter}: expected ${policy.expected}`);
}
