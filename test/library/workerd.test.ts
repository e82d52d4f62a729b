import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorkerd, withoutWorkerd } from '../edge/workerd.ts';
import { bundled } from './bundle.ts';
import { expectedAnswers } from './expected-answers.ts';

const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [(name = "main", worker = (
		modules = [(name = "worker.js", esModule = embed "worker.js")],
		compatibilityDate = "2026-01-01",
	))],
	sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

test.skipIf(withoutWorkerd !== null)(
	withoutWorkerd ?? 'a bundle of both packages answers in workerd',
	async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-workerd-'));
		writeFileSync(join(folder, 'config.capnp'), configuration);
		writeFileSync(
			join(folder, 'worker.js'),
			await bundled(
				`import { askAll } from './program.ts'; export default { fetch: async () => Response.json(await askAll()) };`,
			),
		);
		const edge = await startWorkerd(['serve', 'config.capnp'], folder, {});
		const response = await fetch(edge.address);
		expect([await response.json(), edge.printed()]).toEqual([expectedAnswers, '']);
		await edge.stop();
		rmSync(folder, { recursive: true });
	},
);
