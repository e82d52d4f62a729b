import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { columnNames } from '@pointrelease/core/src/text/csv.ts';
import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import { lateRanks } from '../../fleet/judging/late-rank.ts';
import { replaceFile } from '../../process/draft-file.ts';
import { Failure } from '../../process/failure.ts';
import { refuseUnreplaceable } from '../../process/regular-file.ts';
import { connectionNamed, isConnection } from '../../pull/connections-file.ts';
import type { FailedPull } from '../../pull/pull.ts';
import { testConnection } from '../../pull/test-connection.ts';
import { knownCatalog } from '../catalog.ts';
import { type Call, command, type Options } from '../command.ts';
import { incompleteStatus } from '../exit-status.ts';
import { today } from '../options.ts';
import { table, tell } from '../terminal-text.ts';
import { connectionsOption } from './fleet-options.ts';
import { standardOutput, writing } from './outputs.ts';
import { connectionsOf, cutWords, pullConnection, tellFailed } from './sources.ts';

const mostConnections = 100;
/** No policy is named here, so a Mac is late if its own major version has a newer release. */
const mostBehind = 99;

const pullOptions = {
	connections: connectionsOption,
	out: { type: 'string', value: 'FILE', help: 'where to write it (default: standard output)' },
	keep: {
		type: 'string',
		value: 'COLUMNS',
		multiple: true,
		help: 'also store these members of the records, such as "userAndLocation.department"',
	},
} as const satisfies Options;

export const pullCommand = command({
	name: 'fleet pull',
	words: '@NAME...',
	arity: [1, mostConnections],
	summary: 'pull the whole inventory of a connection into a file that every fleet command reads (NDJSON)',
	options: pullOptions,
	details: `
If a service does not give its whole list, nothing of it is written and the exit status is 3.
See "pointrelease manual connections".`,
	run: runPull,
});

async function runPull(call: Call<typeof pullOptions>): Promise<void> {
	const { words, options } = call;
	const out = options.out ?? standardOutput;
	const isPrinted = out === standardOutput;
	if (isPrinted && call.json) throw new Failure('bad-arguments', '--json prints counts: pass --out FILE too');
	const badWord = words.find((word) => !isConnection(word));
	if (badWord !== undefined)
		throw new Failure('bad-arguments', `${JSON.stringify(badWord)} is not a connection: expected @NAME`);
	// Before anything is pulled, which may take minutes.
	if (!isPrinted) writing(out, () => refuseUnreplaceable(out));
	const all = await connectionsOf(call);
	const connections = words.map((word) => connectionNamed(all, word));
	const keep = options.keep.flatMap(columnNames);
	const lateRank = connections.some(({ why }) => why)
		? lateRanks(await knownCatalog(call.settings), policyOf(today(), { behind: mostBehind }))
		: undefined;
	const failed: FailedPull[] = [];
	const pulled: PulledCounts[] = [];
	const content: Uint8Array[] = [];
	for (const connection of connections) {
		const result = await pullConnection(connection, keep, lateRank);
		if ('reason' in result) failed.push(result);
		else {
			content.push(...result.lines);
			const { macs, otherDevices, cutTexts, notes } = result;
			for (const note of notes) tell(`@${connection.name}: ${note}.`);
			pulled.push({
				source: `@${connection.name}`,
				macs,
				other_devices: otherDevices,
				cut_texts: cutTexts,
				notes,
			});
		}
	}
	tellFailed(failed, pulled.length > 0);
	const decoder = new TextDecoder();
	if (isPrinted) for (const piece of content) call.print(decoder.decode(piece));
	else replaceFile(out, content);
	if (failed.length > 0) process.exitCode = incompleteStatus;
	if (call.json) call.print(JSON.stringify({ file: out, pulled, failed }));
	else if (!isPrinted) call.print(pulled.map((inventory) => pulledText(inventory, out)).join('\n'));
}

interface PulledCounts {
	readonly source: string;
	readonly macs: number;
	readonly other_devices: number;
	readonly cut_texts: number;
	/** What the service did not tell besides its list. */
	readonly notes: readonly string[];
}

function pulledText({ source, macs, other_devices, cut_texts }: PulledCounts, out: string): string {
	const devicesText = other_devices > 0 ? `; ${counted(other_devices, 'other device')} left out` : '';
	const cutText = cut_texts > 0 ? `; ${cutWords(cut_texts)}` : '';
	return `${source}: ${counted(macs, 'Mac', undefined, grouped(macs))} written to ${out}${devicesText}${cutText}.`;
}

const connectionsOptions = {
	connections: connectionsOption,
	schema: { type: 'boolean', help: 'print the JSON Schema of the file, and exit' },
	test: {
		type: 'boolean',
		help: 'ask each service for one page, and say which permission is missing or too wide',
	},
} as const satisfies Options;

export const connectionsCommand = command({
	name: 'fleet connections',
	summary: 'check the connections file; --test asks each management service',
	options: connectionsOptions,
	details: `
The exit status is 1 if the file has a mistake, and 3 if a service that was tested does not answer as
it should. See "pointrelease manual connections".`,
	run: runConnections,
});

async function runConnections(call: Call<typeof connectionsOptions>): Promise<void> {
	const { options, json, print } = call;
	if (options.schema) {
		const { connectionsSchema } = await import('../../pull/connections-definition.ts');
		return print(JSON.stringify(connectionsSchema(), null, 2));
	}
	const connections = [...(await connectionsOf(call)).values()];
	const rows = connections.map(({ name, kind, api, login }) => ({
		name,
		kind: kind.name,
		url: api,
		login_url: login,
	}));
	if (!options.test) {
		if (json) return print(JSON.stringify({ connections: rows }));
		const heads = ['name', 'kind', 'API', 'sign-in'];
		const lines = rows.map((row) => [`@${row.name}`, row.kind, row.url, row.login_url]);
		return print(rows.length === 0 ? 'The file has no connections.' : table([heads, ...lines]));
	}
	const tested = [];
	for (const connection of connections) {
		const outcome = await testConnection(connection);
		tested.push({ name: connection.name, kind: connection.kind.name, ...outcome });
		if (!json) print(`@${connection.name}: ${outcome.message}`);
		if (!outcome.works) process.exitCode = incompleteStatus;
	}
	if (json) print(JSON.stringify({ connections: tested }));
}
