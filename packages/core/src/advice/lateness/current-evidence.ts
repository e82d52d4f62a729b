import { compareVersions, parseVersion } from '../../catalog/version.ts';
import { addDays } from '../../text/day.ts';
import type {
	Enforcement,
	Finding,
	LateEvidence,
	LateMac,
	Pending,
	ReportedFailure,
	Stated,
} from './evidence.ts';
import type { LateLimits, LateReason } from './reasons.ts';

/** Days for which what a source reports counts as the present. A Mac reports once a day, and on every change. */
export const freshDays = { installing: 1, downloading: 2, space: 7, report: 3 };

/** The newest macOS on which the old MDM commands and their restrictions have an effect. */
export const lastWithCommands = 26;
/** The first macOS with declarations for updates. */
export const firstWithDeclarations = 14;

/** A Mac with what counts of its evidence: leftovers and what is too old are left out. */
export class CurrentEvidence {
	readonly mac: LateMac;
	readonly evidence: LateEvidence;
	readonly limits: LateLimits;

	constructor(mac: LateMac, limits: LateLimits) {
		this.mac = mac;
		this.evidence = mac.evidence;
		this.limits = limits;
	}

	get major(): number {
		return parseVersion(this.mac.version)?.components[0] ?? 0;
	}

	get isUpgrade(): boolean {
		return parseVersion(this.mac.version)?.major !== parseVersion(this.mac.target)?.major;
	}

	isPast(day: string | null | undefined): boolean {
		return typeof day === 'string' && day < this.mac.asOf;
	}

	isAhead(day: string | null | undefined): boolean {
		return typeof day === 'string' && day >= this.mac.asOf;
	}

	isFresh({ day }: Stated<unknown>, days: number): boolean {
		return day !== null && day >= addDays(this.mac.asOf, -days);
	}

	/** Whether a statement is about the target and not about an earlier update. */
	isAboutTarget(day: string | null): boolean {
		return day !== null && day >= this.mac.released;
	}

	/** Whether a release is above what the Mac runs; null if the text is not a version. */
	isAbove(version: string | null): boolean | null {
		const [asked, installed] = [parseVersion(version ?? ''), parseVersion(this.mac.version)];
		return asked && installed ? compareVersions(asked, installed) > 0 : null;
	}

	/** The state of the update, if it is a present one: a leftover stays in some services for months. */
	state(...states: readonly string[]): Stated<string> | null {
		const { install_state: state } = this.evidence;
		return state && states.includes(state.value) && this.isFresh(state, freshDays.report) ? state : null;
	}

	/** Whether pending version, date and failure may be believed: only while an update is under way. */
	get isUnderWay(): boolean {
		const { install_state: state } = this.evidence;
		return state !== undefined && state.value !== 'none' && this.isAboutTarget(state.day);
	}

	get pending(): Stated<Pending> | null {
		const { pending } = this.evidence;
		const isPresent = pending && this.isUnderWay && this.isAboutTarget(pending.day);
		return isPresent && this.isAbove(pending.value.version) !== false ? pending : null;
	}

	get failure(): Stated<ReportedFailure> | null {
		const { failure } = this.evidence;
		if (!failure || !this.isUnderWay) return null;
		// A text without a day belongs to the failure that is reported now.
		const isPresent = failure.value.at === null && this.state('failed') !== null;
		return isPresent || this.isAboutTarget(failure.value.at) ? failure : null;
	}

	/** A declaration that asks for more than the Mac has. */
	get enforcement(): Stated<Enforcement> | null {
		const { enforcement } = this.evidence;
		if (!enforcement?.value || this.asksNothing(enforcement.value)) return null;
		return enforcement as Stated<Enforcement>;
	}

	/** Whether a declaration is not for this Mac, or for no more than it has. */
	asksNothing({ version, reason }: Enforcement): boolean {
		return (
			this.isAbove(version) === false ||
			/older than current|Info\.(?:Predicate|NotReferenced|DeclarationNotInstalled)/i.test(reason ?? '')
		);
	}

	/** An enforcement that the Mac took. */
	get active(): Stated<Enforcement> | null {
		const { enforcement } = this;
		return enforcement?.value.active && enforcement.value.valid !== 'invalid' ? enforcement : null;
	}

	/** The day on which the update is enforced, and who says so. */
	get date(): Stated<string> | null {
		const { active, pending } = this;
		const dated = active?.value.date ? active : pending?.value.date ? pending : null;
		return dated && { ...dated, value: dated.value!.date! };
	}

	/** Whether anything asks the Mac to update: null if no source tells. */
	get isAsked(): boolean | null {
		if (this.active || this.date || this.state('waiting', 'prepared', 'downloading', 'failed')) return true;
		return this.nothingAsks ? false : null;
	}

	/** The fresh statement that nothing asks the Mac to update. */
	get nothingAsks(): Stated<Enforcement | null> | null {
		const { enforcement } = this.evidence;
		if (!enforcement || !this.isFresh(enforcement, freshDays.report)) return null;
		return enforcement.value === null || this.asksNothing(enforcement.value) ? enforcement : null;
	}

	/** What the service found out for a reason, about this target. */
	finding(reason: LateReason): Stated<Finding> | null {
		const ofReason = (this.evidence.findings ?? []).filter(
			({ value, day }) =>
				value.reason === reason && (value.version === this.mac.target || this.isAboutTarget(day)),
		);
		return ofReason.find(({ value }) => value.strength === 'strong') ?? ofReason[0] ?? null;
	}

	/** Whether the Mac was heard of after a day. */
	wasHeardAfter(day: string): boolean {
		const { contact, last_report, install_state } = this.evidence;
		return [contact?.value, last_report?.value, install_state?.day].some((heard) => !!heard && heard > day);
	}
}
