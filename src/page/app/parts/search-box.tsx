import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { address, navigate, searchAddress } from '../address.ts';
import { preloadMac, SearchPanel } from '../on-demand.tsx';
import { rememberedMacs } from '../service/my-macs.ts';
import type { Outcome, SearchRecord } from '../service/records.ts';
import { ask, inOneLine, storedAnswer } from '../service/service.ts';
import { useRead } from '../service/use-read.ts';
import { isShortcut } from './link.tsx';
import { groupsOf, optionId, recentGroup } from './search-options.ts';
import { addressOf, meantResult, searchExamples, searchPath } from './search-result.ts';

/** Shorter than in other fields, because results follow every key. */
const typingPause = 70;

/** The search field of every view, with the results under it. Enter on a text of several meanings opens the list of all, whose address can be shared. */
export function SearchBox({ query, isPlain }: { query: string; isPlain: boolean }) {
	const field = useRef<HTMLInputElement>(null);
	const [text, setText] = useState(query);
	const [isOpen, setOpen] = useState(false);
	const [active, setActive] = useState(-1);
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
	const typed = text.trim();
	const { outcome, isStale } = useRead<SearchRecord>(
		isOpen && typed !== '' && !isPlain ? searchPath(typed) : null,
		typingPause,
	);
	const groups =
		!isOpen || isPlain
			? []
			: typed === ''
				? recentGroup(rememberedMacs('recent'))
				: outcome.state === 'ready'
					? groupsOf(outcome.value)
					: [];
	const options = groups.flatMap((group) => group.options);
	const trouble =
		!isOpen || isPlain || typed === '' || outcome.state === 'loading' ? '' : troubleOf(outcome, typed);
	const close = () => {
		setOpen(false);
		setActive(-1);
	};
	const type = (value: string) => {
		setText(value);
		setOpen(true);
		setActive(-1);
		preloadMac();
	};
	/**
	 * Opens the chosen result, else the one that the text means, else the list of all. Never replaces the text. The results on
	 * the screen may belong to an earlier text.
	 */
	const openMeant = async (event: Event) => {
		event.preventDefault();
		const typed = field.current!.value.trim();
		// The service draws the results for a guest.
		if (isPlain) return navigate(searchAddress(typed));
		const chosen = options[active];
		if (chosen) {
			if (chosen.to === null) return;
			close();
			return navigate(chosen.to);
		}
		close();
		if (typed === '') return;
		const [path, from] = [searchPath(typed), address()];
		const outcome = storedAnswer<SearchRecord>(path) ?? (await ask<SearchRecord>(path));
		const meant = outcome.state === 'ready' ? meantResult(outcome.value) : null;
		// Stay if the person kept typing or opened another view.
		if (field.current?.value.trim() !== typed || address() !== from) return;
		navigate((meant && addressOf(meant)) ?? searchAddress(typed), { typing: meant === null });
	};
	const steer = (event: KeyboardEvent) => {
		if (isShortcut(event)) return;
		const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const firstOfList = document.querySelector<HTMLAnchorElement>('.results a');
		if (event.key === 'Escape' && isOpen && options.length > 0) close();
		else if (event.key === 'Escape' && text !== '') type('');
		else if (move && options.length > 0) {
			// One more place than options: the field itself.
			const places = options.length + 1;
			const next = ((active + 1 + move + places) % places) - 1;
			setActive(next);
			document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
		} else if (move === 1 && !isOpen && firstOfList) firstOfList.focus();
		else if (move === 1) setOpen(true);
		else return;
		event.preventDefault();
	};
	// Without a script nothing expands.
	const combobox: object = isPlain
		? {}
		: {
				role: 'combobox',
				'aria-expanded': options.length > 0,
				'aria-controls': options.length > 0 ? 'search-panel' : undefined,
				'aria-autocomplete': 'list',
				'aria-activedescendant': active === -1 ? undefined : optionId(active),
			};
	return (
		<>
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
					{...combobox}
					onInput={(event) => type(event.currentTarget.value)}
					onClick={() => setOpen(true)}
					onBlur={close}
					onKeyDown={steer}
				/>
				{!isPlain && <kbd aria-hidden="true">/</kbd>}
			</form>
			{options.length > 0 && <SearchPanel groups={groups} active={active} isStale={isStale} close={close} />}
			{!isPlain && (
				<p class={trouble ? 'search-panel nothing' : 'hidden'} role="status">
					{trouble}
				</p>
			)}
		</>
	);
}

/** Why there is nothing to choose; empty if there is something. */
function troubleOf(outcome: Exclude<Outcome<SearchRecord>, { state: 'loading' }>, typed: string): string {
	if (outcome.state !== 'ready') return inOneLine(outcome);
	return outcome.value.total === 0 ? `No results for “${typed}”` : '';
}
