import { useState } from 'preact/hooks';
import { kitParts } from '../../../integrations/kit/kit-parts.ts';
import type { KitFileRecord, KitRecord } from '../../../integrations/kit/kit-record.ts';
import { navigate, withParameters } from '../address.ts';
import { CopyLine, writeClipboard } from '../parts/copy-line.tsx';
import { save } from '../parts/save-file.ts';
import { useTitle } from '../parts/title.ts';
import { Trouble } from '../parts/trouble.tsx';
import { askText } from '../service/service.ts';
import { useRead } from '../service/use-read.ts';

/** Everything that a purchaser needs and has no repository for: the clients, and what a policy means for an MDM. */
export function KitView({ query }: { query: URLSearchParams }) {
	useTitle('Kit');
	const named = useRead<{ policies: readonly { name: string }[] }>('/policies');
	const known = named.outcome.state === 'ready' ? named.outcome.value.policies : null;
	const policy = query.get('policy') ?? known?.[0]?.name ?? null;
	const search = policy === null ? '' : `?policy=${encodeURIComponent(policy)}`;
	const path = `/kit/index.json${search}`;
	const { outcome, again } = useRead<KitRecord>(known === null ? null : path);
	if (known === null) return <Trouble outcome={named.outcome} again={named.again} subject="the kit" />;
	if (outcome.state !== 'ready') return <Trouble outcome={outcome} again={again} subject="the kit" />;
	const kit = outcome.value;
	return (
		<section class="kit">
			<header class="subject">
				<h1>Kit</h1>
				<p class="lead">
					Scripts and enforcement files for your Macs and your MDM. Versions and deadlines are filled in and
					change as releases come out.
				</p>
			</header>
			<PolicyChoice kit={kit} query={query} />
			{kit.address !== location.origin && (
				<p class="note">
					The scripts use the address <code>{kit.address ?? '(none)'}</code>. If it is wrong, ask the operator
					to set PUBLIC_URL.
				</p>
			)}
			{kitParts.map(({ kind, title, lead }) => {
				const files = kit.files.filter((file) => file.kind === kind);
				const refused = kit.refused.find(({ format }) => format === kind);
				if (files.length === 0 && !refused) return null;
				return (
					<section class="card" key={kind}>
						<h2>{title}</h2>
						<p class="note">{refused ? `Not available: ${refused.because}.` : lead}</p>
						<ul class="kit-files">
							{files.map((file) => (
								<KitFile key={file.path} file={file} />
							))}
						</ul>
					</section>
				);
			})}
			<CopyLine path={path} />
		</section>
	);
}

function PolicyChoice({ kit, query }: { kit: KitRecord; query: URLSearchParams }) {
	if (kit.policies.length === 0)
		return (
			<p class="note">
				There are no policies on this service, so there is nothing to enforce. The operator sets them up with
				POLICIES.
			</p>
		);
	return (
		<form class="filters" onSubmit={(event) => event.preventDefault()}>
			<label>
				<span>Policy</span>
				<select
					value={kit.policy ?? ''}
					onChange={(event) => navigate(withParameters(query, { policy: event.currentTarget.value }))}
				>
					{kit.policies.map((name) => (
						<option key={name} value={name}>
							{name}
						</option>
					))}
				</select>
			</label>
		</form>
	);
}

function KitFile({ file }: { file: KitFileRecord }) {
	const [done, setDone] = useState('');
	const take = async (what: string, use: (text: string) => boolean | Promise<boolean>) => {
		const text = await askText(file.path);
		setDone(text !== null && (await use(text)) ? what : 'Not done');
		setTimeout(() => setDone(''), 2000);
	};
	const download = () =>
		take('Downloaded', (text) => {
			save(file.name, file.type, [text]);
			return true;
		});
	return (
		<li>
			<div>
				<strong>{file.name}</strong>
				{file.what && <span>{file.what}</span>}
				<small>
					{file.bytes.toLocaleString('en')} bytes, SHA-256 <code>{file.sha256}</code>
				</small>
			</div>
			<div class="kit-buttons">
				<button type="button" onClick={() => take('Copied', writeClipboard)} aria-label={`Copy ${file.name}`}>
					{done === 'Copied' ? done : 'Copy'}
				</button>
				<button type="button" onClick={download} aria-label={`Download ${file.name}`}>
					{done === 'Downloaded' ? done : 'Download'}
				</button>
			</div>
			<span class="hidden" aria-live="polite">
				{done}
			</span>
		</li>
	);
}
