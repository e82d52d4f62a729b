import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { testDataset } from '../contract/dataset.ts';
import { testTags } from '../contract/tags.ts';
import type { Live } from '../live.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { useStores } from '../stores.ts';
import { type Artifact, artifacts } from './artifacts.ts';
import { userSteps } from './walk.ts';
import { operatorSteps } from './walk-operator.ts';

const stores = useStores();
const sampleFile = 'examples/jamf-pro.csv';
const full = process.env.TEST_SIZE === 'full';

describe.each(Object.entries(artifacts))('%s', (_, make) => {
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
			},
		});
	});
	afterAll(async () => {
		await service?.remove();
		await mailbox?.stop();
		artifact?.remove();
	});

	for (const { does, walk } of [...userSteps, ...operatorSteps].filter(({ short }) => short || full))
		test(does, () => walk({ artifact, service, mailbox, database: stores.database }));

	const start = async (env: Record<string, string> = {}): Promise<Live> => {
		const more = await startService({ command: artifact.program, env: { PATH: artifact.path, ...env } });
		return { address: more.address, port: more.port, key: more.key, stop: more.remove };
	};
	if (full) {
		describe('its tags', () => testTags(start));
		describe('its data', () => testDataset(start));
	}

	test('carries what running needs, and neither tests nor what was issued here', () => {
		const { packed } = artifact;
		if (!packed) return;
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

	test('stops when it is told to', async () => {
		expect(await service.stop()).toBe(0);
	});
});
