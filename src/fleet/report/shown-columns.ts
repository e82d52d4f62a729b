import { lateReasons } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { shownDeadline } from '@pointrelease/core/src/advice/standing/headline.ts';
import { policyVerdict, standingWords, verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { type MacResult, whatToDo } from '../judging/mac-result.ts';
import { kindTitle } from './mac-kinds.ts';
import { whyWords } from './worst-macs.ts';

/** A Mac in a table for people. */
export interface ShownMac {
	readonly name: string;
	readonly serial: string;
	readonly seen: string | null;
	readonly result: MacResult;
	readonly hasPolicy: boolean;
}

/** A column of tables for people: of the page, the HTML file and the summary. */
export interface ShownColumn {
	readonly title: string;
	/** How it is shown, sorted and laid out. */
	readonly type: 'text' | 'day' | 'version' | 'count' | 'days';
	readonly of: (mac: ShownMac) => string | number | null;
	/** What the page shows beside a cell that is pointed at. */
	readonly hint?: (mac: ShownMac) => string;
	/** Shown only with a policy. */
	readonly ofPolicy?: boolean;
	/** Only for texts and files: the page shows the same in other columns. */
	readonly offPage?: boolean;
}

/** Name, then what a Mac is judged by, then the rest. The page shows them in this order. */
export const shownColumns = {
	name: { title: 'Name', type: 'text', of: ({ name }) => name },
	status: { title: 'Status', type: 'text', of: ({ result }) => statusWords(result) },
	model: { title: 'Model', type: 'text', of: ({ result }) => result.model_name ?? result.model },
	version: { title: 'Version', type: 'version', of: ({ result }) => result.version ?? result.build },
	what_to_do: { title: 'What to do', type: 'text', of: ({ result }) => whatToDo(result) },
	overdue: {
		title: kindTitle('overdue'),
		type: 'days',
		ofPolicy: true,
		of: ({ result }) => result.days_overdue,
	},
	exploited: {
		title: kindTitle('exploited'),
		type: 'count',
		of: ({ result }) => result.exploited_missing_count,
	},
	exploited_elsewhere: {
		title: kindTitle('exploited_elsewhere'),
		type: 'count',
		of: ({ result }) => result.fixed_elsewhere_exploited_count,
	},
	exploited_not_stated: {
		title: kindTitle('exploited_not_stated'),
		type: 'count',
		of: ({ result }) => result.not_stated_exploited_count,
	},
	policy: { title: 'Policy', type: 'text', ofPolicy: true, of: ({ result }) => policyVerdict(result) },
	deadline: { title: 'Deadline', type: 'day', ofPolicy: true, of: ({ result }) => shownDeadline(result) },
	late: {
		title: 'Why late',
		type: 'text',
		ofPolicy: true,
		of: ({ result: { late_reason } }) => (late_reason ? lateReasons[late_reason].label : ''),
		hint: ({ result: { late_words, late_step } }) => (late_words ? `${late_words} ${late_step}` : ''),
	},
	late_step: {
		title: 'Next step',
		type: 'text',
		ofPolicy: true,
		of: ({ result }) => result.late_step ?? '',
		offPage: true,
	},
	missing: { title: 'Missing fixes', type: 'count', of: ({ result }) => result.missing_count },
	serial: { title: 'Serial number', type: 'text', of: ({ serial }) => serial },
	last_major: { title: 'Last major', type: 'version', of: ({ result }) => result.last_major },
	ends: {
		title: 'Ends',
		type: 'day',
		of: ({ result: { ended_on, estimated_end } }) => ended_on ?? (estimated_end && `~ ${estimated_end}`),
	},
	seen: { title: 'Last seen', type: 'day', of: ({ seen }) => seen },
	note: { title: 'Note', type: 'text', of: ({ result }) => macNote(result) },
	safari: { title: 'Safari', type: 'version', of: ({ result }) => result.safari ?? null },
	/** Shown where there is something to compare it with. */
	latest_safari: {
		title: 'Latest Safari',
		type: 'version',
		of: ({ result: { safari, latest_safari } }) => (safari && latest_safari) ?? null,
	},
	why: {
		title: 'Why',
		type: 'text',
		offPage: true,
		of: ({ result, hasPolicy }) => whyWords(result, hasPolicy),
	},
} as const satisfies Readonly<Record<string, ShownColumn>>;

export type ShownId = keyof typeof shownColumns;

/** The text of a cell; empty for an unknown value. */
export function shownCell({ type, of }: ShownColumn, mac: ShownMac): string {
	const value = of(mac);
	if (value === null) return '';
	return type === 'days' ? counted(Number(value), 'day') : String(value);
}

/** The verdict of the policy if there is one, else the update status. */
function statusWords({ standing, meets_policy: meets, problem_kind }: MacResult): string {
	if (standing === 'ended' || meets === null) return standingWords[standing ?? problem_kind ?? 'unknown'];
	return meets ? verdictWords.meetsPolicy : verdictWords.missesPolicy;
}

/** Remarks about a Mac or its row: why it could not be judged, and what its version is if that is not a plain release. */
function macNote(result: MacResult): string {
	return [result.problem ?? versionNote(result), result.doubt].filter(Boolean).join(' ');
}

function versionNote({ version, build, version_standing: standing }: MacResult): string | null {
	const words = build === null ? version : `${version} (${build})`;
	if (standing === 'beta') return `${words} is a beta.`;
	if (standing === 'unknown') return `${words} is not a known release.`;
	if (standing === 'newer') return `${words} is ${verdictWords.newer}: is the data up to date?`;
	if (standing === 'withdrawn') return `${words} is no longer offered to this Mac.`;
	return standing === 'not-for-board' ? `${words} was not released for this Mac.` : null;
}
