import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { openDatabase, openToRead } from '../../database/open.ts';
import { readTemplate } from '../../page/report-template.ts';
import { Failure } from '../../process/failure.ts';
import { silentLog } from '../../process/log.ts';
import type { Message } from '../../watch/message.ts';
import { mailAdvice, planWarnings, planWords } from '../../watch/plan-words.ts';
import { readStates } from '../../watch/round/check-inventories.ts';
import { writeToday } from '../../watch/round/write-evidence.ts';
import { type Sample, sampleMessages } from '../../watch/samples.ts';
import type { InventoryState } from '../../watch/situation.ts';
import { acceptInventory } from '../../watch/state/inventories.ts';
import { settleChannel } from '../../watch/state/open-messages.ts';
import { channelNamed, testChannel } from '../../watch/test-channel.ts';
import { openWatch } from '../../watch/watch.ts';
import { readWatchFile, type WatchFile } from '../../watch/watch-file.ts';
import { knownCatalog } from '../catalog.ts';
import { type Call, command, givenOf, type Options } from '../command.ts';
import { incompleteStatus } from '../exit-status.ts';
import { runUntilStopped, serviceLog } from '../until-stopped.ts';

/** How long `--once` tries to deliver refused messages, in milliseconds. */
const patience = 120_000;

const options = {
	check: { type: 'boolean', help: 'check the watch file and print what the watch does, and exit' },
	messages: {
		type: 'boolean',
		help: 'with --check: print a sample of each message, from the current inventory',
	},
	once: { type: 'boolean', help: 'make one round and exit, for timers' },
	test: { type: 'string', value: 'CHANNEL', help: 'send a test message to a channel, and exit' },
	settle: {
		type: 'string',
		value: 'CHANNEL',
		help: 'settle messages to a channel that did not arrive, or may not have, and exit',
	},
	'accept-inventory': {
		type: 'string',
		value: 'NAME',
		help: 'take a partial inventory as it is: its missing Macs are no longer expected',
	},
	evidence: { type: 'boolean', help: 'write a signed folder of evidence until today, and exit' },
	metrics: {
		type: 'string',
		value: 'FILE',
		help: "write metrics for node_exporter's textfile collector to this file (name it *.prom)",
	},
	schema: { type: 'boolean', help: 'print the JSON Schema of the watch file, and exit' },
} as const satisfies Options;

export const watchCommand = command({
	name: 'watch',
	summary: 'check your fleet on a schedule and notify your channels; configured in the file set by WATCH',
	options,
	details: `
Without options it works until it is stopped. If the watch file changes, it is read again. The exit status of --once is 3 if an
inventory is partial, missing or late, something could not be written, or a message was not delivered.
See "pointrelease manual watch".`,
	run: runWatch,
});

type WatchCall = Call<typeof options>;

const modes = ['check', 'once', 'test', 'settle', 'accept-inventory', 'evidence', 'schema'] as const;

async function runWatch(call: WatchCall): Promise<void> {
	const { options } = call;
	const chosenModes = givenOf(options, modes);
	if (chosenModes.length > 1)
		throw new Failure(
			'bad-arguments',
			`pass ${chosenModes.map((mode) => `--${mode}`).join(' or ')}, not both`,
		);
	if (options.messages && chosenModes[0] !== 'check')
		throw new Failure('bad-arguments', '--messages goes with --check');
	if (options.metrics !== undefined && chosenModes[0] !== undefined && chosenModes[0] !== 'once')
		throw new Failure('bad-arguments', `--metrics does not go with --${chosenModes[0]}`);
	if (options.schema) {
		const { watchSchema } = await import('../../watch/watch-definition.ts');
		return call.print(JSON.stringify(watchSchema(), null, 2));
	}
	if (options.check) return check(call);
	if (options.evidence) return evidence(call);
	if (options.test !== undefined) return testOne(call, options.test);
	if (options.settle !== undefined) return settle(call, options.settle);
	const accepted = options['accept-inventory'];
	if (accepted !== undefined) return accept(call, accepted);
	return options.once ? once(call) : forever(call);
}

async function check(call: WatchCall): Promise<void> {
	const { settings, json, options, print } = call;
	const file = await readWatchFile(call);
	const plan = planWords(file);
	const samples = options.messages
		? await sampleMessages(file, call, { catalog: await knownCatalog(settings), now: Date.now() })
		: null;
	const warnings = planWarnings(file, settings).map((words) => `${words}: ${mailAdvice}`);
	if (json)
		return print(JSON.stringify({ file: file.path, plan, warnings, ...(samples && { messages: samples }) }));
	const warned = warnings.map((warning) => `WARNING: ${warning}`);
	print([`${file.path} is valid.`, '', ...plan, ...warned, ...(samples ?? []).map(sampleText)].join('\n'));
}

function sampleText({ channel, kind, message }: Sample): string {
	return `\n${channel}, ${kind}:\n${message === null ? '  nothing to tell now' : messageText(message)}`;
}

