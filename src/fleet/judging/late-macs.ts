import type { LateEvidence, LateMac, Stated } from '@pointrelease/core/src/advice/lateness/evidence.ts';
import { latenessOf } from '@pointrelease/core/src/advice/lateness/lateness.ts';
import type { LateLimits } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { shownDeadline } from '@pointrelease/core/src/advice/standing/headline.ts';
import { listedFor } from '@pointrelease/core/src/catalog/apple-list.ts';
import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Row } from '../inventory/inventory.ts';
import { readToldEvidence } from '../inventory/told-evidence.ts';
import { readUpdateEvidence, type UpdateEvidence } from '../inventory/update-evidence.ts';
import { type MacResult, withLateness } from './mac-result.ts';
import type { Judgment } from './memo.ts';
import type { NoSighting } from './sighting.ts';

/** What one row says about why its Mac may be late. */
export interface ToldByRow {
	readonly file: string;
	/** The day to which what the row says applies; null if the row states a day that cannot be read. */
	readonly day: string | null;
	readonly told: UpdateEvidence;
	/** What its service told when the inventory was pulled. */
	readonly asked: LateEvidence;
}

/** What decides about a Mac besides its evidence. */
interface RowOfMac {
	readonly file: string;
	readonly seen: string | null;
	readonly noSighting: NoSighting | null;
	readonly judgment: Judgment;
	readonly told?: readonly ToldByRow[];
}

/** Reads what a row says about why its Mac may be late; null for nothing. */
export function toldByRow(
	file: string,
	row: Row,
	mac: Pick<RowOfMac, 'seen' | 'noSighting'>,
	asOf: string,
): ToldByRow | null {
	const told = readUpdateEvidence(row, asOf);
	if (told === null) return null;
	const column = row.text('told');
	const asked = column === '' ? nothingAsked : readToldEvidence(column);
	if (Object.keys(told).length === 0 && asked === nothingAsked) return null;
	// A row without a day of contact is of the day of the export.
	const day = told.inventoried ?? told.contact ?? mac.seen ?? (mac.noSighting === null ? asOf : null);
	return { file, day, told, asked };
}

const nothingAsked: LateEvidence = {};
const decimalGb = 1e9;

/** The statements of a row, each with its source and day. */
function evidenceOf({ file, day, told }: ToldByRow): LateEvidence {
	const state = <Value>(value: Value): Stated<Value> => ({ value, from: file, day });
	const { contact, inventoried, mdmContact, managed, mdmExpires, supervised, ddmEnabled } = told;
	const { bootstrapToken, appleSilicon, freeBytes, updateState, pendingVersion, pendingDate } = told;
	const { failureReason, failureCount, lastFailure, declarations, deferralDays } = told;
	const hasFailure = failureReason !== undefined || (failureCount ?? 0) > 0;
	const isEscrowKnown = bootstrapToken === 'escrowed' || bootstrapToken === 'not-escrowed';
	return {
		...(contact !== undefined && { contact: { value: contact, from: file, day: contact } }),
		...(inventoried !== undefined && { inventoried: { value: inventoried, from: file, day: inventoried } }),
		...(mdmContact !== undefined && { mdm_contact: { value: mdmContact, from: file, day: mdmContact } }),
		...(managed !== undefined && { managed: state(managed) }),
		...(mdmExpires !== undefined && { mdm_expires: state(mdmExpires) }),
		...(supervised !== undefined && { supervised: state(supervised) }),
		...(ddmEnabled !== undefined && { declarative: state(ddmEnabled) }),
		...(appleSilicon !== undefined && { apple_silicon: state(appleSilicon) }),
		...(isEscrowKnown && { token_escrowed: state(bootstrapToken === 'escrowed') }),
		...(freeBytes !== undefined && { free_gb: state(freeBytes / decimalGb) }),
		...(updateState !== undefined && { install_state: state(updateState) }),
		...((pendingVersion !== undefined || pendingDate !== undefined) && {
			pending: state({ version: pendingVersion ?? null, date: pendingDate ?? null }),
		}),
		...(hasFailure && {
			failure: state({ count: failureCount ?? null, text: failureReason ?? null, at: lastFailure ?? null }),
		}),
		// The column counts declarations, so 0 is the whole list. With a version beside it, it is the first of them; any other
		// number says nothing about the target.
		...(declarations === 0 && { enforcement: state(null) }),
		...(declarations !== undefined &&
			declarations > 0 &&
			pendingVersion !== undefined && {
				enforcement: state({
					version: pendingVersion,
					date: pendingDate ?? null,
					active: true,
					valid: 'unknown' as const,
					reason: null,
				}),
			}),
		...(deferralDays !== undefined && {
			deferral: state({ days: deferralDays, by: 'administrator' as const }),
		}),
	};
}

