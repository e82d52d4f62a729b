/** The header fields that are an answer's own; null leaves a usual one out. */
export type OwnFields = Readonly<Record<string, string | null>>;

/** What an operation or a read answers. */
export interface Answer {
	readonly status: 200;
	readonly body: string;
	readonly fields: OwnFields;
	/** When the answer last changed, in milliseconds, if it changes more often than the data. */
	readonly changed?: number;
	/** One weak tag for all encodings, for clients that compare the tags of HEAD and GET. */
	readonly hasWeakTag?: true;
}
