import { type Installed, installedOf } from '@pointrelease/core/src/advice/installed.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { assessBoards } from '../judging/assess-cells.ts';
import { type MacResult, noFacts } from '../judging/mac-result.ts';
import type { MacFacts } from '../judging/result-columns.ts';
import { type FleetRecord, type MacRecord, policyOfRecord } from './report.ts';

/**
 * Judges the Macs of an earlier report by the rules of this version, as of its day, in the same order. Null if the report was
 * made with these rules.
 */
export function judgeAgain(catalog: Catalog, older: FleetRecord): MacRecord[] | null {
	if (older.rules === rulesVersion) return null;
	const policy = policyOfRecord(older.policy, older.as_of);
	const results = new Map<string, MacResult | null>();
	return older.macs.map((mac) => {
		const key = JSON.stringify([
			mac.board_ids,
			mac.version,
			mac.build,
			mac.response,
			mac.response_standing,
			mac.safari ?? null,
		]);
		let result = results.get(key);
		if (result === undefined) {
			result = assessAgain(catalog, policy, mac);
			results.set(key, result);
		}
		if (!result) return mac;
		// Why it was late is not judged again: the report does not have all of its evidence.
		const { late_reason, late_words, late_step, late_evidence } = mac;
		const late = { late_reason, late_words, late_step, late_evidence };
		return { ...mac, ...result, ...late, model: mac.model };
	});
}

/** The possible boards of a Mac of a report, and its version; null for a Mac that was not recognized. */
export function macOfResult(
	catalog: Catalog,
	{ board_ids, version, build, response, response_standing, safari, safari_build }: Partial<MacResult>,
): { readonly boards: readonly Board[]; readonly installed: Installed } | null {
	const boards = (board_ids ?? []).flatMap((id) => catalog.boards.get(id) ?? []);
	const installed = installedOf(catalog, {
		version: version ?? null,
		build: build ?? null,
		supplement: response ?? null,
		hasNoResponse: (response ?? null) === null && response_standing === 'behind',
	});
	if (boards.length === 0 || !installed) return null;
	return { boards, installed: { ...installed, safari: safari ? readSafari(safari, safari_build) : null } };
}

/** Judges a Mac of a report under a policy; null for a Mac that was not recognized. */
export function assessAgain(catalog: Catalog, policy: Policy, result: MacResult): MacResult | null {
	const mac = macOfResult(catalog, result);
	if (!mac) return null;
	const base: MacFacts = {
		...noFacts,
		model: result.model,
		modelName: result.model_name,
		boardIds: result.board_ids,
		foundBy: result.found_by,
		build: result.build,
		safari: mac.installed.safari ?? null,
		hasPolicy: policy.isStated,
	};
	return assessBoards(catalog, policy, { ...mac, base, tellsResponses: false });
}
