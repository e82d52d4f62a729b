import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { navigate, withParameters } from '../address.ts';

/** The Safari of the address as a parameter of reads; empty without one, and while it is being typed. */
export function safariParameter(query: URLSearchParams): string {
	const typed = query.get('safari')?.trim() ?? '';
	return readSafari(typed) ? `safari=${encodeURIComponent(typed)}` : '';
}

/** Adds the Safari of the address to the path of a read. */
export function withSafari(path: string, query: URLSearchParams): string {
	const parameter = safariParameter(query);
	return parameter === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${parameter}`;
}

/** Asks for Safari beside the installed version, where it decides something. */
export function SafariField({ query, latest }: { query: URLSearchParams; latest: string | null }) {
	return (
		<label>
			<span>Safari</span>
			<input
				class="version"
				name="safari"
				value={query.get('safari') ?? ''}
				placeholder={latest ?? ''}
				maxLength={40}
				inputMode="decimal"
				autocomplete="off"
				spellcheck={false}
				onInput={(event) =>
					navigate(withParameters(query, { safari: event.currentTarget.value }), {
						replace: true,
						typing: true,
					})
				}
			/>
		</label>
	);
}
