import { pathOf } from '@pointrelease/core/src/api/path.ts';
import { notFound } from './answers.ts';
import { type Console, openConsole } from './console.ts';
import type { ConsoleParts } from './parts.ts';
import { adminPlace, isNamed, servicePlace } from './place.ts';

/** The answer to a request for the console, with the address of its peer; null for a request for anything else. */
export type AnswerConsole = (request: Request, peer: string | undefined) => Promise<Response> | null;

/** At `ADMIN_ADDRESS`. */
export function consoleAtAdmin(parts: ConsoleParts): AnswerConsole {
	const console = openConsole(parts);
	const find = adminPlace(parts.settings);
	return (request, peer) =>
		isConsolePath(request) ? answerAt(console, request, peer, find(request.headers, peer)) : null;
}

/** At the service's address, under the console's own name, which has nothing else. */
export function consoleAtService(parts: ConsoleParts, ownOrigin: string): AnswerConsole {
	const console = openConsole(parts);
	const find = servicePlace(parts.settings, ownOrigin);
	const isOwnName = isNamed(parts.settings, ownOrigin);
	return (request, peer) => {
		const isConsole = isConsolePath(request);
		if (!isOwnName(request.headers, peer)) return isConsole ? Promise.resolve(notFound()) : null;
		return answerAt(console, request, peer, isConsole ? find(request.headers, peer) : null);
	};
}

function answerAt(
	console: Console,
	request: Request,
	peer: string | undefined,
	place: ReturnType<ReturnType<typeof adminPlace>>,
): Promise<Response> {
	return place ? console.answer(request, place, peer) : Promise.resolve(notFound());
}

function isConsolePath({ url }: Request): boolean {
	const path = pathOf(url);
	return path === '/console' || path.startsWith('/console/');
}
