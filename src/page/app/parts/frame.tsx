import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { View } from '../address.ts';
import { isGuest } from '../service/guest.ts';
import { forgetKey } from '../service/key.ts';
import { ask, timeLimit } from '../service/service.ts';
import { useVisit } from '../service/visit.ts';
import { inWords } from './dates.ts';
import { Link, navigation } from './link.tsx';
import { Mark } from './mark.tsx';
import { SearchBox } from './search-box.tsx';

interface FrameProps {
	view: View;
	hasKey: boolean;
	keyRefused: boolean;
	children: ComponentChildren;
}

/** The header and footer around every view: navigation, search field, key and state of the data. */
export function Frame({ view, hasKey, keyRefused, children }: FrameProps) {
	const { plain } = useVisit();
	const guest = !plain && view.name !== 'sign-in' && isGuest();
	// The wide layout applies before the picture of everything is loaded, so that nothing moves later.
	const wide = view.name === 'all' ? 'wide' : '';
	useEffect(() => document.getElementById('views')?.hidePopover?.(), [view]);
	return (
		<>
			<a class="skip" href="#content">
				Skip to content
			</a>
			<header class={`top ${wide}`}>
				<div class="top-line">
					<Link to="/" class="wordmark" title="pointrelease, start page">
						<Mark />
						<span>pointrelease</span>
					</Link>
					<MenuButton />
					<div id="views" class="views" popover>
						<nav aria-label="Views">
							<Link to="/" current={view.name === 'search' || view.name === 'mac'}>
								Macs
							</Link>
							{navigation.map(([path, label, name]) => (
								<Link key={path} to={path} current={view.name === name}>
									{label}
								</Link>
							))}
						</nav>
						{hasKey && (
							<button type="button" class="quiet forget" onClick={forgetKey}>
								Forget key
							</button>
						)}
						{plain?.signIn()}
						{guest && (
							<a class="quiet forget" href="/sign-in">
								Sign in
							</a>
						)}
					</div>
				</div>
				{(hasKey || plain || guest) && (
					<SearchBox query={view.name === 'search' ? view.query : ''} isPlain={plain !== null || guest} />
				)}
				{/* Keeps the place of the search field, so that nothing moves when the service refuses the key. */}
				{keyRefused && <div class="search-room" />}
			</header>
			<main id="content" class={wide} tabIndex={-1}>
				{children}
			</main>
			<footer class={wide}>
				<p>Every Mac from 1984 to today. The key stays in this browser; nothing is sent to any other host.</p>
				{hasKey && <LicenseEnd />}
				<DataFreshness />
			</footer>
		</>
	);
}

/** Opens the navigation where it has no room of its own. It works without a script. */
function MenuButton() {
	return (
		<button type="button" class="menu-button" popovertarget="views">
			Menu
		</button>
	);
}

interface Readiness {
	data_changed: string | null;
	stale: boolean;
	frozen: boolean;
}

interface LicenseEndRecord {
	ends_on: string | null;
	days_left: number | null;
	renew_url: string | null;
}

/** How many days before the end of the license the page starts to show it. */
const daysBefore = 30;

function LicenseEnd() {
	const [license, setLicense] = useState<LicenseEndRecord | null>(null);
	useEffect(() => {
		ask<LicenseEndRecord>('/license').then((outcome) => {
			if (outcome.state === 'ready') setLicense(outcome.value);
		});
	}, []);
	if (!license?.ends_on || license.days_left! > daysBefore) return null;
	return (
		<p>
			<strong>Your license ends on {inWords(license.ends_on)}.</strong>{' '}
			{license.renew_url && <a href={license.renew_url}>Renew it</a>}
		</p>
	);
}

/** The age of the data, and a warning if Apple's feed is stale or frozen. Needs no key. */
function DataFreshness() {
	const [state, setState] = useState<Readiness | null>(null);
	useEffect(() => {
		fetch('/readyz', { signal: timeLimit() })
			.then((response) => response.json())
			.then((body: Readiness) => setState(body))
			// Other parts of the page show that the service is unreachable.
			.catch(() => {});
	}, []);
	if (!state?.data_changed) return null;
	const trouble = state.stale
		? ' Stale: Apple’s update service has not answered for a day. Newer releases may be missing.'
		: state.frozen
			? ' Frozen: Apple’s update service has not changed for days. Newer releases may be missing.'
			: '';
	return (
		<p>
			Data updated <time dateTime={state.data_changed}>{inWords(state.data_changed.slice(0, 10))}</time>.
			{trouble && <strong>{trouble}</strong>}
		</p>
	);
}
