import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFolder } from '../../src/page/assets.ts';
import { writePage } from '../../src/page/bundle.ts';
import { takeConsoleLooks } from '../console/looks.ts';
import { startLive } from '../live.ts';
import { launchChromium } from './chromium.ts';
import { takeLooks } from './looks.ts';
import { pictures } from './pictures.ts';
import { sampleReport } from './sample-report.ts';

/**
 * All pictures of the documents, or the named ones: `npm run screenshots -- fleet`. `npm run screenshots -- looks mac` takes
 * pictures for a maintainer instead, who looks at them before a release: all views, or the named ones, at both widths, in
 * light and dark, into var/looks.
 */
const words = process.argv.slice(2);
const isLooks = words[0] === 'looks';
const named = isLooks ? words.slice(1) : words;

const folder = new URL('../../docs/images', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
await writePage(bundleFolder);

// The fonts of the npm package look the same on every machine; fonts of the system are the fallback.
const fonts = mkdtempSync(join(tmpdir(), 'pointrelease-fonts-'));
writeFileSync(
	join(fonts, 'fonts.conf'),
	`<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
	<dir>${join(tmpdir(), 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${fonts}</cachedir>
	${['system-ui', 'ui-sans-serif', 'sans-serif'].map((name) => `<alias binding="strong"><family>${name}</family><prefer><family>Open Sans</family></prefer></alias>`).join('')}
	</fontconfig>`,
);
const report = join(fonts, 'report.html');
writeFileSync(report, await sampleReport());
const settings = {
	PUBLIC_PAGES: 'on',
	PUBLIC_URL: 'https://releases.example.com',
	...(isLooks && { LOST_KEY: 'on', SMTP_URL: 'smtp://127.0.0.1:9' }),
};
const [live, browser] = await Promise.all([startLive(settings), launchChromium({ FONTCONFIG_PATH: fonts })]);
if (isLooks) {
	if (named.join() !== 'console') await takeLooks(browser, live, 'var/looks', named);
	if (named.length === 0 || named.join() === 'console') await takeConsoleLooks(browser, 'var/looks');
}
const asked = isLooks ? [] : pictures.filter(({ name }) => named.length === 0 || named.includes(name));
for (const { name, path, ready, width, height, dark, key } of asked) {
	const context = await browser.newContext({
		viewport: { width, height },
		colorScheme: dark ? 'dark' : 'light',
	});
	if (key !== false)
		await context.addInitScript(
			`if (location.protocol === 'http:') localStorage.setItem('pointrelease.key', ${JSON.stringify(live.key)})`,
		);
	const page = await context.newPage();
	await page.goto(path === null ? `file://${report}` : live.address + path);
	await page.locator(ready).first().waitFor();
	// The address in the command would differ in every run.
	await page.evaluate(
		`for (const field of document.querySelectorAll('.copy-line input')) field.value = field.value.replace(location.origin, 'https://releases.example.com')`,
	);
	await page.screenshot({ path: join(folder, `${name}.png`) });
	await context.close();
}
await browser.close();
await live.stop();
rmSync(fonts, { recursive: true, force: true });
