/** The names of the columns of a table; what is false is no column. */
export function TableHead({ titles }: { titles: readonly (string | false)[] }) {
	return (
		<thead>
			<tr>
				{titles.map(
					(title) =>
						title !== false && (
							<th key={title} scope="col">
								{title}
							</th>
						),
				)}
			</tr>
		</thead>
	);
}
