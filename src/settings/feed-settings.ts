import { Failure } from '../process/failure.ts';
import { digest, type Environment, httpsUrl, onOrOff, wholeNumber } from './setting-readers.ts';

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

export function readFeedSettings(env: Environment): FeedSettings {
	return {
		on: onOrOff(env, 'FEEDS', true),
		appleUrl: httpsUrl(env, 'FEED_APPLE_URL', 'https://gdmf.apple.com/v2/pmv'),
		appleRootUrl: httpsUrl(
			env,
			'FEED_APPLE_ROOT_URL',
			'https://www.apple.com/appleca/AppleIncRootCertificate.cer',
		),
		appleRootDigest: digest(
			env,
			'FEED_APPLE_ROOT_SHA256',
			'b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024',
		),
		sofaUrl: httpsUrl(env, 'FEED_SOFA_URL', 'https://sofafeed.macadmins.io/v2/macos_data_feed.json'),
		sofaOldUrl: httpsUrl(env, 'FEED_SOFA_OLD_URL', 'https://sofafeed.macadmins.io/v1/macos_data_feed.json'),
		appledbUrl: httpsUrl(env, 'FEED_APPLEDB_URL', 'https://api.appledb.dev').replace(/\/+$/, ''),
		kevUrl: httpsUrl(
			env,
			'FEED_KEV_URL',
			'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
		),
		authorityFile: env.FEED_CA_FILE || null,
		intervals: {
			vendor: wholeNumber(env, 'FEED_EVERY', { fallback: 300, least: 10, most: 86_400 }),
			vendorBusy: wholeNumber(env, 'FEED_BUSY_EVERY', { fallback: 60, least: 10, most: 86_400 }),
			busyHours: busyHours(env),
			others: wholeNumber(env, 'FEED_OTHERS_EVERY', { fallback: 3600, least: 60, most: 86_400 }),
		},
		timeout: wholeNumber(env, 'FEED_TIMEOUT', { fallback: 20, least: 1, most: 300 }),
	};
}

function busyHours(env: Environment): PollingIntervals['busyHours'] {
	const text = env.FEED_BUSY_HOURS || '16-21';
	if (text === 'off') return null;
	const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text)?.map(Number) ?? [];
	if (from !== undefined && to !== undefined && from < to && to <= 24) return { from, to };
	throw new Failure(
		'bad-setting',
		`FEED_BUSY_HOURS is ${JSON.stringify(text)}: expected hours of UTC such as 16-21, or off`,
	);
}
