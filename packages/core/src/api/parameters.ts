import { type NumberTerm, numberTerms, usualTerms } from '../advice/policy/policy.ts';
import { intuneModels, mdmNames } from '../integrations/enforce/formats.ts';
import { usualEnded } from '../integrations/sofa/sofa-document.ts';

/** What a value in an address may be, as a JSON Schema of few words. */
export interface ValueSchema {
	readonly type: 'string' | 'integer' | 'object' | 'array';
	readonly format?: string;
	readonly pattern?: string;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly default?: string | number;
	readonly enum?: readonly string[];
	readonly items?: ValueSchema;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly description?: string;
}

/** A parameter of a path, a query or a header: readers, the API description and the tools for agents are made from it. */
export interface Parameter {
	readonly description: string;
	/** An array may be given several times, any other once. */
	readonly schema: ValueSchema;
	readonly isRequired?: true;
	readonly example?: string | readonly string[];
	readonly examples?: Readonly<Record<string, string>>;
}

const word = { type: 'string', minLength: 1 } as const satisfies ValueSchema;

export const item: Parameter = {
	description:
		'A version, a board ID, or `BOARD:VERSION`. For the release after 14.1 write `14.1.0`: `14.1` asks for the latest of 14.',
	schema: word,
	examples: { major: '14', boardAndMajor: 'J293AP:14', boardAndRelease: 'J293AP:14.7.2', board: 'J293AP' },
};
export const version: Parameter = {
	description: 'A major version or a point release.',
	schema: word,
	examples: { modern: '14', legacy: '10.15.7', classic: '9.2' },
};
export const boardId: Parameter = {
	description:
		'A board ID in any letter case, or another name of exactly one board, such as a model identifier.',
	schema: word,
	examples: { board: 'J313AP', modelIdentifier: 'MacBookAir10,1', modelNumber: 'M0001A' },
};
export const build: Parameter = {
	description: 'A build, in any letter case.',
	schema: word,
	examples: { update: '19H1217', release: '23H311' },
};
export const cveId: Parameter = {
	description: 'The identifier.',
	schema: { type: 'string' },
	examples: { fixed: 'CVE-2024-23232', exploited: 'CVE-2026-65400' },
};
/** A Mac and what it runs. */
export function boardVersion(examples: Readonly<Record<string, string>>): Parameter {
	return {
		description: '`BOARD:VERSION`, `BOARD:BUILD` or `BOARD:VERSION (BUILD)`.',
		schema: { type: 'string', pattern: '^[^:]+:[^:]+$' },
		examples,
	};
}
export const token: Parameter = {
	description: 'The token in the address.',
	schema: { type: 'string', pattern: '^[0-9a-z]{32}$' },
};

/** The path of an enforcement file. */
export const policyOfPath: Parameter = {
	description: "The name of a policy of the operator's file (`/policies` lists them).",
	schema: { type: 'string' },
	example: 'standard',
};
export const format: Parameter = {
	description:
		'For which tool: declarations of device management, Fleet (fleetdm), Nudge 2, or minimum versions for sign-in.',
	schema: { type: 'string' },
	examples: { declarations: 'ddm', fleet: 'fleet', nudge: 'nudge', access: 'access' },
};
export const majorOfPath: Parameter = {
	description: 'A major version from 11 on.',
	schema: { type: 'string' },
	example: '26',
};
/** The name of a file. */
export function fileNamed(example: string): Parameter {
	return { description: 'The name of the file.', schema: { type: 'string' }, example };
}

export const machine: Parameter = {
	description:
		'The name of one of the machines that share the model number: the answer is then for this machine only.',
	schema: word,
};

export const brief: Parameter = {
	description:
		'With `true`, leave out `installers`, which are two thirds of the answer: the lists are then empty.',
	schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
};

/** What a Mac reports beside its version. */
export const reported = {
	safari: {
		description:
			'The version of Safari that the Mac has, as Safari shows it: it decides fixes that reach older major versions by Safari alone. Its bundle in brackets tells apart two packages of one version.',
		schema: word,
		examples: { version: '26.5', withBundle: '16.3 (17614.4.6.11.6)' },
	},
} as const satisfies Record<string, Parameter>;

/** What a door asks: which Macs it refuses, and what it does with hardware that ends. */
export const doorOptions = {
	at: {
		description:
			'Which Macs are refused: with `deadline` those that are overdue, with `target` those below their target.',
		schema: { type: 'string', enum: ['deadline', 'target'], default: 'deadline' },
	},
	hardware: {
		description:
			'Whether Macs that run no allowed major version are admitted on theirs: `allow` or `refuse`.',
		schema: { type: 'string', enum: ['allow', 'refuse'] },
	},
} as const satisfies Record<string, Parameter>;

/** Since when a Mac is known. */
export const enrolled = {
	enrolled: {
		description:
			'The day on which the Mac was enrolled, for a policy with `enrollment_grace_days`: it is not overdue before that many days later.',
		schema: { type: 'string', format: 'date' },
		example: '2026-10-28',
	},
} as const satisfies Record<string, Parameter>;

