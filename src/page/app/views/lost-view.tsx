import { decode, searchAddress } from '../address.ts';
import { Link, navigation } from '../parts/link.tsx';
import { useTitle } from '../service/visit.ts';

/** The view of an unknown address, with links to go on. */
export function LostView({ path }: { path: string }) {
	const about = aboutPath(path);
	useTitle(about?.title ?? 'Not found');
	const words = path.split('/').map(decode).filter(Boolean);
	const [first, ...rest] = words;
	const text = first === 'mac' || first === 'release' ? rest.join(' ') : words.join(' ');
	return (
		<section class="trouble">
			<h1>{about?.title ?? 'Page not found'}</h1>
			<p>
				{about?.words ?? 'There is no page at '}
				{!about && (
					<>
						<code>{path}</code>.
					</>
				)}
				{first === 'mac' && text === '' && ' The address of a Mac ends with its name, such as /mac/J293AP.'}
			</p>
			<p class="chips">
				{text !== '' && !about && (
					<Link class="chip" to={searchAddress(text.slice(0, 100))}>
						Search for “{text.slice(0, 100)}”
					</Link>
				)}
				<Link class="chip" to="/">
					Start page
				</Link>
				{navigation.map(([path, label]) => (
					<Link key={path} class="chip" to={path}>
						{label}
					</Link>
				))}
			</p>
		</section>
	);
}

const ofApi =
	/^\/(?:items|builds|policies|enforce|kit|dataset|export|license|subscription|feeds|mcp|hooks)(?:\/|$)|\.(?:atom|ics|csv|json)$/;

/** Explains known addresses that have no page; null for all others. */
function aboutPath(path: string): { title: string; words: string } | null {
	if (path === '/lost-key')
		return {
			title: 'Lost keys',
			words: 'This service does not mail lost keys by itself. Ask the sender of your key.',
		};
	if (!ofApi.test(path)) return null;
	return {
		title: 'This address is for programs',
		words: 'It belongs to the API, which asks for a license key in a header. The API view shows how.',
	};
}
