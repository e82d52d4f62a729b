import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { parseVersion } from '../../../catalog/version.ts';
import { sentence } from '../../../text/visible.ts';
import { focusContent, macAddress, majorAddress, releaseAddress, searchAddress } from '../address.ts';
import type { NoAnswer, Outcome, SearchRecord } from '../service/records.ts';
import { inOneLine } from '../service/service.ts';
import { useRead } from '../service/use-read.ts';
import { KeyView } from '../views/key-view.tsx';
import { count } from './dates.ts';
import { Link } from './link.tsx';
import { searchPath } from './search-results.tsx';

interface TroubleProps {
	outcome: Outcome<unknown>;
	again(): void;
	/** What was looked for, in words. */
	subject: string;
	/** It was a release, not a Mac. */
	release?: boolean;
}

/** Whatever is not an answer: on its way, refused, missing, or out of reach. */
export function Trouble({ outcome, again, subject, release = false }: TroubleProps) {
	switch (outcome.state) {
		case 'loading':
			return <Skeleton subject={subject} />;
		case 'refused':
			return <KeyView refused={outcome.detail} />;
		case 'missing':
			return (
				<section class="trouble">
					<h1>{outcome.isSeveral ? 'Which Mac?' : 'Not found'}</h1>
					<p>{outcome.isSeveral ? `Several Macs are called “${subject}”.` : sentence(outcome.detail)}</p>
					{release ? (
						<Neighbours
							releases={outcome.releases}
							majors={[...outcome.majors.map(asMajor), ...outcome.suggestions]}
						/>
					) : (
						<Suggestions of={outcome.suggestions} subject={subject} />
					)}
				</section>
			);
		case 'unreachable':
			return (
				<section class="trouble" role="alert">
					<h1>The service cannot be reached</h1>
					<p>It may be restarting, or this device may be offline.</p>
					<TryAgain again={again} />
				</section>
			);
		case 'busy':
			return <Busy seconds={outcome.seconds} />;
		case 'failed':
			return (
				<section class="trouble" role="alert">
					<h1>That did not work</h1>
					<p>{sentence(outcome.detail)}</p>
					<TryAgain again={again} />
				</section>
			);
		case 'ready':
			return null;
	}
}

interface TroubleLineProps {
	outcome: NoAnswer;
	again(): void;
	children?: ComponentChildren;
}

/** The same in one line. */
export function TroubleLine({ outcome, again, children }: TroubleLineProps) {
	const mayPass = outcome.state === 'unreachable' || outcome.state === 'failed';
	return (
		<>
			<p class="words wrong">
				{inOneLine(outcome)} {children}
			</p>
			{mayPass && <TryAgain again={again} />}
		</>
	);
}

/** The shape of what is on its way, in place of words that nobody reads. */
function Skeleton({ subject }: { subject: string }) {
	return (
		<div class="skeleton" aria-busy="true">
			<p class="hidden">Loading {subject}</p>
			<div class="bone line" />
			<div class="bone title" />
			<div class="bone block" />
			<div class="bone block tall" />
		</div>
	);
}

/** A limit is used up: when it goes on by itself. */
function Busy({ seconds }: { seconds: number }) {
	const [left, setLeft] = useState(seconds);
	useEffect(() => {
		const timer = setInterval(() => setLeft((last) => Math.max(1, last - 1)), 1000);
		return () => clearInterval(timer);
	}, []);
	return (
		<section class="trouble" role="alert">
			<h1>Too many requests</h1>
			<p>Trying again in {count(left, 'second')}.</p>
		</section>
	);
}

/** What to try instead: the Macs that the search finds, by name; else an identifier leads to its Mac, words to a search. */
function Suggestions({ of, subject }: { of: readonly string[]; subject: string }) {
	const { outcome } = useRead<SearchRecord>(of.length === 0 ? null : searchPath(subject));
	if (of.length === 0) return <Link to="/">Search for it by name</Link>;
	const results = outcome.state === 'ready' ? outcome.value.results : [];
	const macs = results.flatMap((result) => (result.kind === 'mac' && result.board_id ? [result] : []));
	if (macs.length > 0)
		return (
			<p class="chips">
				Did you mean{' '}
				{macs.map(({ board_id: id, machine, name }) => (
					<Link key={name} class="chip" to={macAddress(id, machine)}>
						{name}
					</Link>
				))}
			</p>
		);
	return (
		<p>
			Did you mean{' '}
			{of.map((text) => (
				<Link key={text} class="chip" to={/\d/.test(text) ? macAddress(text) : searchAddress(text)}>
					{text}
				</Link>
			))}
		</p>
	);
}

/** Majors stand in a problem as 14.0, which is a release: 14 is the major. 10.0 is one. */
function asMajor(text: string): string {
	return parseVersion(text)?.major ?? text;
}

/** What is around a release or a major that does not exist. */
function Neighbours({ releases, majors }: { releases: readonly string[]; majors: readonly string[] }) {
	return (
		<>
			<p class="chips">
				{releases.map((version) => (
					<Link key={version} class="chip" to={releaseAddress(version)}>
						{version}
					</Link>
				))}
				{majors.map((major) => (
					<Link key={major} class="chip" to={majorAddress(major)}>
						{major}
					</Link>
				))}
			</p>
			<Link to="/release">All major versions by date</Link>
		</>
	);
}

interface PassingButtonProps {
	class: string;
	onClick(): void;
	children: ComponentChildren;
}

/** A button that disappears once it is pressed. If it had the focus, the focus goes to the content. */
export function PassingButton({ class: look, onClick, children }: PassingButtonProps) {
	const button = useRef<HTMLButtonElement>(null);
	useLayoutEffect(() => {
		const own = button.current;
		return () => {
			if (document.activeElement === own) focusContent();
		};
	}, []);
	return (
		<button ref={button} type="button" class={look} onClick={onClick}>
			{children}
		</button>
	);
}

/** Asks once more what was not answered. */
export function TryAgain({ again }: { again(): void }) {
	return (
		<PassingButton class="primary" onClick={again}>
			Try again
		</PassingButton>
	);
}
