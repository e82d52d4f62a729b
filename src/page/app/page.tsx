import './style/base.css';
import './style/frame.css';
import './style/parts.css';
import './style/subject.css';
import './style/start.css';
import './style/tables.css';
import './style/cve.css';
import './style/chart.css';
import './style/filters.css';
import './style/print.css';
// Nearly every view needs these: in scripts of their own they would be requests of their own.
import '@pointrelease/core/src/advice/verdict-words.ts';
import './parts/as-of.tsx';
import './parts/copy-line.tsx';
import './parts/names.tsx';
import './parts/trouble.tsx';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { navigate, searchAddress, useView, type View } from './address.ts';
import {
	CompareView,
	CveView,
	DocsView,
	EverythingView,
	FleetView,
	KitView,
	MacView,
	ReleaseView,
	SearchView,
} from './on-demand.tsx';
import { Frame } from './parts/frame.tsx';
import { KeyView } from './parts/key-view-later.tsx';
import { isGuest } from './service/guest.ts';
import { keyRefusal, onKeyChange, storedKey } from './service/key.ts';
import { forgetAnswers } from './service/service.ts';
import { LostView } from './views/lost-view.tsx';

function Page() {
	const view = useView();
	const [key, setKey] = useState(() => ({ stored: storedKey(), refusal: keyRefusal() }));
	useEffect(
		() =>
			onKeyChange(() => {
				forgetAnswers();
				setKey({ stored: storedKey(), refusal: keyRefusal() });
			}),
		[],
	);
	const open = key.stored !== null && key.refusal === null;
	return (
		<Frame view={view} hasKey={open} keyRefused={key.refusal !== null}>
			{open || view.name === 'lost' || view.name === 'docs' || (view.name === 'fleet' && isGuest()) ? (
				<Shown view={view} />
			) : (
				<KeyView refused={key.refusal ?? ''} subject={subjectOf(view)} />
			)}
		</Frame>
	);
}

/** The subject of an address for a person without a key. The document has the name of the Mac. */
function subjectOf(view: View): string {
	if (view.name === 'release') return view.version === null ? '' : `Release ${view.version}`;
	if (view.name === 'cve') return view.id;
	if (view.name !== 'mac') return '';
	const named = document.querySelector<HTMLMetaElement>('meta[name=mac]');
	return named?.dataset.board === encodeURIComponent(view.board) ? named.content : view.board;
}

function Shown({ view }: { view: View }) {
	switch (view.name) {
		case 'search':
			return <SearchView query={view.query} parameters={view.parameters} />;
		case 'mac':
			return <MacView key={view.board} board={view.board} query={view.query} />;
		case 'release':
			return <ReleaseView version={view.version} query={view.query} />;
		case 'cve':
			return <CveView key={view.id} id={view.id} query={view.query} />;
		case 'compare':
			return <CompareView query={view.query} />;
		case 'all':
			return <EverythingView query={view.query} />;
		case 'fleet':
			return <FleetView query={view.query} />;
		case 'kit':
			return <KitView query={view.query} />;
		case 'docs':
			return <DocsView />;
		case 'sign-in':
			return <SignedIn />;
		case 'lost':
			return <LostView path={view.path} />;
	}
}

/** Redirects to the start page, because there is a key already. */
function SignedIn() {
	useEffect(() => navigate('/', { replace: true }), []);
	return null;
}

// A public page contains its answer. Without a key, it stays as the server wrote it: its forms and links work without this
// script.
const place = document.getElementById('page')!;
if (storedKey() !== null || !place.hasAttribute('data-public')) {
	// If a person began to type before this script was loaded, keep their text and focus.
	const field = place.querySelector<HTMLInputElement>('#search');
	const typing = field !== null && field === document.activeElement;
	if (field && field.value !== field.defaultValue)
		navigate(searchAddress(field.value.trim()), { replace: location.pathname === '/', typing: true });
	place.replaceChildren();
	render(<Page />, place);
	if (typing) document.getElementById('search')?.focus();
}
