import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { adviceRecord, adviseOn } from '@pointrelease/core/src/api/reads/advice.ts';
import { readAskedMacs } from '@pointrelease/core/src/api/reads/asked-mac.ts';
import { readSafari, safariExpected } from '@pointrelease/core/src/catalog/safari.ts';
import { isDay } from '@pointrelease/core/src/text/day.ts';
import { loadCatalog } from '../../data/load.ts';
import { Failure } from '../../process/failure.ts';
import { type Call, command } from '../command.ts';
import { asOfOption, badOption, enrolledOption, policyOf, policyTerms, safariOption } from '../options.ts';
import { wrap } from '../terminal-text.ts';
import { problemLine } from './answer-text.ts';

const options = { ...asOfOption, ...policyTerms, ...safariOption, ...enrolledOption };

export const adviceCommand = command({
	name: 'advice',
	words: 'MAC VERSION',
	arity: [1, 2],
	summary: "show a Mac's update status and what to do, offline and without a key",
	options,
	details: `
MAC is a board ID, a model identifier, the number on the case or a name. VERSION is a version or a build, as the
Mac or your MDM writes it:
  advice J293AP 14.7.2
  advice A2337 "macOS 14.7.2 (23H311)"
  advice "MacBook Pro (16-inch, 2019)" 19H1217 --behind 1
Prints a sentence or two on a terminal, otherwise the JSON of /advice.
`,
	run: showAdvice,
});

async function showAdvice(call: Call<typeof options>): Promise<void> {
	const { words, options, json, terminal, width, settings, print } = call;
	const policy = await policyOf(call);
	const catalog = loadCatalog(settings.dataFolder);
	const macs = readAskedMacs(catalog, words.join(':'));
	if (!macs) throw new Failure('bad-arguments', 'usage: pointrelease advice MAC VERSION (see --help)');
	const safari = options.safari === undefined ? null : readSafari(options.safari);
	if (options.safari !== undefined && !safari)
		throw badOption({ parameter: 'safari', expected: safariExpected });
	const { enrolled: known = null } = options;
	if (known !== null && !isDay(known))
		throw badOption({ parameter: 'enrolled', expected: 'a day, written YYYY-MM-DD' });
	const advice = isProblem(macs) ? macs : adviseOn(catalog, { ...macs, safari, known }, policy);
	if (isProblem(advice)) {
		if (json) print(advice.body);
		throw new Failure(advice.code, problemLine(advice.body));
	}
	const record = adviceRecord(advice.value, policy, options['as-of'] !== undefined, advice.boardIds);
	print(
		json || !terminal
			? JSON.stringify(record)
			: `${record.board_ids.join(' ')} on ${record.version}\n${wrap(record.summary, width)}`,
	);
}
