import { decode, searchAddress } from '../address.ts';
import { Link, ways } from '../parts/link.tsx';
import { useTitle } from '../service/visit.ts';

/** The view of an unknown address: what it may have meant, and where to go from here. */
export function LostView({ path }: { path: string }) {
	useTitle('Not found');
	const words = path.split('/').map(decode).filter(Boolean);
	const [first, ...rest] = words;
	const text = first === 'mac' || first === 'release' ? rest.join(' ') : words.join(' ');
	return (
		<section class="trouble">
			<h1>Page not found</h1>
			<p>
				There is no page at <code>{path}</code>.
				{first === 'mac' && text === '' && ' The address of a Mac ends with its name, such as /mac/J293AP.'}
			</p>
			<p class="chips">
				{text !== '' && (
					<Link class="chip" to={searchAddress(text.slice(0, 100))}>
						Search for “{text.slice(0, 100)}”
					</Link>
				)}
				<Link class="chip" to="/">
					Start page
				</Link>
				{ways.map(([path, label]) => (
					<Link key={path} class="chip" to={path}>
						{label}
					</Link>
				))}
			</p>
		</section>
	);
}
