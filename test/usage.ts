import type { ServiceProcess } from './service-process.ts';

/** The counted requests of all licenses in the database. */
export async function countedRequests(service: ServiceProcess): Promise<number> {
	const { code, stdout, stderr } = await service.command('license', 'usage', '--top', '1000000', '--json');
	if (code !== 0) throw new Error(`usage cannot be read: ${stderr}`);
	const rows: { requests: number }[] = JSON.parse(stdout);
	return rows.reduce((sum, { requests }) => sum + requests, 0);
}
