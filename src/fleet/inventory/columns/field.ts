/**
 * The fields that a row of an inventory may have. The first nine, before `name`, decide the result: rows that agree in them
 * share it.
 */
export const fields = [
	/** The board ID, as Apple's update service calls the machine. */
	'board',
	/** The model identifier, or another text in the model column. */
	'model',
	/** A second column with the model, if the export has two. */
	'model_name',
	'version',
	/** The system in words, such as `macOS 11.6.2`: tells the platform, and the version if no column has it. */
	'os',
	'build',
	/** The letter of a security response, such as `(a)`. */
	'supplement',
	/** The build of a security response, if `build` is the one that it patches. */
	'supplemental_build',
	'platform',
	'name',
	'serial',
	'seen',
	/** When the management service read the inventory, and so the version, if it states this beside the last contact. */
	'inventoried',
] as const;

export type Field = (typeof fields)[number];

/** How many of the fields decide the result. */
export const decisiveFields = fields.indexOf('name');

export const fieldIndex = Object.fromEntries(fields.map((field, index) => [field, index])) as Record<
	Field,
	number
>;

export function isField(text: string): text is Field {
	return (fields as readonly string[]).includes(text);
}

const identifying: ReadonlySet<Field> = new Set(['board', 'model', 'model_name']);

/** Whether one of the columns identifies the models of the Macs. */
export function hasModels(columns: readonly { readonly field: Field }[]): boolean {
	return columns.some(({ field }) => identifying.has(field));
}
