/** The fields that decide the result: rows that agree in them share it. */
const decisive = [
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
	/** The version of Safari as Safari counts: `26.5.2`. */
	'safari',
	/** The bundle version of Safari (`CFBundleVersion`), such as `20624.2.5.18.7`. */
	'safari_build',
] as const;

/** The fields that tell why a Mac may be late. `readUpdateEvidence` reads their cells. */
export const evidenceFields = [
	/** The day on which the Mac was enrolled: the first time, if the export has that. */
	'enrolled',
	/** The newest contact of any kind, if it has a column beside `seen`. */
	'newest_contact',
	/** The last contact of Apple's MDM client, if the service tells it from that of its agent. */
	'mdm_contact',
	/** Whether the service manages the Mac. */
	'managed',
	/** When the MDM profile or its certificate expires. */
	'mdm_expires',
	'supervised',
	'user_approved',
	/** Whether declarative management is on. */
	'ddm_enabled',
	/** Whether the service has the bootstrap token. */
	'bootstrap_token',
	'apple_silicon',
	'free_space',
	/** The state of the pending update (`softwareupdate.install-state`). */
	'update_state',
	'failure_reason',
	'failure_count',
	'last_failure',
	'pending_version',
	/** The day by which the pending version will be enforced. */
	'pending_date',
	/** How many update declarations the Mac has. */
	'declarations',
	/** For how many days minor updates are deferred. */
	'deferral_days',
	/** What the service told when the inventory was pulled (`readToldEvidence`). */
	'told',
] as const;

/** The fields that a row of an inventory may have. */
export const fields = [
	...decisive,
	'name',
	'serial',
	'seen',
	/** When the management service read the inventory, and so the version, if it states this beside the last contact. */
	'inventoried',
	...evidenceFields,
] as const;

export type Field = (typeof fields)[number];
export type EvidenceField = (typeof evidenceFields)[number];

/** How many of the fields decide the result. */
export const decisiveFields = decisive.length;

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
