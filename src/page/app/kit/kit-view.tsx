import '../shared.ts';
import { useState } from 'preact/hooks';
import { type KitRecord, kitParts } from '../../../kit/kit-parts.ts';
import { navigate, withParameters } from '../address.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { Trouble, TroubleLine } from '../parts/trouble.tsx';
import {
	type ChosenPolicy,
	hasTerms,
	type PolicyList,
	policiesFile,
	policyInAddress,
} from '../policy/policy-address.ts';
import { PolicyPicker } from '../policy/policy-picker.tsx';
import { useLatest, useRead } from '../service/use-read.ts';
import { useTitle } from '../service/visit.ts';
import { Door } from './door.tsx';
import { KitFile } from './kit-file.tsx';
import { downloadNames, zipName } from './kit-names.ts';
import { ZipButton } from './zip-button.tsx';

/** The parameter that requests files for groups of newer major versions. On other Macs, these files start an upgrade. */
const ownMajor = 'own_major';
/** The parameter with the name that custom terms have in their files, and the name without one. */
const [ownName, usualName] = ['own_name', 'own'];

/** The kit: client files, and the enforcement files of a policy for each MDM. */
export function KitView({ query }: { query: URLSearchParams }) {
	useTitle('Deploy');
	const named = useRead<PolicyList>('/policies');
	const list = named.outcome.state === 'ready' ? named.outcome.value.policies : null;
	const chosen = policyInAddress(query);
	const isCustom = chosen.name === '' && hasTerms(chosen);
	// The files contain the name of their policy, so custom terms get one.
	const policy = isCustom ? query.get(ownName) || usualName : chosen.name || (list?.[0]?.name ?? null);
	const isOwnMajor = query.get(ownMajor) === 'true';
	const search = new URLSearchParams(
		policy === null
			? {}
			: { policy, ...(isCustom && termsGiven(chosen)), ...(isOwnMajor && { [ownMajor]: 'true' }) },
	);
	const path = `/kit/index.json${search.size > 0 ? `?${search}` : ''}`;
	const { outcome, isStale, again } = useRead<KitRecord>(list === null ? null : path);
	if (list === null)
		return <Trouble outcome={named.outcome} again={named.again} subject="the files to deploy" />;
	if (outcome.state === 'loading' || outcome.state === 'refused')
		return <Trouble outcome={outcome} again={again} subject="the files to deploy" />;
	return (
		<section class="kit">
			<header class="subject">
				<h1>Deploy</h1>
				<p class="lead">
					Scripts and enforcement files for your Macs and your MDM. Versions and deadlines are filled in and
					change as releases come out.
				</p>
			</header>
			{list.length === 0 ? (
				<p class="note">The operator's policies file is empty, so there is nothing to enforce.</p>
			) : (
				<div class="filters">
					<PolicyPicker query={query} usual={list[0]!.name} />
					<label class="check">
						<input
							type="checkbox"
							name={ownMajor}
							checked={isOwnMajor}
							onChange={({ currentTarget: { checked } }) =>
								navigate(withParameters(query, { [ownMajor]: checked ? 'true' : '' }), { replace: true })
							}
						/>
						Include files for Macs that already run a newer major version
					</label>
					<p class="note policy-words">
						<span role="status">{isStale ? 'Loading…' : describe(list, policy)}</span>{' '}
						{!isCustom && <a href="#own-policy">Set your own policy</a>}
					</p>
				</div>
			)}
			{isCustom && <OwnPolicy terms={chosen.terms} name={policy!} query={query} />}
			{outcome.state === 'ready' ? (
				<KitParts kit={outcome.value} isStale={isStale} isCustom={isCustom} />
			) : (
				// The picker stays, because another policy may work.
				<TroubleLine outcome={outcome} again={again} />
			)}
			{!isCustom && <OwnPolicy terms={usualTerms} name="standard" query={null} />}
			<CopyLine path={path} />
		</section>
	);
}

