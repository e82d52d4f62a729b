import { Failure } from './failure.ts';

/** Every setting of the service. Each is an environment variable; README.md lists them with their defaults. */
export interface Settings {
	/** `HOST`: the address to listen on. */
	host: string;
	/** `PORT`: the port to listen on; 0 takes a free one. */
	port: number;
	/** `POINTRELEASE_STATE`: folder for the embedded database and secrets. */
	stateFolder: string;
	/** `POINTRELEASE_DATA`: folder of the release tables. */
	dataFolder: string;
	/** `DATABASE_URL`: a PostgreSQL database for several machines; null for the embedded one. */
	databaseUrl: string | null;
}

type Environment = Record<string, string | undefined>;

const shippedData = new URL('../data', import.meta.url).pathname;

export function readSettings(env: Environment): Settings {
	return {
		host: env.HOST || '127.0.0.1',
		port: wholeNumber(env, 'PORT', 8080, 0, 65535),
		stateFolder: env.POINTRELEASE_STATE || './var',
		dataFolder: env.POINTRELEASE_DATA || shippedData,
		databaseUrl: databaseUrl(env),
	};
}

function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
	const text = env[name];
	if (text === undefined || text === '') return fallback;
	const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
	if (value >= least && value <= most) return value;
	throw new Failure(
		'bad-setting',
		`${name} is ${JSON.stringify(text)}: expected a whole number from ${least} to ${most}`,
	);
}

function databaseUrl(env: Environment): string | null {
	const text = env.DATABASE_URL;
	if (!text) return null;
	// The value may hold a password, so the message never repeats it.
	if (/^postgres(ql)?:\/\//.test(text)) return text;
	throw new Failure(
		'bad-setting',
		'DATABASE_URL is not of the form postgres://user:password@host:port/database',
	);
}
