import { type KitFileRecord, type KitRecord, kitParts } from '../../../integrations/kit/kit-parts.ts';
import { grouped } from '../../../text/numbers.ts';
import { navigate, withParameters } from '../address.ts';
import { CopyLine, useBriefWord, writeClipboard } from '../parts/copy-line.tsx';
import { save, WaitingButton } from '../parts/table-parts.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { askText } from '../service/service.ts';
import { type Begin, useLatest, useRead } from '../service/use-read.ts';
import { useTitle } from '../service/visit.ts';

interface NamedPolicy {
	readonly name: string;
	readonly description: string | null;
}

/** Everything that a purchaser needs and has no repository for: the clients, and what a policy means for an MDM. */
export function KitView({ query }: { query: URLSearchParams }) {
	useTitle('Kit');
	const named = useRead<{ policies: readonly NamedPolicy[] }>('/policies');
	const known = named.outcome.state === 'ready' ? named.outcome.value.policies : null;
	const policy = query.get('policy') ?? known?.[0]?.name ?? null;
	const search = policy === null ? '' : `?policy=${encodeURIComponent(policy)}`;
	const path = `/kit/index.json${search}`;
	const { outcome, isStale, again } = useRead<KitRecord>(known === null ? null : path);
	const beginCopy = useLatest();
	if (known === null) return <Trouble outcome={named.outcome} again={named.again} subject="the kit" />;
	if (outcome.state !== 'ready') return <Trouble outcome={outcome} again={again} subject="the kit" />;
	const kit = outcome.value;
	const parts = kitParts
		.map((part) => ({
			...part,
			files: kit.files.filter(({ kind }) => kind === part.kind),
			refused: kit.refused.find(({ format }) => format === part.kind),
		}))
		.filter(({ files, refused }) => files.length > 0 || refused);
	return (
		<section class="kit">
			<header class="subject">
				<h1>Kit</h1>
				<p class="lead">
					Scripts and enforcement files for your Macs and your MDM. Versions and deadlines are filled in and
					change as releases come out.
				</p>
			</header>
			<PolicyChoice
				policies={kit.policies}
				policy={policy}
				query={query}
				about={isStale ? 'Loading…' : describe(known, policy)}
			/>
			{kit.address !== location.origin && (
				<p class="note">
					{kit.address === null ? (
						'The scripts have no address yet.'
					) : (
						<>
							The scripts use <code>{kit.address}</code>.
						</>
					)}{' '}
					If this is wrong, the operator sets <code>PUBLIC_URL</code>.
				</p>
			)}
			<nav class="chips" aria-label="Parts of the kit">
				{parts.map(({ kind, title }) => (
					<a key={kind} class="chip" href={`#${kind}`}>
						{title}
					</a>
				))}
			</nav>
			{parts.map(({ kind, title, lead, files, refused }) => (
				<section class="card" key={kind} id={kind} tabIndex={-1} aria-busy={isStale}>
					<h2>{title}</h2>
					<p class="note">{refused ? `Not available: ${refused.because}.` : lead}</p>
					{kit.notices
						.filter(({ format }) => format === kind)
						.map(({ notice }) => (
							<p class="note" key={notice}>
								{notice}
							</p>
						))}
					<ul class="kit-files">
						{files.map((file) => (
							<KitFile key={file.path} file={file} isStale={isStale} beginCopy={beginCopy} />
						))}
					</ul>
				</section>
			))}
			<OwnPolicy />
			<CopyLine path={path} />
		</section>
	);
}

function describe(policies: readonly NamedPolicy[], name: string | null): string {
	const about = policies.find((policy) => policy.name === name)?.description ?? '';
	return about && `${about.replace(/\.$/, '')}.`;
}

interface PolicyChoiceProps {
	policies: readonly string[];
	policy: string | null;
	query: URLSearchParams;
	about: string;
}

function PolicyChoice({ policies, policy, query, about }: PolicyChoiceProps) {
	// A person who goes through the policies with the arrow keys stays in the field.
	const choose = (name: string) => navigate(withParameters(query, { policy: name }), { typing: true });
	if (policies.length === 0)
		return <p class="note">The operator's file of policies is empty, so there is nothing to enforce.</p>;
	return (
		<form class="filters" onSubmit={(event) => event.preventDefault()}>
			<label>
				<span>Policy</span>
				<select value={policy ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
					{policies.map((name) => (
						<option key={name} value={name}>
							{name}
						</option>
					))}
				</select>
			</label>
			<p class="note policy-words">
				<span role="status">{about}</span> <a href="#own-policy">Set your own policy</a>
			</p>
		</form>
	);
}

const example = `{
  "policies": {
    "standard": {
      "behind": 1,
      "defer_days": 14,
      "grace_days": 14,
      "exploited_grace_days": 3
    }
  }
}`;

/** How an operator sets other policies than those that are built in. */
function OwnPolicy() {
	return (
		<section class="card" id="own-policy" tabIndex={-1}>
			<h2>Set your own policy</h2>
			<p class="note">
				The operator of this service saves a file like this one and sets <code>POLICIES</code> to its path. It
				replaces the built-in policies. <code>pointrelease policies FILE</code> checks it.
			</p>
			<pre tabIndex={0}>{example}</pre>
			<p class="note">
				<code>behind</code>: major versions back from the newest. <code>defer_days</code>: days a release must
				be out before it is required. <code>grace_days</code>: days until the deadline, and{' '}
				<code>exploited_grace_days</code> if the update fixes an exploited vulnerability.
			</p>
		</section>
	);
}

/** A file to take. One of the policy that was chosen before is only looked at until those of the new one are there. */
function KitFile({ file, isStale, beginCopy }: { file: KitFileRecord; isStale: boolean; beginCopy: Begin }) {
	const [done, say] = useBriefWord();
	const copy = async () => {
		const isLatest = beginCopy();
		const text = await askText(file.path);
		// The clipboard has what was copied last, not what came last.
		if (!isLatest()) return;
		say(text !== null && (await writeClipboard(text)) ? 'Copied' : 'Not copied');
	};
	const download = async () => {
		const text = await askText(file.path);
		if (text !== null) save(file.name, file.type, [text]);
		say(text !== null ? 'Downloaded' : 'Not downloaded');
	};
	return (
		<li>
			<div>
				<strong>{file.name}</strong>
				{file.what && <span>{file.what}</span>}
				<details>
					<summary>
						<small>
							{grouped(file.bytes)} bytes<span class="hidden">, checksum of {file.name}</span>
						</small>
					</summary>
					<small>
						SHA-256 <code>{file.sha256}</code>
					</small>
				</details>
			</div>
			<div class="kit-buttons">
				<WaitingButton isStale={isStale} onClick={copy} label={`Copy ${file.name}`}>
					{/copied$/i.test(done) ? done : 'Copy'}
				</WaitingButton>
				<WaitingButton isStale={isStale} onClick={download} label={`Download ${file.name}`}>
					{/downloaded$/i.test(done) ? done : 'Download'}
				</WaitingButton>
			</div>
			<span class="hidden" aria-live="polite">
				{done}
			</span>
		</li>
	);
}
