import { useState } from 'preact/hooks';
import { type Session, signIn } from './service.ts';

/** Signs in with the code of a link; without one it says how to get a link. */
export function SignInView({
	code,
	onSession,
}: {
	readonly code: string | null;
	readonly onSession: (session: Session) => void;
}) {
	const [refusal, setRefusal] = useState<string | null>(null);
	const [isBusy, setBusy] = useState(false);
	const send = async (code: string) => {
		setBusy(true);
		try {
			onSession(await signIn(code));
		} catch (thrown) {
			setRefusal((thrown as Error).message);
			setBusy(false);
		}
	};
	return (
		<main class="sign-in">
			<h1>Console</h1>
			{code === null || refusal !== null ? (
				<>
					{refusal !== null && <p role="alert">{refusal}</p>}
					<p>On the machine of the service, run this command and open the link that it prints:</p>
					<pre>pointrelease console --for YOUR-NAME</pre>
				</>
			) : (
				<button type="button" disabled={isBusy} onClick={() => void send(code)}>
					Sign in
				</button>
			)}
		</main>
	);
}
