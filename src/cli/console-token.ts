import { withRegistry } from '../licenses/registry.ts';
import { Failure } from '../process/failure.ts';
import { checkAccessName } from '../server/console/access.ts';
import {
	endToken,
	type ListedToken,
	listTokens,
	makeToken,
	type TokenRight,
	tokenRights,
} from '../server/console/tokens.ts';
import { authorOf, authorOptions } from './author.ts';
import { type Call, command } from './command.ts';
import { wholeNumberOf } from './options.ts';
import { table } from './terminal-text.ts';

const usualPerDay = 100;

const options = {
	may: {
		type: 'string',
		value: 'RIGHTS',
		help: `make a token that may ${tokenRights.join(', ')}: one or more, with commas. Each may read a license by its ID or order`,
	},
	for: { type: 'string', value: 'NAME', help: 'the program: the audit log has token:NAME' },
	'per-day': {
		type: 'string',
		value: 'N',
		help: `how many licenses it may issue or change on one day, UTC (default: ${usualPerDay})`,
	},
	end: { type: 'boolean', help: 'end the token of --for: every node refuses it at once' },
	...authorOptions,
} as const;

export const consoleTokenCommand = command({
	name: 'console token',
	summary: 'make or end a token for a program that works with licenses, or list the tokens',
	options,
	details: `
A program sends it to /console/api at the address of the console as Authorization: Bearer TOKEN; /console/openapi.json
describes what it can do. The token is printed once and stored as a digest.`,
	async run(call) {
		const { settings, json, print } = call;
		if (!call.options.end && call.options.may === undefined && call.options.for === undefined) {
			const tokens = await withRegistry(settings, ({ database }) => listTokens(database));
			return print(json ? JSON.stringify(tokens.map(tokenJson)) : tokenTable(tokens));
		}
		await withRegistry(
			settings,
			async ({ database }) => {
				const actor = authorOf(call.options);
				if (call.options.end) {
					const name = nameIn(call);
					await endToken(database, actor, name);
					return print(json ? JSON.stringify({ ended: name }) : `the token for ${name} ended`);
				}
				const name = nameIn(call);
				const may = rightsIn(call.options.may);
				const perDay = wholeNumberOf(call, 'per-day', 1, 1_000_000) ?? usualPerDay;
				const token = await makeToken(database, actor, { name, may, perDay });
				print(json ? JSON.stringify({ token, name, may, per_day: perDay }) : token);
			},
			{ older: 'refuse' },
		);
	},
});

function nameIn({ options: { for: name } }: Call<typeof options>): string {
	if (name === undefined) throw new Failure('bad-arguments', 'which program? Add --for NAME');
	return checkAccessName(name);
}

function rightsIn(text = ''): TokenRight[] {
	const words = text.split(',').map((word) => word.trim());
	if (words.every((word): word is TokenRight => tokenRights.some((right) => right === word)))
		return tokenRights.filter((right) => words.includes(right));
	throw new Failure('bad-arguments', `--may: expected one or more of ${tokenRights.join(', ')}, with commas`);
}

function tokenJson({ name, may, perDay, made, usedToday }: ListedToken) {
	return { name, may, per_day: perDay, made, used_today: usedToday };
}

function tokenTable(tokens: readonly ListedToken[]): string {
	if (tokens.length === 0) return 'no tokens';
	const rows = tokens.map(({ name, may, perDay, made, usedToday }) => [
		name,
		may.join(' '),
		`${usedToday} of ${perDay}`,
		made.slice(0, 10),
	]);
	return table([['for', 'may', 'used today', 'made'], ...rows]);
}
