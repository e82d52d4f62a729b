import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../../tools/build/executable.ts';
import { billOfMaterials } from '../../tools/build/inventory.ts';
import { testDataset } from '../contract/dataset.ts';
import { testTags } from '../contract/tags.ts';
import type { Live } from '../live.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { isFull } from '../size.ts';
import { useStores } from '../stores.ts';
import { type Artifact, artifacts, containerLines } from './artifacts.ts';
import { type Step, userSteps } from './walk.ts';
import { fleetSteps } from './walk-fleet.ts';
import { operatorSteps } from './walk-operator.ts';

const stores = useStores();
const sampleFile = 'examples/jamf-pro.csv';

/** All other tests run the sources: a usual run leaves them out here, and takes the shortest walk with the package. */
const shipped = Object.entries(artifacts).filter(([name]) => isFull || name !== 'the sources');

describe.each(shipped)('%s', (name, make) => {
	let artifact: Artifact;
	let mailbox: Mailbox;
	let service: ServiceProcess;
	beforeAll(async () => {
		[artifact, mailbox] = await Promise.all([make(), openMailbox()]);
		service = await startService({
			command: artifact.program,
			env: {
				PATH: artifact.path,
				SMTP_URL: mailbox.url,
				MAIL_FROM: 'shop@example.com',
				LOST_KEY: 'on',
				CONSOLE: 'on',
				ADMIN_ADDRESS: '127.0.0.1:0',
			},
		});
		// A full run installs packages, which takes minutes.
	}, 600_000);
	afterAll(async () => {
		await service?.remove();
		await mailbox?.stop();
		artifact?.remove();
	});

	const isInWalk = ({ inUsualRun }: Step) =>
		isFull || inUsualRun === 'every form' || (inUsualRun === 'executable' && name.includes('executable'));
	for (const { does, walk } of [...userSteps, ...fleetSteps, ...operatorSteps].filter(isInWalk))
		test(does, () => walk({ artifact, service, mailbox, database: stores.database }));

	const start = async (env: Record<string, string> = {}): Promise<Live> => {
		const more = await startService({ command: artifact.program, env: { PATH: artifact.path, ...env } });
		return { address: more.address, port: more.port, key: more.key, stop: more.remove };
	};
	if (isFull) {
		describe('its tags', () => testTags(start));
		describe('its data', () => testDataset(start));
	}

	if (name.includes('package'))
		test('carries the files that running needs, and neither tests nor issued licenses', () => {
			const packed = artifact.packed!;
			expect(packed).toEqual(
				expect.arrayContaining([
					'dist/notices/notices.txt',
					'dist/page/index.html',
					'bin/pointrelease',
					sampleFile,
				]),
			);
			expect(
				packed.filter((path) => /^(var|node_modules|test|bench|dist\/bin)\/|\.test\.ts$/.test(path)),
			).toEqual([]);
		});

	if (name.includes('executable'))
		test('was built by the steps of the container, with its digests and its bill of materials', () => {
			const built = artifact.built!;
			expect(containerLines()).toHaveLength(2);
			expect(readdirSync(built).toSorted()).toEqual(['SHA256SUMS', 'pointrelease', 'pointrelease.cdx.json']);
			expect(readFileSync(join(built, 'SHA256SUMS'), 'utf8')).toBe(
				['pointrelease', 'pointrelease.cdx.json']
					.map((file) => `${sha256(join(built, file))}  ${file}\n`)
					.join(''),
			);
			expect(readFileSync(join(built, 'pointrelease.cdx.json'), 'utf8')).toBe(billOfMaterials());
			expect(readdirSync(join(built, '../notices'))).toEqual(['notices.txt']);
		});

	if (name.includes('executable') && isFull)
		test('has the same bytes if the same sources are built in another folder', async () => {
			const folder = mkdtempSync(join(tmpdir(), 'pointrelease-build-'));
			try {
				const again = join(folder, 'pointrelease');
				expect(await buildExecutable(null, again)).toMatchObject({ file: again });
				expect(sha256(again)).toBe(sha256(join(artifact.built!, 'pointrelease')));
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		});

	test('stops on SIGTERM', async () => {
		expect(await service.stop()).toBe(0);
	});
});

function sha256(file: string): string {
	return createHash('sha256').update(readFileSync(file)).digest('hex');
}
