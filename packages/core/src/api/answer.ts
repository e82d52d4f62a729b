/** The header fields that are an answer's own; null leaves a usual one out. */
export type OwnFields = Readonly<Record<string, string | null>>;

/** What an operation or a read answers. */
export interface Answer<Value = unknown> {
	readonly status: 200;
	readonly body: string;
	/** Never there: says what the body holds as JSON, for the compiler. */
	readonly holds?: Value;
	readonly fields: OwnFields;
	/** When the answer last changed, in milliseconds, if it changes more often than the data. */
	readonly changed?: number;
	/** One weak tag for all encodings, for clients that compare the tags of HEAD and GET. */
	readonly hasWeakTag?: true;
}