/** Of the same statement in two rows, the one of the later day counts. */
function merged(told: readonly LateEvidence[]): LateEvidence {
	const all: Record<string, Stated<unknown>> = {};
	const findings = told.flatMap((evidence) => evidence.findings ?? []);
	for (const { findings: _, ...evidence } of told)
		for (const [name, statement] of Object.entries(evidence) as [string, Stated<unknown>][]) {
			const other = all[name];
			if (!other || (statement.day ?? '') > (other.day ?? '')) all[name] = statement;
		}
	return { ...all, ...(findings.length > 0 && { findings }) };
}

/** Finds out why Macs are late. Macs of which the same is known share a result, which keeps large fleets small. */
export class LateMacs {
	readonly #catalog: Catalog;
	readonly #policy: Policy;
	readonly #limits: LateLimits;
	readonly #judgments = new Map<MacResult, Map<string, Judgment>>();

	constructor(catalog: Catalog, policy: Policy, limits: LateLimits) {
		this.#catalog = catalog;
		this.#policy = policy;
		this.#limits = limits;
	}

	/** The Mac, with the reason in its result if it misses its policy. */
	judge<Mac extends RowOfMac>(mac: Mac): Mac {
		const { answer } = mac.judgment;
		if (answer?.meets_policy !== false) return mac;
		const ofResult = this.#judgments.get(answer) ?? new Map<string, Judgment>();
		this.#judgments.set(answer, ofResult);
		const key = mac.told ? JSON.stringify([mac.seen, mac.told]) : `${mac.seen} ${mac.file}`;
		let judgment = ofResult.get(key);
		if (!judgment) {
			const { cells, released } = mac.judgment;
			const lateness = latenessOf(this.#lateMac(mac, answer), this.#limits);
			judgment = { cells, released, answer: withLateness(answer, lateness) };
			ofResult.set(key, judgment);
		}
		// Nothing needs what the rows say any more.
		const judged: Mac = { ...mac, judgment };
		delete (judged as { told?: unknown }).told;
		return judged;
	}

	#lateMac(mac: RowOfMac, answer: MacResult): LateMac {
		const { asOf } = this.#policy;
		const boards = answer.board_ids.flatMap((id) => this.#catalog.boards.get(id) ?? []);
		const target = answer.target_version ?? '';
		const seen = mac.seen === null ? {} : { contact: { value: mac.seen, from: mac.file, day: mac.seen } };
		const told = merged([...(mac.told ?? []).flatMap((row) => [evidenceOf(row), row.asked]), seen]);
		const silicon = siliconOf(boards, asOf);
		return {
			asOf,
			version: answer.version ?? '',
			target,
			// If the target is not known, no earlier statement counts.
			released: this.#catalog.releases.get(target)?.released ?? asOf,
			deadline: shownDeadline(answer),
			isBlocked: answer.blocked_by === 'hardware',
			wouldTell: wouldTell(mac),
			evidence: {
				...(silicon && { apple_silicon: silicon }),
				...told,
				...this.#offered(boards, told, target),
			},
		};
	}

	/** Whether Apple's list still has the release that is enforced or pending. */
	#offered(boards: readonly Board[], told: LateEvidence, target: string): Pick<LateEvidence, 'offered'> {
		const { appleList } = this.#catalog;
		const asked = told.enforcement?.value?.version ?? told.pending?.value.version ?? target;
		const lists = boards.map((board) => listedFor(appleList, board, this.#policy.asOf));
		if (asked === '' || lists.length === 0 || lists.some((list) => list === null)) return {};
		const isOffered = lists.some((list) => list!.some(({ version }) => version === asked.split(' ')[0]));
		const statement = { from: "Apple's list of updates", day: appleList!.seenOn };
		return { offered: { ...statement, value: { version: asked, is_offered: isOffered } } };
	}
}

/** What would tell more about a Mac of a pull whose service told nothing; null for a file, where columns would. */
function wouldTell({ file, told = [] }: RowOfMac): string | null {
	const isTold = told.some(({ asked }) => asked !== nothingAsked);
	return file.startsWith('@') && !isTold
		? `Set "why": true in the connection ${file}, with the rights that "fleet connections --test" names.`
		: null;
}

/** Whether all Macs that it may be have Apple silicon; null if they differ. */
function siliconOf(boards: readonly Board[], asOf: string): Stated<boolean> | null {
	const kinds = new Set(boards.map(({ kind }) => kind === 'apple-silicon'));
	const [value] = kinds;
	return kinds.size === 1 ? { value: value!, from: 'pointrelease', day: asOf } : null;
}
