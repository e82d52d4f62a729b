import './style/base.css';
import './style/frame.css';
import './style/parts.css';
import './style/subject.css';
import './style/start.css';
import './style/tables.css';
import './style/chart.css';
import './style/matrix.css';
import './style/kit.css';
import './style/docs.css';
import './style/print.css';
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
} from './on-demand/on-demand.ts';
import { Frame } from './parts/frame.tsx';
import { keyRefusal, onKeyChange, storedKey } from './service/key.ts';
import { forgetAnswers } from './service/service.ts';
import { KeyView } from './views/key-view.tsx';
import { LostView } from './views/lost-view.tsx';
import { SearchView } from './views/search-view.tsx';

// Several files of `on-demand` use these and the page does not: exported, they stay here, and are no files of their own.
export { prospectOf } from '../../advice/standing/headline.ts';
export { csvLine } from '../../text/csv.ts';
export { kindOf, macsOf } from './mac/macs.ts';
export { KeptParameters } from './parts/kept-parameters.tsx';
export { SaveButtons } from './parts/save-buttons.tsx';
export { save } from './parts/save-file.ts';
export { TableHead } from './parts/table-head.tsx';
export { useWidth } from './parts/use-width.ts';
export { WaitingButton } from './parts/waiting-button.tsx';
export { useLatest } from './service/use-latest.ts';

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
			{open || view.name === 'lost' || view.name === 'docs' ? (
				<Shown view={view} />
			) : (
				<KeyView refused={key.refusal ?? ''} />
			)}
		</Frame>
	);
}

function Shown({ view }: { view: View }) {
	switch (view.name) {
		case 'search':
			return <SearchView query={view.query} />;
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

/** Whoever came to sign in has done so, or had a key already. */
function SignedIn() {
	useEffect(() => navigate('/', { replace: true }), []);
	return null;
}

/**
 * A page that everybody may read has its answer in the document: without a key it stays as it is, and the forms and links
 * in it ask the service without this script.
 */
const place = document.getElementById('page')!;
if (storedKey() !== null || place.querySelector('[data-public]') === null) {
	// Somebody may have begun to search before the script was there: the field that takes the place of theirs goes on.
	const field = place.querySelector<HTMLInputElement>('#search');
	const typing = field !== null && field === document.activeElement;
	if (field && field.value !== field.defaultValue)
		navigate(searchAddress(field.value.trim()), { replace: location.pathname === '/', typing: true });
	place.replaceChildren();
	render(<Page />, place);
	if (typing) document.getElementById('search')?.focus();
}
