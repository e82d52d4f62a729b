import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Mark } from '../app/parts/mark.tsx';
import { addressOf, focusContent, show, type View, views } from './address.ts';
import type { Session } from './service.ts';

interface FrameProps {
	view: View;
	session: Session;
	/** How much waits for a person. */
	waiting: number;
	/** What was searched for last. */
	found: string;
	find(text: string): void;
	leave(): void;
	children: ComponentChildren;
}

/** The header and navigation around every view. */
export function Frame({ view, session, waiting, found, find, leave, children }: FrameProps) {
	useEffect(() => {
		document.getElementById('views')?.hidePopover?.();
		document.title = `${views[view.name]} · pointrelease console`;
	}, [view]);
	return (
		<>
			<button type="button" class="skip" onClick={focusContent}>
				Skip to content
			</button>
			<header class="top wide">
				<div class="top-line">
					<a href={addressOf('needs-you')} class="wordmark" title="Console, first view">
						<Mark />
						<span>Console</span>
					</a>
					<button type="button" class="menu-button" popovertarget="views">
						Menu
					</button>
					<div id="views" class="views" popover>
						<nav aria-label="Views">
							{Object.entries(views).map(([name, title]) => (
								<a key={name} href={`#/${name}`} aria-current={view.name === name ? 'page' : undefined}>
									{title}
									{name === 'needs-you' && waiting > 0 && <span class="count-badge">{waiting}</span>}
								</a>
							))}
						</nav>
						<span class="who">
							{session.name}
							{!session.may_write && ' (read only)'}
							<button type="button" class="quiet" onClick={leave}>
								Sign out
							</button>
						</span>
					</div>
				</div>
				<FindBox found={found} find={find} />
			</header>
			<main id="content" class="wide" tabIndex={-1}>
				{children}
			</main>
		</>
	);
}

/** One box for licenses, on every view. What is typed never becomes an address: it may be a key. */
function FindBox({ found, find }: Pick<FrameProps, 'found' | 'find'>) {
	const [text, setText] = useState(found);
	useEffect(() => setText(found), [found]);
	return (
		<form
			role="search"
			class="search"
			onSubmit={(event) => {
				event.preventDefault();
				find(text.trim());
				show('licenses');
			}}
		>
			<svg class="lens" viewBox="0 0 20 20" aria-hidden="true">
				<circle cx="8.5" cy="8.5" r="6" />
				<path d="m13 13 5 5" />
			</svg>
			<input
				type="search"
				aria-label="Find a license by key, ID, order, address or note"
				placeholder="Find a license: key, ID, order, address, note"
				value={text}
				autocomplete="off"
				spellcheck={false}
				onInput={(event) => setText(event.currentTarget.value)}
			/>
		</form>
	);
}
