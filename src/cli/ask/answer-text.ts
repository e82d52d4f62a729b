import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import type { Read, ReadRequest } from '@pointrelease/core/src/api/reads/read.ts';
import type { ShapeName } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { Failure } from '../../process/failure.ts';
import { isRecord } from '../../process/json-file.ts';
import { knownCatalog } from '../catalog.ts';
import type { Call } from '../command.ts';
import { type asOfOption, badOption, type safariOption } from '../options.ts';

/**
 * Answers a read without a server, with --as-of for its day, and returns the body. A problem ends the command with one
 * line.
 */
export async function bodyOfRead<Path extends string, Name extends ShapeName>(
	{ options, settings, json, print }: Call<typeof asOfOption & Partial<typeof safariOption>>,
	read: Read<Path, Name>,
	{ parameters, usage }: { parameters: ReadRequest<Path>['parameters']; usage: string },
): Promise<string> {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries({ as_of: options['as-of'], safari: options.safari }))
		if (typeof value === 'string') query.set(name, value);
	const answer = read(await knownCatalog(settings), {
		parameters,
		query: query.toString(),
		accept: null,
		today: dayTextAt(Date.now()),
		policies: new Map(),
	});
	if (!answer) throw new Failure('bad-arguments', `usage: pointrelease ${usage} (see --help)`);
	if (!isProblem(answer)) return answer.body;
	if (json) print(answer.body);
	if (answer.code === 'bad-parameter') throw badOption(JSON.parse(answer.body));
	throw new Failure(answer.code, problemLine(answer.body));
}

/** A problem as one line: its detail, then everything that helps to ask again. */
export function problemLine(body: string): string {
	const { type: _type, title: _title, status: _status, code: _code, detail, ...help } = JSON.parse(body);
	// `boards` contains the identifiers of `candidates`, with names.
	if (help.boards) delete help.candidates;
	const hints = Object.entries(help as Record<string, unknown>)
		.filter(([, value]) => value !== null && String(value) !== '' && !isRecord(value))
		.map(
			([name, value]) =>
				`${name.replace('majors', 'major versions').replaceAll('_', ' ')}: ${printed(value)}`,
		);
	return [detail, ...hints].join('; ');
}

function printed(value: unknown): string {
	if (Array.isArray(value)) return value.map(printed).join(', ');
	return isRecord(value)
		? Object.values(value)
				.filter((part) => part !== null)
				.join(' ')
		: String(value);
}
