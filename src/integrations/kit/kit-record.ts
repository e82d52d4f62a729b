/** `/kit/index.json`. */
export interface KitRecord {
	readonly data_version: string;
	/** The address that is filled in. */
	readonly address: string | null;
	/** The policy that was asked for. */
	readonly policy: string | null;
	/** All that may be asked for. */
	readonly policies: readonly string[];
	readonly files: readonly KitFileRecord[];
	/** Formats that cannot be made of the policy, and why. */
	readonly refused: readonly { readonly format: string; readonly because: string }[];
	/** What the policy asks for and the files of a format do not do. */
	readonly notices: readonly { readonly format: string; readonly notice: string }[];
}

export interface KitFileRecord {
	/** `client`, or the format that it is of. */
	readonly kind: string;
	readonly name: string;
	readonly path: string;
	/** What it is for; null where the name says it. */
	readonly what: string | null;
	readonly type: string;
	readonly bytes: number;
	readonly sha256: string;
}
