import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserServer, chromium as playwright } from 'playwright-core';
import { reasonOf } from '../../src/process/failure.ts';
import { clockOfTests } from '../moved-clock.ts';
import { sharedServers } from '../shared-servers.ts';

const args = ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu'];

/** Connects to the Chromium of the test run, or starts one. Closing it leaves the shared one running. */
export async function openChromium(): Promise<Browser> {
	const shared = sharedServers().chromium;
	return shared ? await playwright.connect(shared) : await launchChromium();
}

export async function launchChromium(environment: Record<string, string> = {}): Promise<Browser> {
	return await orSay(async () =>
		playwright.launch({
			executablePath: await chromiumPath(),
			args,
			env: { ...withoutMovedClock(), ...environment },
		}),
	);
}

/** `test/page/browser.ts` moves the clock of pages. */
function withoutMovedClock(): Record<string, string> {
	return Object.fromEntries(
		Object.entries(process.env).filter(
			(entry): entry is [string, string] => entry[1] !== undefined && !(entry[0] in clockOfTests),
		),
	);
}

/** A Chromium that several processes share. */
export async function serveChromium(): Promise<BrowserServer> {
	return await orSay(async () =>
		playwright.launchServer({ executablePath: await chromiumPath(), args, handleSIGINT: false }),
	);
}

/** The browser of `CHROMIUM`; else the package from npm, which is for Linux on x64; else an installed one. */
export async function findChromium(): Promise<string | null> {
	if (process.env.CHROMIUM) return process.env.CHROMIUM;
	if (process.platform === 'linux' && process.arch === 'x64') return await chromium.executablePath();
	// The headless shell starts in a third of the time.
	const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
	return names.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;
}

async function chromiumPath(): Promise<string> {
	const path = await findChromium();
	if (path) return path;
	throw new Error(`npm brings none for ${process.platform} on ${process.arch}, and none is installed`);
}

async function orSay<T>(start: () => Promise<T>): Promise<T> {
	try {
		return await start();
	} catch (thrown) {
		// After its first line the message lists the whole command line of the browser.
		const [reason] = thrown instanceof Error ? thrown.message.split('\n') : [reasonOf(thrown)];
		throw new Error(
			`Chromium cannot start, so the page is not tested: ${reason}. Set CHROMIUM to the path of a Chromium of this machine.`,
		);
	}
}
