import { useVisit } from '../service/visit.ts';

/** Parameters of the address that a form without a script sends along: a browser drops all that are not fields of it. */
export function KeptParameters({ query, names }: { query: URLSearchParams; names: readonly string[] }) {
	if (!useVisit().isPublic) return null;
	return (
		<>
			{names.flatMap((name) =>
				query
					.getAll(name)
					.filter(Boolean)
					.map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
			)}
		</>
	);
}
