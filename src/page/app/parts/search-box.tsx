import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { navigate, searchAddress, viewNow } from '../address.ts';
import { preloadSubjects } from '../on-demand.tsx';
import type { SearchRecord } from '../service/records.ts';
import { ask, storedAnswer } from '../service/service.ts';
import { useVisit } from '../service/visit.ts';
import { isShortcut } from './link.tsx';
import { addressOf, meantResult, searchExamples, searchPath } from './search-results.tsx';

/** The search field of every view. The typed text is in the address, so it can be shared as a link. */
export function SearchBox({ query }: { query: string }) {
	const { plain } = useVisit();
	const field = useRef<HTMLInputElement>(null);
	const [text, setText] = useState(query);
	// The back button and suggestions change the query without typing.
	useLayoutEffect(() => {
		if (query !== text.trim()) setText(query);
	}, [query]);
	useEffect(() => {
		const jump = (event: KeyboardEvent) => {
			const typing =
				event.target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
			if (event.key !== '/' || typing || isShortcut(event)) return;
			event.preventDefault();
			field.current?.focus();
			field.current?.select();
		};
		addEventListener('keydown', jump);
		return () => removeEventListener('keydown', jump);
	}, []);
	const type = (value: string) => {
		setText(value);
		preloadSubjects();
		navigate(searchAddress(value.trim()), { replace: location.pathname === '/', typing: true });
	};
	/**
	 * Opens the result that the text in the field means; stays on the list if it may mean several, and never replaces the
	 * text. The results on the screen may belong to an earlier text.
	 */
	const openMeant = async (event: Event) => {
		event.preventDefault();
		const typed = field.current!.value.trim();
		if (typed === '') return;
		const path = searchPath(typed);
		const outcome = storedAnswer<SearchRecord>(path) ?? (await ask<SearchRecord>(path));
		const meant = outcome.state === 'ready' ? meantResult(outcome.value) : null;
		const to = meant && addressOf(meant);
		// Stay if the person kept typing or opened another view.
		const now = viewNow();
		if (to && now.name === 'search' && now.query === typed) navigate(to);
	};
	const steer = (event: KeyboardEvent) => {
		if (isShortcut(event)) return;
		const first = document.querySelector<HTMLAnchorElement>('.results a');
		if (event.key === 'Escape' && text !== '') type('');
		else if (event.key === 'ArrowDown' && first) first.focus();
		else return;
		event.preventDefault();
	};
	return (
		<form class="search" role="search" action="/" onSubmit={openMeant}>
			<label class="hidden" for="search">
				Search for a Mac
			</label>
			<svg class="lens" viewBox="0 0 20 20" aria-hidden="true">
				<circle cx="8.500" cy="8.500" r="5.500" />
				<path d="m13 13 4.500 4.500" />
			</svg>
			<input
				ref={field}
				id="search"
				name="q"
				type="search"
				value={text}
				placeholder={searchExamples}
				autocomplete="off"
				autocapitalize="off"
				spellcheck={false}
				maxLength={100}
				onInput={(event) => type(event.currentTarget.value)}
				onKeyDown={steer}
			/>
			{!plain && <kbd aria-hidden="true">/</kbd>}
		</form>
	);
}
