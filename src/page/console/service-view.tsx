import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import { useState } from 'preact/hooks';
import { wayOf } from './needs-you-view.tsx';
import { Day, Loaded, ViewHead, When } from './parts.tsx';
import type { FindingRecord, ServiceRecord } from './records.ts';
import { useData } from './use-data.ts';

/** How the service is: findings, nodes, backups, certificates, who has access, and the settings in force. */
export function ServiceView() {
	const read = useData<ServiceRecord>('/service');
	return (
		<>
			<ViewHead title="Service" />
			<Loaded read={read}>
				{(service) => (
					<>
						<Findings findings={service.findings} />
						<div class="columns">
							<Nodes service={service} />
							<Backups service={service} />
						</div>
						<div class="columns">
							<Certificates service={service} />
							<Access service={service} />
						</div>
						<Settings service={service} />
					</>
				)}
			</Loaded>
		</>
	);
}

const looks = { ok: 'current', warning: 'behind', problem: 'exposed' } as const;
const words = { ok: 'OK', warning: 'Warning', problem: 'Problem' } as const;
const severity = ['problem', 'warning', 'ok'] as const;

function Findings({ findings }: { findings: readonly FindingRecord[] }) {
	const sorted = findings.toSorted((a, b) => severity.indexOf(a.state) - severity.indexOf(b.state));
	return (
		<section aria-label="Findings">
			<h2>Findings</h2>
			<ul class="findings">
				{sorted.map((finding) => (
					<FindingCard key={`${finding.check} ${finding.found}`} finding={finding} />
				))}
			</ul>
		</section>
	);
}

function FindingCard({ finding }: { finding: FindingRecord }) {
	const { check, state, found, advice, kind, about } = finding;
	const way = wayOf(kind, about);
	return (
		<li class="card">
			<p class="eyebrow">
				<span class={`state ${looks[state]}`}>{words[state]}</span> {check}
			</p>
			<p class="what">{found}</p>
			{way ? (
				<p>
					<a href={way.to}>{way.words}</a>
				</p>
			) : (
				advice !== null && <p class="note">To do: {advice}</p>
			)}
		</li>
	);
}

function Nodes({ service: { nodes, release } }: { service: ServiceRecord }) {
	return (
		<section class="card">
			<h2>Nodes</h2>
			<ul class="rows">
				{nodes.map((node) => (
					<li key={node.name}>
						<span>
							<strong>{node.name}</strong>
							{node.here && ' (this one)'}
							<br />
							<span class="note">
								started <When moment={node.started} />
							</span>
						</span>
						<span class={`state ${node.release === release ? 'current' : 'behind'}`}>{node.release}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

function Backups({ service: { backups } }: { service: ServiceRecord }) {
	const { plan, made, folder, verified, failed, kept } = backups;
	return (
		<section class="card">
			<h2>Backups</h2>
			<p>{plan ?? 'No backups are planned: set BACKUP.'}</p>
			<p>
				Last made: <When moment={made} />
				{folder !== null && <span class="note address"> in {folder}</span>}
			</p>
			<p>
				Last verified: <When moment={verified} />
			</p>
			{failed !== null && <p class="wrong">The last attempt failed: {failed}</p>}
			{kept.length > 0 && (
				<details>
					<summary>Kept: {kept.length}</summary>
					<ul class="changes">
						{kept.map((path) => (
							<li key={path}>{path}</li>
						))}
					</ul>
				</details>
			)}
		</section>
	);
}

function Certificates({ service: { certificates } }: { service: ServiceRecord }) {
	return (
		<section class="card">
			<h2>Certificates</h2>
			{certificates.length === 0 && <p class="note">This service speaks no TLS of its own.</p>}
			<ul class="rows">
				{certificates.map(({ file, names, begins, expires }) => (
					<li key={file}>
						<span>
							<strong>{names.join(', ') || 'no host name'}</strong>
							<br />
							<span class="note address">{file}</span>
						</span>
						<span>
							<Day day={begins} none="" /> to <Day day={expires} none="" />
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** Who is signed in, and which programs have a token. They are ended on the machine. */
function Access({ service: { sessions, tokens } }: { service: ServiceRecord }) {
	return (
		<section class="card">
			<h2>Sessions and tokens</h2>
			<ul class="rows">
				{sessions.map(({ name, may_write: mayWrite, begun, ends }) => (
					<li key={`${name} ${begun}`}>
						<span>
							<strong>{name}</strong>
							{!mayWrite && ' (read only)'}
							<br />
							<span class="note">
								signed in <When moment={begun} />
							</span>
						</span>
						<span class="note">
							until <When moment={ends} />
						</span>
					</li>
				))}
				{tokens.map(({ name, may, per_day: perDay, used_today: used, made }) => (
					<li key={`token ${name}`}>
						<span>
							<strong>{name}</strong>: token that may {may.join(', ')}
							<br />
							<span class="note">
								made <When moment={made} />
							</span>
						</span>
						<span class="note">
							{grouped(used)} of {counted(perDay, 'change')} today
						</span>
					</li>
				))}
			</ul>
			{tokens.length === 0 && <p class="note">No program has a token.</p>}
			<p class="note">
				<code>pointrelease console --end --for NAME</code> ends the sessions of a person,{' '}
				<code>pointrelease console token --end --for NAME</code> a token.
			</p>
		</section>
	);
}

function Settings({ service: { settings } }: { service: ServiceRecord }) {
	const [isAll, setAll] = useState(false);
	const shown = isAll ? settings : settings.filter(({ differs }) => differs);
	return (
		<section class="card">
			<h2>Settings in force</h2>
			<p class="note">Secrets are masked. Settings are changed on the machine, not here.</p>
			<dl class="settings">
				{shown.map(({ name, value, does, without }) => (
					<div key={name}>
						<dt>
							<code>{name}</code>
						</dt>
						<dd>
							<span class="address">{value ?? `not set: ${without ?? 'off'}`}</span>
							<br />
							<span class="note">{does}</span>
						</dd>
					</div>
				))}
			</dl>
			<button type="button" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
				{isAll ? 'Show those that differ from their default' : `Show all ${settings.length}`}
			</button>
		</section>
	);
}
