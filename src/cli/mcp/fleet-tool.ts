import { statSync } from 'node:fs';
import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import { readPolicy } from '../../advice/policy/read-policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { Fleet, keepMac, type Mac, usualStaleDays } from '../../fleet/fleet.ts';
import { macRecord, policyRecord } from '../../fleet/report.ts';
import { type NamedFile, namedFiles, openFile } from '../../history/read-files.ts';
import { policyInput, policyNames } from '../../mcp/policy-input.ts';
import { object, text, whole } from '../../mcp/schema.ts';
import type { Arguments, Tool } from '../../mcp/tool.ts';
import { Failure } from '../../process/failure.ts';

/** Rows that one answer may carry: more would fill the context of an agent. */
const mostRows = 500;

/**
 * A report on an inventory of this machine, from the data that all tools answer from. What a tool answers leaves the
 * machine, so rows must be asked for.
 */
export function fleetTool(
	readCatalog: () => Promise<Catalog>,
	policies: NamedPolicies,
	today: () => string,
): Tool {
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
		async answer(_, given) {
			const policy = policyFrom(given, policies, today());
			const catalog = await readCatalog();
			const fleet = new Fleet({ catalog, policy, staleDays: usualStaleDays });
			const most = Number(given.max_rows ?? 0);
			const macs: Mac[] = [];
			const [file] = namedFiles([fileOf(given)]) as [NamedFile];
			const { name } = file;
			const inventory = await openFile(file, {}, () => {}).catch((thrown) => {
				throw withoutColumns(name, thrown);
			});
			await fleet.read(name, inventory, (...mac) => {
				if (macs.length < most) macs.push(keepMac(...mac));
			});
			return {
				data_version: catalog.dataVersion,
				as_of: policy.asOf,
				policy: policyRecord(policy),
				summary: fleet.summary(),
				macs: macs.map(macRecord),
			};
		},
	};
}

/** The line that was taken for names of columns may be that of a Mac, or of a file that is no inventory at all. */
function withoutColumns(name: string, thrown: unknown): unknown {
	if (!(thrown instanceof Failure) || thrown.code !== 'no-model-column') return thrown;
	return new Failure(
		thrown.code,
		`${name}: no column with the model or board ID of a Mac was found: expected names of columns such as Model Identifier`,
	);
}

/** Standard input carries the protocol, and a pipe or a device may never end: the agent would wait for ever. */
function fileOf({ file }: Arguments): string {
	const found = statSync(String(file), { throwIfNoEntry: false });
	if (file === '-' || (found && !found.isFile()))
		throw new Failure('bad-arguments', 'file: expected the path of a file');
	return String(file);
}

function policyFrom(given: Arguments, policies: NamedPolicies, today: string): Policy {
	const texts = { get: (name: string) => (given[name] === undefined ? null : String(given[name])) };
	const policy = readPolicy(texts, today, policies);
	if ('asOf' in policy) return policy;
	throw new Failure('bad-arguments', `${policy.parameter}: expected ${policy.expected}`);
}
