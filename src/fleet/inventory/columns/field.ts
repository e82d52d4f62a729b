/**
 * What a row of an inventory may say about a computer. The first nine tell which machine it is and what it
 * runs, and rows that agree in them get the same answer.
 */
export const fields = [
	/** What the vendor's update service calls the machine: a board ID. */
	'board',
	/** A model identifier, or whatever else the export calls the model. */
	'model',
	/** A second name of the model, where the export has both. */
	'model_name',
	'version',
	/** The system in words, such as `macOS 11.6.2`: says the platform, and the version where no column does. */
	'os',
	'build',
	/** The letter of a supplement, such as `(a)`. */
	'supplement',
	/** The build that a supplement makes, where `build` is the one that it patches. */
	'supplemental_build',
	'platform',
	'name',
	'serial',
	'seen',
	/** When the service read the inventory, and so the version, if it has that beside the last contact. */
	'inventoried',
] as const;

export type Field = (typeof fields)[number];

/** How many of the fields decide about machine and system: those before `name`. */
export const decisiveFields = fields.indexOf('name');

export const fieldIndex = Object.fromEntries(fields.map((field, index) => [field, index])) as Record<
	Field,
	number
>;

export function isField(text: string): text is Field {
	return (fields as readonly string[]).includes(text);
}

const identifying: ReadonlySet<Field> = new Set(['board', 'model', 'model_name']);

/** Whether one of the columns tells which Macs these are. */
export function hasModels(columns: readonly { readonly field: Field }[]): boolean {
	return columns.some(({ field }) => identifying.has(field));
}
