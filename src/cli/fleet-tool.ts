import { statSync } from 'node:fs';
import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { readPolicy } from '@pointrelease/core/src/advice/policy/read-policy.ts';
import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import * as z from 'zod';
import { Fleet, usualStaleDays } from '../fleet/fleet.ts';
import { macRecord, policyRecord } from '../fleet/report/report.ts';
import { type NamedFile, namedFiles, readFiles } from '../history/read-files.ts';
import { policyInput } from '../mcp/policy-input.ts';
import { type Arguments, type Tool, text, whole } from '../mcp/tool.ts';
import { Failure } from '../process/failure.ts';

/** The most rows of one answer: more would fill the context of an agent. */
const mostRows = 500;

/**
 * Reports on an inventory file of this machine. The answer of a tool leaves the machine, so it contains rows only if the
 * agent asks for them.
 */
export function fleetTool(
	readCatalog: () => Promise<Catalog>,
	policies: NamedPolicies,
	today: () => string,
): Tool {
	return {
		name: 'fleet_report',
		title: 'Report on a fleet of Macs',
		description: `Reads an inventory file of this machine (CSV, JSON, NDJSON or ZIP from an MDM) and counts Macs that are ${verdictWords.current}, ${verdictWords.behind}, ${verdictWords.unsupported}, ${verdictWords.overdue} or exposed. Rows with names and serial numbers are given only if max_rows is set.`,
		input: {
			file: text('the path of the file', 4096),
			max_rows: whole('maximum number of rows, in the order of the file (default: none)', 0, mostRows),
			...policyInput,
		},
		output: z.strictObject({
			data_version: z.string(),
			as_of: z.string(),
			policy: z.looseObject({}).nullable(),
			summary: z.looseObject({}),
			macs: z.array(z.looseObject({})),
		}),
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
