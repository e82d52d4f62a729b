import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { bundleFolder } from '../../page/assets.ts';
import { Failure } from '../../process/failure.ts';
import { silentLog } from '../../process/log.ts';
import { readBundledPage } from '../../server/pages/page.ts';
import { todayInUtc } from '../../server/service.ts';
import { loadPolicies } from '../../settings/policies-file.ts';
import { knownData } from '../catalog.ts';
import type { Call, Command } from '../command.ts';
import { progressLine } from '../license/long-work.ts';
import { tell } from '../terminal-text.ts';
import { absoluteFiles, type PublicFile, publicFiles } from './public-files.ts';
import { manifestName, openSiteFolder } from './site-folder.ts';

export const siteCommand: Command = {
	name: 'site',
	summary: 'write what the service answers as files, for a web server, object storage or an air gap',
	words: 'DIR',
	arity: [1, 1],
	details: `
The files have the bytes of the service's answers: JSON for each board and major version, the data of the library, SOFA
feeds, tables, pages. ${manifestName} lists them with their SHA-256. Run it again after new data: it writes only what
changed, and removes what is no longer part. Set PUBLIC_URL to the address of the site: ${absoluteFiles.slice(0, 2).join(', ')}
and ${absoluteFiles.at(-1)} need it. See "pointrelease manual site".`,
	run: writeSite,
};

async function writeSite({ words, settings, json, print }: Call): Promise<void> {
	const folder = words[0]!;
	const policies = await loadPolicies(settings.policiesFile);
	const { catalog, learnt } = await knownData(settings);
	const origin = settings.publicUrl;
	const today = todayInUtc();
	const read = readBundledPage(bundleFolder, silentLog);
	const files = publicFiles({ catalog, today, policies, learnt, origin, read });
	const site = openSiteFolder(folder);
	const progress = progressLine('files');
	try {
		for (const [done, file] of files.entries()) {
			const { bytes, type } = await answerOf(file);
			site.write({ file: file.file, path: file.path, type }, bytes);
			progress.step(done + 1, files.length);
		}
	} finally {
		progress.end();
	}
	const { dataVersion: data_version, changed: data_changed } = catalog;
	const removed = site.finish({ data_version, data_changed, as_of: today });
	const { written, unchanged, bytes } = site.counts;
	const left_out = origin === null ? absoluteFiles : [];
	if (json)
		return print(
			JSON.stringify({ folder, data_version, as_of: today, written, unchanged, removed, bytes, left_out }),
		);
	if (left_out.length > 0)
		tell(`${left_out.join(', ')} are left out: set PUBLIC_URL to the address of the site to write them`);
	print(
		`${folder}: ${counted(written, 'file')} written, ${unchanged} unchanged, ${removed} removed; data version ${data_version}`,
	);
}

async function answerOf({ path, answer }: PublicFile): Promise<{ bytes: Uint8Array; type: string }> {
	const response = await answer();
	if (response.status !== 200)
		throw new Failure('site-incomplete', `${path} has no answer: run "npm ci" in the folder of the program`);
	return { bytes: await response.bytes(), type: response.headers.get('content-type') ?? '' };
}