/** The day that an answer looks from. */
export const day = {
	as_of: {
		description:
			'The day to look from: later releases do not exist yet. Default: today in UTC; the answer then holds for today only, and says so in `Cache-Control`.',
		schema: { type: 'string', format: 'date' },
		example: '2026-11-01',
	},
} as const satisfies Record<string, Parameter>;

/** The same for facts that hold until others become known. */
export const dayOfFacts = {
	as_of: {
		...day.as_of,
		description:
			'The day to look from: Macs, releases and fixes that came later do not exist yet. Default: everything that is known.',
	},
} as const satisfies Record<string, Parameter>;

function numberTerm(name: NumberTerm): Parameter {
	const [term, maximum, meaning] = numberTerms[name];
	// A major version waits as long as any release unless told otherwise.
	const usual = name === 'defer_major_days' ? null : usualTerms[term];
	return {
		description: sentence(meaning),
		schema: { type: 'integer', minimum: 0, maximum, ...(usual !== null && { default: usual }) },
	};
}

function sentence(words: string): string {
	return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

/** A named policy, and terms that override its own. */
export const policyTerms = {
	policy: {
		description: 'The name of a policy.',
		schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' },
	},
	behind: numberTerm('behind'),
	defer_days: numberTerm('defer_days'),
	defer_major_days: numberTerm('defer_major_days'),
	exclude: {
		description: 'Releases that are never the target, separated by commas.',
		schema: { type: 'string' },
		example: '27.2,26.7.2',
	},
	grace_days: numberTerm('grace_days'),
	exploited_grace_days: numberTerm('exploited_grace_days'),
	enrollment_grace_days: numberTerm('enrollment_grace_days'),
} as const satisfies Record<string, Parameter>;

/** The most that fit into an address that every proxy accepts. */
export const mostItems = 100;

export const items: Parameter = {
	description: `\`BOARD:VERSION\`, up to ${mostItems} times.`,
	isRequired: true,
	schema: { type: 'array', minItems: 1, maxItems: mostItems, items: { type: 'string' } },
	example: ['J293AP:14.7.2', 'Mac14,2:15.3'],
};

/** What `/search` takes. */
export const searchTerms = {
	q: {
		description: 'Words in any order; brackets, commas and quotes do not matter.',
		isRequired: true,
		schema: { type: 'string', minLength: 1, maxLength: 100 },
		examples: {
			name: 'M1 Air',
			board: 'J313',
			classic: 'Quadra 700',
			case: 'A2337',
			release: 'Sonoma',
			build: '19H1217',
		},
	},
	limit: {
		description: 'How many results at most.',
		schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
	},
	offset: {
		description: 'How many results to skip.',
		// More than the results of any search.
		schema: { type: 'integer', minimum: 0, maximum: 100_000, default: 0 },
	},
} as const satisfies Record<string, Parameter>;

function flag(description: string): Parameter {
	return {
		description,
		schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
		example: 'false',
	};
}

export const ownMajor = flag(
	'Whether there are also files for Macs on a newer major version than the policy requires. Such a file upgrades every Mac that gets it, so give it only to Macs on that major version.',
);

/** What the files of an enforcement format can differ in. */
export const fileOptions = {
	at: { ...doorOptions.at, description: `\`access\`: ${doorOptions.at.description}` },
	hardware: {
		...doorOptions.hardware,
		description:
			'`access`: whether Macs that run no allowed major version are admitted on theirs, where a product cannot distinguish models. Without it files that would have to choose are left out.',
	},
	intune_model: {
		description:
			'`access`: what the tenant of Intune has as the model of a Mac. Without it `intune.json` has no models.',
		schema: { type: 'string', enum: intuneModels },
	},
	activations: flag(
		'Whether declarations scope themselves, with an activation and a predicate for each (`ddm` alone). Try one Mac first.',
	),
	mdm: {
		description: "The MDM whose shape the declarations have (`ddm` alone); `raw` is Apple's own.",
		schema: { type: 'string', enum: mdmNames, default: 'raw' },
		example: 'raw',
	},
	own_major: ownMajor,
	enforce_overdue: flag(
		'Whether files carry a deadline that has passed, which makes a Mac restart at once. Otherwise they carry tomorrow in its place.',
	),
} as const satisfies Record<string, Parameter>;

export const policyOfKit: Parameter = {
	description: 'The policy to fill in, and whose files are listed. Default: none.',
	schema: { type: 'string' },
	example: 'standard',
};

export const ended = {
	description: 'How many unsupported major versions are listed, the latest first.',
	schema: { type: 'integer', minimum: 0, maximum: 99, default: usualEnded },
} as const satisfies Parameter;

export const instance: Parameter = {
	description: 'The ID in running.json of the state folder: 404 unless this service has it.',
	schema: { type: 'string' },
};

export const ifNoneMatch: Parameter = {
	description: 'The `ETag` of an earlier answer: 304 if it is still the same.',
	schema: { type: 'string' },
};

export const stripeSignature: Parameter = {
	description: 'The time and one or more signatures of the body: `t=1731859200,v1=…`.',
	isRequired: true,
	schema: { type: 'string' },
};
