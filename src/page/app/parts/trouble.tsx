import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { sentence } from '@pointrelease/core/src/text/visible.ts';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { focusContent, macAddress, majorAddress, releaseAddress, searchAddress } from '../address.ts';
import type { NoAnswer, Outcome, SearchRecord } from '../service/records.ts';
import { inOneLine } from '../service/service.ts';
import { useRead } from '../service/use-read.ts';
import { count } from './dates.ts';
import { KeyView } from './key-view-later.tsx';
import { Link } from './link.tsx';
import { searchPath } from './search-result.ts';

interface TroubleProps {
	outcome: Outcome<unknown>;
	again(): void;
	/** The name that was asked for, in words. */
	subject: string;
	/** Whether a release was asked for, not a Mac. */
	release?: boolean;
}

/** Replaces a view without an answer: while it loads, or with the reason why there is none. */
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

/** The reason why there is no answer, in one line. */
export function TroubleLine({ outcome, again, children }: TroubleLineProps) {
	const canRetry = outcome.state === 'unreachable' || outcome.state === 'failed';
	return (
		<>
			<p class="words wrong">
				{inOneLine(outcome)} {children}
			</p>
			{canRetry && <TryAgain again={again} />}
		</>
	);
}

/** Gray shapes in place of a view that is loading. */
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

/** Counts down until the page asks again by itself, after a rate limit. */
function Busy({ seconds }: { seconds: number }) {
	const [secondsLeft, setSecondsLeft] = useState(seconds);
	useEffect(() => {
		const timer = setInterval(() => setSecondsLeft((last) => Math.max(1, last - 1)), 1000);
		return () => clearInterval(timer);
	}, []);
	return (
		<section class="trouble" role="alert">
			<h1>Too many requests</h1>
			<p>Trying again in {count(secondsLeft, 'second')}.</p>
		</section>
	);
}

/** What to try instead: the Macs that a search finds, else the suggestions of the problem. */
function Suggestions({ of, subject }: { of: readonly string[]; subject: string }) {
	const { outcome } = useRead<SearchRecord>(of.length === 0 ? null : searchPath(subject));
	if (of.length === 0) return <Link to="/">Search for a Mac, a release or a CVE</Link>;
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

/** The major version that a problem names as its first release: 14 for 14.0. But 10.0 is a major version itself. */
function asMajor(text: string): string {
	return parseVersion(text)?.major ?? text;
}

/** Links to take instead of a release or major version that does not exist. */
function Neighbours({ releases, majors }: { releases: readonly string[]; majors: readonly string[] }) {
	return (
		<>
			<p class="chips">
				<span>Nearest:</span>
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

/** A button that disappears when it is pressed. It then passes the focus to the content. */
export function PassingButton({ class: look, onClick, children }: PassingButtonProps) {
	const button = useRef<HTMLButtonElement>(null);
	useLayoutEffect(() => {
		const pressed = button.current;
		return () => {
			if (document.activeElement === pressed) focusContent();
		};
	}, []);
	return (
		<button ref={button} type="button" class={look} onClick={onClick}>
			{children}
		</button>
	);
}

export function TryAgain({ again }: { again(): void }) {
	return (
		<PassingButton class="primary" onClick={again}>
			Try again
		</PassingButton>
	);
}
