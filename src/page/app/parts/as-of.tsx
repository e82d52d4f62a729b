import { navigate, withParameters } from '../address.ts';
import { useVisit } from '../service/visit.ts';
import { inWords } from './dates.ts';
import { Link } from './link.tsx';

/** Chooses the day from which a view looks: what came later is not there. `path` is that of the view, also on the server. */
export function AsOf({ query, path }: { query: URLSearchParams; path: string }) {
	const { plain } = useVisit();
	const day = query.get('as_of') ?? '';
	return (
		<form class="as-of" onSubmit={(event) => event.preventDefault()}>
			<label>
				<span>As of</span>
				<input
					type="date"
					name="as_of"
					value={day}
					min="1984-01-24"
					// A day that is being typed has no value yet.
					onChange={({ currentTarget: { value } }) =>
						navigate(withParameters(query, { as_of: value }, path), { replace: true })
					}
				/>
			</label>
			{plain?.submit('Show', query, 'as_of')}
			{day !== '' && (
				<p>
					As known on {isDay(day) ? inWords(day) : day}.{' '}
					<Link to={withParameters(query, { as_of: '' }, path)}>Show today</Link>
				</p>
			)}
		</form>
	);
}

function isDay(text: string): boolean {
	return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** The query of a read for the chosen day; empty for today. */
export function dayQuery(query: URLSearchParams): string {
	const day = query.get('as_of');
	return day ? `?as_of=${encodeURIComponent(day)}` : '';
}
