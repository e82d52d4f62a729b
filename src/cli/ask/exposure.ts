import { type exposureRecord, readExposure } from '@pointrelease/core/src/api/reads/exposure.ts';
import { type Call, command } from '../command.ts';
import { asOfOption, safariOption } from '../options.ts';
import { allOption, shortened, table, wrap } from '../terminal-text.ts';
import { bodyOfRead } from './answer-text.ts';

const options = { ...asOfOption, ...safariOption, all: allOption };

export const exposureCommand = command({
	name: 'exposure',
	words: 'MAC VERSION',
	arity: [1, 2],
	summary: 'list the fixes that a Mac is missing, offline and without a key',
	options,
	details: `
MAC is a board ID, a model identifier, the number on the case or a name; VERSION is a version or a build:
  exposure J293AP 14.7.2
  exposure A2338 23H311
Known exploited vulnerabilities come first, then the oldest. CVEs that newer major versions fix and this one does not
list are counted separately, because Apple has not said whether it is affected. Prints a table on a terminal,
otherwise the JSON of /exposure.`,
	run: showExposure,
});

async function showExposure(call: Call<typeof options>): Promise<void> {
	const { words, options, json, terminal, width, print } = call;
	const parameters = { board_version: words.join(':') };
	const body = await bodyOfRead(call, readExposure, { parameters, usage: 'exposure MAC VERSION' });
	if (json || !terminal) return print(body);
	const record: ReturnType<typeof exposureRecord> = JSON.parse(body);
	const { shown, hint } = shortened(record.missing, options.all);
	const rows = shown.map(({ cve_id, fixed_in, install_safari, fixed_on, exploited, kev_due }) => {
		const due = kev_due ? `, CISA due date: ${kev_due}` : '';
		return [cve_id, fixed_in ?? `Safari ${install_safari}`, fixed_on, exploited ? `exploited${due}` : ''];
	});
	const list = rows.length > 0 ? ['', table(rows)] : [];
	print([wrap(record.summary, width), ...list, ...(hint ? ['', hint] : [])].join('\n'));
}