/** The files of the kit, in one ZIP and by part. */
function KitParts({ kit, isStale, isCustom }: { kit: KitRecord; isStale: boolean; isCustom: boolean }) {
	const beginCopy = useLatest();
	const names = downloadNames(kit.files);
	const parts = kitParts
		.map((part) => ({
			...part,
			files: kit.files.filter(({ kind }) => kind === part.kind),
			refused: kit.refused.find(({ format }) => format === part.kind),
		}))
		.filter(({ files, refused }) => files.length > 0 || refused);
	return (
		<>
			{kit.address !== location.origin && (
				<p class="note">
					{kit.address === null ? (
						'The scripts have no address yet.'
					) : (
						<>
							The scripts use <code>{kit.address}</code>.
						</>
					)}{' '}
					If this is wrong, ask the operator to set <code>PUBLIC_URL</code>.
				</p>
			)}
			<p class="kit-all">
				<ZipButton
					files={kit.files}
					policy={kit.policy}
					names={names}
					name={zipName(kit.policy, null)}
					isStale={isStale}
				>
					Download everything as ZIP
				</ZipButton>
			</p>
			<nav class="chips" aria-label="Parts of this page">
				{parts.map(({ kind, title }) => (
					<a key={kind} class="chip" href={`#${kind}`}>
						{title}
					</a>
				))}
			</nav>
			{parts.map(({ kind, title, lead, files, refused }) => (
				<section class="card" key={kind} id={kind} tabIndex={-1} aria-busy={isStale}>
					<h2>{title}</h2>
					<p class="note">
						{refused ? `Not available: ${refused.because}.` : lead}
						{isCustom && kind === 'client' && ' They have no policy until the operator has saved yours.'}
					</p>
					{files
						.filter(({ path }) => path.includes('/access/minimum.json'))
						.map(({ path }) => (
							<Door key={path} path={path} />
						))}
					{kit.notices
						.filter(({ format }) => format === kind)
						.map(({ notice }) => (
							<p class="note" key={notice}>
								{notice}
							</p>
						))}
					{files.length > 1 && (
						<ZipButton
							files={files}
							policy={kit.policy}
							names={names}
							name={zipName(kit.policy, kind)}
							isStale={isStale}
						>
							Download all as ZIP<span class="hidden">: {title}</span>
						</ZipButton>
					)}
					<ul class="kit-files">
						{files.map((file) => (
							<KitFile
								key={file.path}
								file={file}
								name={names.get(file.path)!}
								isStale={isStale}
								beginCopy={beginCopy}
							/>
						))}
					</ul>
				</section>
			))}
		</>
	);
}

function describe(policies: PolicyList['policies'], name: string | null): string {
	const about = policies.find((policy) => policy.name === name)?.description ?? '';
	return about && `${about.replace(/\.$/, '')}.`;
}

const usualTerms = { behind: '1', defer_days: '14', grace_days: '14', exploited_grace_days: '3' };

/** The terms that the address gives, by parameter. */
function termsGiven({ terms }: ChosenPolicy): Record<string, string> {
	return Object.fromEntries(Object.entries(terms).filter(([, text]) => text !== ''));
}

interface OwnPolicyProps {
	readonly terms: ChosenPolicy['terms'];
	readonly name: string;
	/** The address of the view, if its files are those of these terms; null for an example. */
	readonly query: URLSearchParams | null;
}

/** Shows the policies file with the chosen terms, and asks for the name that the files below get. */
function OwnPolicy({ terms, name, query }: OwnPolicyProps) {
	/** The name that is being typed: drawing the view in between loses no letter. */
	const [typed, setTyped] = useState<string | null>(null);
	return (
		<section class="card" id="own-policy" tabIndex={-1}>
			<h2>Set your own policy</h2>
			{query === null ? (
				<p class="note">
					Choose Custom above, and this page has the files of your terms. To give your policy to everybody,
					the operator of this service saves a file like this one and sets <code>POLICIES</code> to its path.
					It replaces the built-in policies.
				</p>
			) : (
				<>
					<label class="own-name">
						<span>Name of your policy</span>
						<input
							name={ownName}
							value={typed ?? name}
							maxLength={64}
							autocomplete="off"
							onInput={({ currentTarget: { value } }) => setTyped(value)}
							onChange={({ currentTarget: { value } }) => {
								setTyped(null);
								navigate(withParameters(query, { [ownName]: value.trim() }), { replace: true });
							}}
						/>
					</label>
					<p class="note">
						The files below name the policy they belong to. So that scripts, reports and the watch know it,
						too, the operator of this service saves a file like this one and sets <code>POLICIES</code> to its
						path. It replaces the built-in policies.
					</p>
				</>
			)}
			<pre tabIndex={0}>{policiesFile(terms, name)}</pre>
			<p class="note">
				<code>behind</code>: major versions back from the newest. <code>defer_days</code>: days a release must
				be out before it is required. <code>grace_days</code>: days until the deadline, and{' '}
				<code>exploited_grace_days</code> if the update fixes an exploited vulnerability.
			</p>
		</section>
	);
}
