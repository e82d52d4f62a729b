import { Failure } from '../process/failure.ts';
import type { Setting } from './setting.ts';
import {
	digest,
	type Environment,
	httpsUrl,
	onOrOff,
	type Readers,
	readAll,
	wholeNumber,
} from './setting-readers.ts';

/** The public feeds. Their addresses and trust are settings for mirrors and tests only. */
export interface FeedSettings {
	/** `FEEDS`: `off` polls nothing, and serves the shipped data and what was learned before. */
	on: boolean;
	/** `FEED_APPLE_URL`: Apple's update service. */
	appleUrl: string;
	/** `FEED_APPLE_ROOT_URL`: where the root certificate of Apple's update service comes from. */
	appleRootUrl: string;
	/** `FEED_APPLE_ROOT_SHA256`: the only root certificate that is accepted. */
	appleRootDigest: string;
	/** `FEED_SOFA_URL`: SOFA, second schema. */
	sofaUrl: string;
	/** `FEED_SOFA_OLD_URL`: SOFA, first schema, when the second cannot be had. */
	sofaOldUrl: string;
	/** `FEED_APPLEDB_URL`: the base of AppleDB's addresses. */
	appledbUrl: string;
	/** `FEED_KEV_URL`: CISA's catalog of known exploited vulnerabilities. */
	kevUrl: string;
	/** `FEED_CA_FILE`: certificate authority (PEM) of mirrors, but not of Apple's list; null for the public ones. */
	authorityFile: string | null;
	/** How often each feed is asked. */
	intervals: PollingIntervals;
	/** `FEED_TIMEOUT`: seconds that one request to a feed may take, its body included. */
	timeout: number;
}

/** How often the feeds are asked, in seconds. */
export interface PollingIntervals {
	/** `FEED_EVERY`: seconds between two questions to Apple's update service. */
	vendor: number;
	/** `FEED_BUSY_EVERY`: the same in the hours in which releases appear. */
	vendorBusy: number;
	/** `FEED_BUSY_HOURS`: these hours, on weekdays by UTC, such as `16-21`; null for none. */
	busyHours: { from: number; to: number } | null;
	/** `FEED_OTHERS_EVERY`: seconds between two questions to SOFA, AppleDB or CISA. */
	others: number;
}

const readers: Readers<FeedSettings> = {
	on: (env) => onOrOff(env, 'FEEDS'),
	appleUrl: (env) => httpsUrl(env, 'FEED_APPLE_URL'),
	appleRootUrl: (env) => httpsUrl(env, 'FEED_APPLE_ROOT_URL'),
	appleRootDigest: (env) => digest(env, 'FEED_APPLE_ROOT_SHA256'),
	sofaUrl: (env) => httpsUrl(env, 'FEED_SOFA_URL'),
	sofaOldUrl: (env) => httpsUrl(env, 'FEED_SOFA_OLD_URL'),
	appledbUrl: (env) => httpsUrl(env, 'FEED_APPLEDB_URL').replace(/\/+$/, ''),
	kevUrl: (env) => httpsUrl(env, 'FEED_KEV_URL'),
	authorityFile: (env) => env.FEED_CA_FILE || null,
	intervals: (env) => readAll(env, intervalReaders),
	timeout: (env) => wholeNumber(env, 'FEED_TIMEOUT', { least: 1, most: 300 }),
};

const intervalReaders: Readers<PollingIntervals> = {
	vendor: (env) => wholeNumber(env, 'FEED_EVERY', { least: 10, most: 86_400 }),
	vendorBusy: (env) => wholeNumber(env, 'FEED_BUSY_EVERY', { least: 10, most: 86_400 }),
	busyHours,
	others: (env) => wholeNumber(env, 'FEED_OTHERS_EVERY', { least: 60, most: 86_400 }),
};

export function readFeedSettings(env: Environment): FeedSettings {
	return readAll(env, readers);
}

function busyHours(env: Environment): PollingIntervals['busyHours'] {
	const text = env.FEED_BUSY_HOURS!;
	if (text === 'off') return null;
	const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text)?.map(Number) ?? [];
	if (from !== undefined && to !== undefined && from < to && to <= 24) return { from, to };
	throw new Failure(
		'bad-setting',
		`FEED_BUSY_HOURS is ${JSON.stringify(text)}: expected hours of UTC such as 16-21, or off`,
	);
}

export const feedTable: readonly Setting[] = [
	{
		name: 'FEEDS',
		default: 'on',
		example: 'off',
		does: '`off` polls no feed for new releases and new Macs',
		page: 'live-data.md',
	},
	{
		name: 'FEED_EVERY',
		default: '300',
		example: '600',
		does: "seconds between two polls of Apple's update service",
	},
	{
		name: 'FEED_BUSY_EVERY',
		default: '60',
		example: '30',
		does: 'the same in the hours when releases appear',
	},
	{
		name: 'FEED_BUSY_HOURS',
		default: '16-21',
		example: 'off',
		does: 'these hours, on weekdays in UTC; `off` for none',
	},
	{
		name: 'FEED_OTHERS_EVERY',
		default: '3600',
		example: '7200',
		does: 'seconds between two polls of SOFA, AppleDB or CISA',
	},
	{
		name: 'FEED_TIMEOUT',
		default: '20',
		example: '60',
		does: 'seconds that one request to a feed may take',
	},
	{
		name: 'FEED_APPLE_URL',
		default: 'https://gdmf.apple.com/v2/pmv',
		example: 'https://mirror.example.com/pmv',
		does: "Apple's update service, or a mirror",
	},
	{
		name: 'FEED_APPLE_ROOT_URL',
		default: 'https://www.apple.com/appleca/AppleIncRootCertificate.cer',
		example: 'https://mirror.example.com/root.cer',
		does: 'root certificate of that service',
	},
	{
		name: 'FEED_APPLE_ROOT_SHA256',
		default: 'b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024',
		example: '4ecd7f3a2d0c8be5b8f1b0ab4b3e33a0f9a1a7d2c6e5f4031221303f4e5d6c7b',
		does: "SHA-256 of the only root certificate that is accepted (default: that of Apple's root)",
	},
	{
		name: 'FEED_SOFA_URL',
		default: 'https://sofafeed.macadmins.io/v2/macos_data_feed.json',
		example: 'https://mirror.example.com/sofa.json',
		does: 'SOFA, second schema, or a mirror',
	},
	{
		name: 'FEED_SOFA_OLD_URL',
		default: 'https://sofafeed.macadmins.io/v1/macos_data_feed.json',
		example: 'https://mirror.example.com/sofa-v1.json',
		does: 'SOFA, first schema, if the second is not available',
	},
	{
		name: 'FEED_APPLEDB_URL',
		default: 'https://api.appledb.dev',
		example: 'https://mirror.example.com/appledb',
		does: 'AppleDB, or a mirror',
	},
	{
		name: 'FEED_KEV_URL',
		default: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
		example: 'https://mirror.example.com/kev.json',
		does: "CISA's catalog of known exploited vulnerabilities, or a mirror",
	},
	{
		name: 'FEED_CA_FILE',
		without: 'public authorities',
		example: '/etc/tls/our-ca.pem',
		does: "certificate authority (PEM) of mirrors of SOFA, AppleDB, CISA's catalog and the root certificate",
	},
];
