import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { readTables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { loadCatalog, readFolder } from '../../src/data/load.ts';
import type { Fact } from '../../src/learning/facts/fact.ts';
import { makeLearntCatalog } from '../../src/learning/tables/make-learnt-catalog.ts';
import { limitPerAddress } from '../../src/licenses/admission/rate-limits.ts';
import { openLicenses } from '../../src/licenses/licenses.ts';
import { silentLog } from '../../src/process/log.ts';
import { listen } from '../../src/server/http.ts';
import { createService } from '../../src/server/service.ts';
import { readSettings } from '../../src/settings/settings.ts';

/**
 * The real service with many times the boards. On SIGUSR2 it builds the catalog again and swaps it in, as after a new
 * release.
 */
const settings = readSettings(process.env);
const catalog = multiply(loadCatalog(settings.dataFolder), Number(process.env.BENCH_TIMES ?? 1));
const policies: NamedPolicies = new Map();
const licenses = await openLicenses(settings, silentLog);
const listener = listen(settings.host, settings.port, silentLog);
const service = createService({
	catalog,
	licenses,
	refusals: limitPerAddress(settings.refusalLimit),
	publicAnswers: new Map(),
	policies,
	addressOf: (request) => listener.server.requestIP(request)?.address ?? '',
});
listener.open(service);
const { tables } = readTables(readFolder(settings.dataFolder));
const news = nextRelease(loadCatalog(settings.dataFolder));
process.on('SIGUSR2', async () => {
	const { catalog: next } = await makeLearntCatalog(tables, news, []);
	service.swap(next);
});
process.on('SIGTERM', () => process.exit(0));

/** The facts of a new release: the next of the newest major, for every board that runs that major. */
function nextRelease({ majors }: Catalog): Fact[] {
	const { name, boards } = [...majors.values()].at(-1)!;
	const fact: Fact = {
		kind: 'release',
		subject: `${name}.99`,
		object: '',
		value: '2099-01-01',
		feed: 'apple',
		seen: '2099-01-01T12:00:00Z',
		accepted: false,
	};
	return [fact, ...boards.map(({ id }): Fact => ({ ...fact, kind: 'runs', object: id, value: '' }))];
}

/** Adds copies of every board under other identifiers, with the same releases. */
function multiply(original: Catalog, times: number): Catalog {
	if (times === 1) return original;
	const boards = new Map<string, Board>(original.boards);
	for (let copy = 1; copy < times; copy++) {
		for (const board of original.boards.values()) {
			const support = new Map();
			const twin: Board = { ...board, id: `${board.id}x${copy}`, support };
			for (const [major, of] of board.support) support.set(major, { ...of, board: twin });
			boards.set(twin.id, twin);
		}
	}
	return { ...original, boards };
}
