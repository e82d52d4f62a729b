import { installedOf } from '../../advice/installed.ts';
import { rulesOf, rulesVersion } from '../../advice/policy/rules-version.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { assessBoards } from '../judging/assess-cells.ts';
import { type MacResult, nothing } from '../judging/mac-result.ts';
import { type FleetRecord, type MacRecord, policyOfRecord } from './report.ts';

/**
 * The Macs of an earlier report as they stood on its day by the rules of this version, in their order. Null if the report
 * was made with the same rules.
 */
export function judgeAgain(catalog: Catalog, older: FleetRecord): MacRecord[] | null {
	if (rulesOf(older) === rulesVersion) return null;
	const policy = policyOfRecord(older.policy ?? null, older.as_of);
	const results = new Map<string, MacResult | null>();
	return older.macs.map((mac) => {
		const key = JSON.stringify([mac.board_ids, mac.version, mac.build, mac.response, mac.response_standing]);
		let result = results.get(key);
		if (result === undefined) {
			result = resultOf(mac);
			results.set(key, result);
		}
		return result ? { ...mac, ...result, model: mac.model } : mac;
	});

	/** Null for a Mac that was not recognized, which has no verdict. */
	function resultOf(mac: MacRecord): MacResult | null {
		const boards = (mac.board_ids ?? []).flatMap((id) => catalog.boards.get(id) ?? []);
		const response = mac.response ?? null;
		const installed = installedOf(catalog, {
			version: mac.version ?? null,
			build: mac.build ?? null,
			supplement: response,
			hasNoResponse: response === null && mac.response_standing === 'behind',
		});
		if (boards.length === 0 || !installed) return null;
		const { model, model_name, board_ids, found_by, build } = mac;
		const known = { ...nothing, model, model_name, board_ids, found_by, build };
		return assessBoards(catalog, policy, { boards, installed, known, tellsResponses: false });
	}
}