function messageText({ title, sentences, facts, list, link, footer }: Message): string {
	return [
		title,
		...sentences,
		...facts.map((fact) => `${fact.title}: ${fact.value}`),
		...list,
		...(link ? [link.address] : []),
		footer,
	]
		.map((line) => `  ${line}`)
		.join('\n');
}

async function evidence(call: Call): Promise<void> {
	const { settings, json, print } = call;
	const file = await readWatchFile(call);
	await refusePartial(settings, file);
	const catalog = await knownCatalog(settings);
	const written = writeToday({ file, catalog: () => catalog, now: Date.now, log: silentLog });
	const { folder, macs, signed } = written;
	print(
		json
			? JSON.stringify(written)
			: `${folder}: ${counted(macs, 'Mac')}, ${signed ? 'signed' : 'not signed'}`,
	);
}

/** Evidence of a fleet that lost most of its Macs would look like one of a fleet in order. */
async function refusePartial(settings: Call['settings'], file: WatchFile): Promise<void> {
	const database = await openToRead(settings);
	if (!database) return;
	try {
		const states = await readStates(database, file).catch((thrown): Map<string, InventoryState> => {
			if (thrown instanceof Failure && thrown.code === 'database-older') throw thrown;
			return new Map();
		});
		for (const [name, { partialSince, of, gone }] of states)
			if (partialSince !== null)
				throw new Failure(
					'partial-inventory',
					`${name} lists ${of - gone} of the ${counted(of, 'Mac')} that it had, so evidence waits: if these are all, run "pointrelease watch --accept-inventory ${name}"`,
				);
	} finally {
		await database.close();
	}
}

async function settle(call: Call, name: string): Promise<void> {
	const channel = channelNamed(await readWatchFile(call), name);
	const database = await openDatabase(call.settings, { make: true, older: 'refuse' });
	try {
		const settled = await settleChannel(database, channel, Date.now());
		const messages = `${counted(settled.length, 'message')} to ${name} ${settled.length === 1 ? 'is' : 'are'} settled`;
		call.print(
			call.json
				? JSON.stringify({ channel: name, settled })
				: settled.length === 0
					? `There is nothing to settle for ${name}.`
					: [`${messages}:`, ...settled.map((title) => `  ${title}`)].join('\n'),
		);
	} finally {
		await database.close();
	}
}

async function accept(call: Call, name: string): Promise<void> {
	const { inventories } = await readWatchFile(call);
	if (!inventories.some((source) => source.name === name))
		throw new Failure(
			'no-such-inventory',
			`the watch file has no inventory ${JSON.stringify(name)}: expected one of ${inventories.map((source) => source.name).join(', ')}`,
		);
	const database = await openDatabase(call.settings, { make: true, older: 'refuse' });
	try {
		const { of } = await acceptInventory(database, name, Date.now());
		call.print(
			call.json
				? JSON.stringify({ inventory: name, macs: of })
				: `${name} is whole with ${counted(of, 'Mac')}. A running watch makes a round within a minute; otherwise run "pointrelease watch --once".`,
		);
	} finally {
		await database.close();
	}
}

async function testOne(call: Call, name: string): Promise<void> {
	const { entry, writtenTo } = await testChannel(await readWatchFile(call), name, {
		settings: call.settings,
		now: Date.now(),
	});
	const { kind } = entry;
	if (writtenTo !== null) {
		process.exitCode = incompleteStatus;
		const advice = 'Set SMTP_URL and MAIL_FROM, or use a channel of the kind file.';
		return call.print(
			call.json
				? JSON.stringify({ channel: name, kind: kind.name, accepted: false, written_to: writtenTo, advice })
				: `${name} (${kind.title}): the test message was written to ${writtenTo}, and not sent. ${advice}`,
		);
	}
	const advice = kind.afterTest;
	call.print(
		call.json
			? JSON.stringify({ channel: name, kind: kind.name, accepted: true, advice })
			: `${name} (${kind.title}) accepted the test message. ${advice}`,
	);
}

async function once(call: WatchCall): Promise<void> {
	const watch = await openWatch(optionsOf(call));
	try {
		const { number, whole, macs, problems, undelivered } = await watch.once(patience);
		if (call.json) call.print(JSON.stringify({ round: number, whole, macs, problems, undelivered }));
		else
			call.print(
				`Round ${number}: ${counted(macs, 'Mac')}${whole ? '' : ', NOT WHOLE (see watch status)'}${undelivered > 0 ? `; ${counted(undelivered, 'message')} not delivered` : ''}.`,
			);
		if (!whole || undelivered > 0) process.exitCode = incompleteStatus;
	} finally {
		await watch.close();
	}
}

async function forever(call: WatchCall): Promise<void> {
	await runUntilStopped(async () => {
		const options = optionsOf(call);
		const watch = await openWatch(options);
		await watch.start();
		options.log.info('watching', { file: call.settings.watchFile });
		return { stop: () => watch.close() };
	});
}

function optionsOf(call: WatchCall) {
	const { settings, env, options } = call;
	return { settings, env, metrics: options.metrics ?? null, log: serviceLog(call), template: readTemplate };
}
