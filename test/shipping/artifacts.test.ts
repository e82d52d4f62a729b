import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { useStores } from '../stores.ts';
import { type Artifact, artifacts } from './artifacts.ts';
import { steps } from './walk.ts';

const stores = useStores();
const full = process.env.TEST_SIZE === 'full';

describe.each(Object.entries(artifacts))('%s', (_, make) => {
	let artifact: Artifact;
	let mailbox: Mailbox;
	let service: ServiceProcess;
	beforeAll(async () => {
		[artifact, mailbox] = await Promise.all([make(), openMailbox()]);
		service = await startService({
			command: artifact.program,
			env: { PATH: artifact.path, SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' },
		});
	});
	afterAll(async () => {
		await service?.remove();
		await mailbox?.stop();
		artifact?.remove();
	});

	for (const { does, walk } of steps.filter(({ short }) => short || full))
		test(does, () => walk({ artifact, service, mailbox, database: stores.database }));

	test('stops when it is told to', async () => {
		expect(await service.stop()).toBe(0);
	});
});
