import { selectOperation } from '@pointrelease/core/src/api/operation.ts';
import { performOperation } from '@pointrelease/core/src/api/operations.ts';
import { decodeSegments } from '@pointrelease/core/src/api/path.ts';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { loadCatalog } from '../../data/load.ts';
import { Failure } from '../../process/failure.ts';
import type { Call, Command } from '../command.ts';
import { table } from '../terminal-text.ts';
import { problemLine } from './answer-text.ts';

export const lookupCommand: Command = {
	name: 'lookup',
	words: 'ITEM',
	arity: [1, 1],
	summary: 'look up a Mac or a version, offline and without a key (the five operations)',
	details: `
ITEM is what follows /items/ in an address:
  14                   the latest release of a major version
  J293AP:14            the latest release of a major version for a board
  J293AP:14.7.2        the same, and the next release after 14.7.2
  J293AP               the major versions a board supports
  14/board_ids         the boards that support a version
`,
	run: lookup,
};

function lookup({ words, json, settings, terminal, print }: Call): void {
	const item = words[0]!;
	const segments = decodeSegments(`/items/${item.replace(/^\/?items\//, '')}`);
	const operation = segments && selectOperation(segments);
	if (!operation)
		throw new Failure(
			'bad-arguments',
			`${JSON.stringify(item)} cannot be looked up: expected for example 14, J293AP:14.7.2, J293AP or 14/board_ids`,
		);
	const outcome = performOperation(loadCatalog(settings.dataFolder), operation);
	const { body } = outcome;
	if (isProblem(outcome)) {
		if (json) print(body);
		throw new Failure(outcome.code, problemLine(body));
	}
	print(json || !terminal ? body : table(fieldsOf(body)));
}

/** Rows of name and value. JSON.parse would turn the version `9.0` into `9`. */
function fieldsOf(answer: string): [string, string][] {
	const fields = answer.matchAll(/"(\w+)":("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[0-9.]+)/g);
	return [...fields].map(([, name, value]) => [name!, plain(value!)]);
}

function plain(value: string): string {
	if (value.startsWith('[')) return (JSON.parse(value) as string[]).join(' ');
	return value.startsWith('"') ? (JSON.parse(value) as string) : value;
}
