import { problem } from '@pointrelease/core/src/api/problem.ts';
import { limitPerAddress } from '../../licenses/admission/rate-limits.ts';
import { checkEmail } from '../../licenses/license.ts';
import { requestLostKeys } from '../../licenses/lost-key.ts';
import { documents } from '../../page/assets.ts';
import { publicDocument, renderer } from '../../page/public/public-page.ts';
import type { LostKeyState } from '../../page/public/renderer.ts';
import { publicPageHeaders } from '../../page/security.ts';
import { eventCounter } from '../../process/event-counter.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ReadBundled } from '../pages/bundled-file.ts';
import { sendProblem } from '../responses.ts';
import type { PublicAnswer } from '../service.ts';
import { isFromElsewhere } from './own-origin.ts';
import type { PostAnswer, PostParts } from './post-answer.ts';

const requests = eventCounter(
	'pointrelease_lost_key_requests_total',
	'Requests for lost keys that were taken, whatever the address.',
);

/** The page with its form. */
export function lostKeyPage(read: ReadBundled): PublicAnswer {
	const show = pages(read);
	return () => show('form', 200);
}

/**
 * Stores a request for lost keys. The steps, page and status are the same for every address: only later does the node
 * that sends the mail look up whether the address has a license.
 */
export function lostKeyPost({ addresses, publicAddress, database, read, settings }: PostParts): PostAnswer {
	const show = pages(read);
	const limit = limitPerAddress(settings.lostKey);
	return async (request, { body, client }) => {
		// A page of another site must not make the browsers of its visitors ask, each from its own address.
		const site = request.headers.get('sec-fetch-site');
		// A reverse proxy may not say that it speaks TLS: the address is then http here and https in the browser.
		const named = publicAddress(request);
		const isForeign =
			site === null
				? isFromElsewhere(request, [...addresses(), named, named.replace(/^http:/, 'https:')])
				: site !== 'same-origin' && site !== 'none';
		if (isForeign) return show('other-site', 403);
		const wait = limit.take(client);
		if (wait > 0) return show('too-many', 429, { 'Retry-After': String(wait) });
		const email = emailIn(body);
		if (email === null) return show('not-an-address', 400);
		const stored = await requestLostKeys(database, email).catch(() => false);
		if (!stored) return show('unavailable', 503, { 'Retry-After': '60' });
		requests.add();
		return show('sent', 200);
	};
}

/** The one field of the form; null if it is not an address. */
function emailIn(body: Uint8Array): string | null {
	try {
		return checkEmail(new URLSearchParams(new TextDecoder().decode(body)).get('email') ?? '');
	} catch {
		return null;
	}
}

/** The page in each of its states, made when it is first shown. */
function pages(read: ReadBundled) {
	const texts = new Map<LostKeyState, string>();
	return (state: LostKeyState, status: number, more: Record<string, string> = {}): Response => {
		const before = texts.get(state);
		const template = before === undefined ? read(documents.search.file) : null;
		const text =
			before ??
			(template && publicDocument(new TextDecoder().decode(template), renderer().drawLostKey(state), null));
		if (!text)
			return sendProblem(problem('not-ready', 'the page is being built: reload it in a few seconds'), {
				'Retry-After': '3',
			});
		texts.set(state, text);
		return new Response(text, {
			status,
			headers: {
				...publicPageHeaders(),
				// With `no-referrer`, browsers would send the form with `Origin: null`, as if it came from another site.
				'Referrer-Policy': 'same-origin',
				'Content-Type': 'text/html; charset=utf-8',
				'Cache-Control': 'no-store',
				...more,
			},
		});
	};
}

/** Tells the operator why `LOST_KEY=on` does not open the page without `SMTP_URL`; null if nothing is wrong. */
export function lostKeyWarning({ lostKey, smtpUrl }: Settings): string | null {
	return lostKey !== null && smtpUrl === null
		? 'LOST_KEY is on without SMTP_URL, so /lost-key stays off'
		: null;
}
