import { createClient } from '@pointrelease/client';
import { isMiss, openCatalog } from '@pointrelease/core';
import { advise, exposureOf } from '@pointrelease/core/advice';
import lookup from '@pointrelease/core/data/lookup.json' with { type: 'json' };
import names from '@pointrelease/core/data/names.json' with { type: 'json' };
import security from '@pointrelease/core/data/security.json' with { type: 'json' };
import sources from '@pointrelease/core/data/sources.json' with { type: 'json' };
import { enforce } from '@pointrelease/core/enforce';
import { handler } from '@pointrelease/core/http';
import { closeByMeaning, findMacs, search } from '@pointrelease/core/names';
import { openTables, tablesOf } from '@pointrelease/core/tables';

const today = '2026-11-16';

/**
 * Asks every entry of the packages, in whatever runtime it is installed or bundled for. It is compiled there, with the types of the
 * packages, and not with the rest of this repository.
 */
export async function askAll() {
	const macs = openCatalog([lookup, names, security, sources], { findClose: closeByMeaning });
	const next = macs.next('J293AP', '14.7.2');
	const advice = advise(macs, 'J293AP:14.7.2', { today, terms: { behind: 1 } });
	const exposure = exposureOf(macs, 'J293AP:14.7.2', { today });
	const enforcement = enforce(macs, { policy: 'n-1', format: 'ddm', today });
	const answer = handler({ catalog: macs.catalog, today, authorize: (key) => key === 'XMPL-KEYA-0000-0001' });
	const client = createClient({
		address: 'https://macs.example',
		key: 'XMPL-KEYA-0000-0001',
		fetch: async (address, init) => answer(new Request(address, init)),
	});
	return {
		next: isMiss(next) ? next : next.release,
		miss: macs.majors('m1 air'),
		body: macs.item('J293AP:12'),
		found: findMacs(macs, 'MacBook Air (M1, 2020)'),
		results: search(macs, '14.7.2').total,
		advice: 'problem' in advice ? advice : [advice.standing, advice.target_version],
		missing: 'problem' in exposure ? exposure : exposure.missing[0]!.cve_id,
		files: 'problem' in enforcement ? enforcement : enforcement.files.map(({ name }) => name),
		versionOfRows: openTables(tablesOf(macs)).macs?.dataVersion === macs.dataVersion,
		asked: (await client.nextOfBoard('J293AP', '14.7.2')).requested_version_proximo,
	};
}
