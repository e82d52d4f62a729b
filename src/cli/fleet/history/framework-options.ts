import { type Framework, frameworks } from '../../../advice/policy/frameworks.ts';
import type { Verdict } from '../../../advice/policy/rule.ts';
import { Failure } from '../../../process/failure.ts';
import type { Call, Command } from '../../command.ts';

export const frameworkOptions: NonNullable<Command['options']> = {
	framework: {
		type: 'string',
		value: 'KEY',
		help: 'judge each Mac by a framework (pass, fail, unknown); fleet frameworks lists them',
	},
	unranked: {
		type: 'string',
		value: 'critical',
		help: 'for frameworks that rely on your own ranking: unranked updates count as critical',
	},
	exceptions: {
		type: 'string',
		value: 'FILE',
		help: 'CSV of accepted exceptions (serial, reason, owner, until), shown beside verdicts',
	},
};

export function frameworkOf({ options }: Call): Framework | null {
	const { framework: key } = options;
	if (typeof key !== 'string') {
		const alone = ['unranked', 'exceptions'].find((name) => options[name] !== undefined);
		if (alone) throw new Failure('bad-arguments', `--${alone} goes with --framework`);
		return null;
	}
	const framework = frameworks.get(key);
	if (!framework)
		throw new Failure(
			'unknown-framework',
			`Unknown framework ${JSON.stringify(key)}: expected one of ${[...frameworks.keys()].join(', ')}`,
		);
	return framework;
}

export function unrankedOf({ options }: Call): 'critical' | null {
	if (options.unranked === undefined) return null;
	if (options.unranked !== 'critical') throw new Failure('bad-arguments', '--unranked: expected critical');
	return 'critical';
}

/** The status that a verdict ends a command with: a failure before what nobody knows. */
export function verdictStatus(_: Call, verdicts: Readonly<Record<Verdict, number>>): number {
	return verdicts.fail > 0 ? 2 : verdicts.unknown > 0 ? 3 : 0;
}
