import { renderToString } from 'preact-render-to-string';
import { type View, viewOf } from '../app/address.ts';
import { MacView } from '../app/mac/mac-view.tsx';
import { EverythingView } from '../app/matrix/everything-view.tsx';
import { Frame } from '../app/parts/frame.tsx';
import { ReleaseView } from '../app/release/release-view.tsx';
import { titleOf, VisitContext } from '../app/service/visit.ts';
import { CompareView } from '../app/views/compare-view.tsx';
import { CveView } from '../app/views/cve-view.tsx';
import { SearchView } from '../app/views/search-view.tsx';
import { aboutView } from './about-view.ts';
import { askCatalog } from './ask-catalog.ts';
import { LostKeyView } from './lost-key-view.tsx';
import * as plain from './plain-parts.tsx';
import type { Renderer } from './renderer.ts';

export const drawView: Renderer['drawView'] = ({ catalog, address, today, policies }) => {
	const ask = askCatalog(catalog, today, policies);
	const view = viewOf(address);
	let title = '';
	const setTitle = (subject: string) => {
		title = subject;
	};
	const markup = renderToString(
		<VisitContext.Provider value={{ plain, read: ask, setTitle }}>
			<Frame view={view} hasKey={false} keyRefused={false}>
				<Shown view={view} />
			</Frame>
		</VisitContext.Provider>,
	);
	const about = aboutView(view, ask);
	return {
		status: about ? 200 : 404,
		title: titleOf(title),
		description: about?.description ?? 'There is nothing at this address.',
		canonical: about?.canonical ?? null,
		markup,
		style: view.name === 'all' ? 'everything' : null,
		hasScript: true,
	};
};

/** Draws the public views, which are imported here instead of loaded on demand. */
function Shown({ view }: { view: View }) {
	switch (view.name) {
		case 'search':
			return <SearchView query={view.query} parameters={view.parameters} />;
		case 'mac':
			return <MacView board={view.board} query={view.query} />;
		case 'release':
			return <ReleaseView version={view.version} query={view.query} />;
		case 'cve':
			return <CveView id={view.id} query={view.query} />;
		case 'compare':
			return <CompareView query={view.query} />;
		case 'all':
			return <EverythingView query={view.query} />;
		default:
			return null;
	}
}

export { understand } from './understood.ts';

/** The page for an invalid parameter. It contains nothing of the address, so there is only one page for each parameter. */
export const drawMisunderstood: Renderer['drawMisunderstood'] = ({ status, parameter, expected }) => {
	const title = status === 404 ? 'Page not found' : 'Address not understood';
	const view = { name: 'lost', path: '' } as const;
	const markup = renderToString(
		<VisitContext.Provider value={{ plain, read: null, setTitle: null }}>
			<Frame view={view} hasKey={false} keyRefused={false}>
				<section class="trouble">
					<h1>{title}</h1>
					{status === 404 ? (
						<p>There is no page at this address. Search for the Mac or release.</p>
					) : (
						<p>
							The address has a value for <code>{parameter}</code> that is not understood. Expected:{' '}
							{expected}.
						</p>
					)}
					<p class="chips">
						{/* `?` is the same page without parameters. */}
						<a class="chip" href={status === 404 ? '/' : '?'}>
							{status === 404 ? 'Start page' : 'Show the page without it'}
						</a>
					</p>
				</section>
			</Frame>
		</VisitContext.Provider>,
	);
	return {
		status,
		title: titleOf(title),
		description: 'There is nothing at this address.',
		canonical: null,
		markup,
		style: null,
		hasScript: true,
	};
};

export const drawLostKey: Renderer['drawLostKey'] = (state) => {
	const title = state === 'sent' ? 'Check your mail' : 'Lost your license key?';
	return {
		status: 200,
		title: titleOf(title),
		description: 'Have your license key sent again.',
		canonical: null,
		markup: renderToString(<LostKeyView title={title} state={state} />),
		style: null,
		hasScript: false,
	};
};
