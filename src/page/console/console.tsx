import '../app/style/base.css';
import './style/console.css';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { readSession, type Session, signOut } from './service.ts';
import { SignInView } from './sign-in-view.tsx';

/** The code of a link. It leaves the address bar and the history at once, and is sent on a click: a preview sends none. */
const code = new URLSearchParams(location.hash.slice(1)).get('code');
if (code !== null) history.replaceState(null, '', '/console');

function Console() {
	const [session, setSession] = useState<Session | null | undefined>(undefined);
	const [pending, setPending] = useState(code);
	useEffect(() => {
		readSession().then(setSession, () => setSession(null));
	}, []);
	if (session === undefined) return null;
	const begin = (next: Session) => {
		setSession(next);
		setPending(null);
	};
	if (session === null || pending !== null) return <SignInView code={pending} onSession={begin} />;
	return (
		<main>
			<h1>Console</h1>
			<p>
				Signed in as {session.name}
				{session.may_write ? '' : ' (may only read)'}.
			</p>
			<button type="button" onClick={() => void signOut().then(() => setSession(null))}>
				Sign out
			</button>
		</main>
	);
}

render(<Console />, document.getElementById('page')!);
