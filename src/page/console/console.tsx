import '../app/style/base.css';
import '../app/style/frame.css';
import '../app/style/parts.css';
import '../app/style/subject.css';
import '../app/style/tables.css';
import '../app/style/fleet.css';
import './style/console.css';
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useView, type View } from './address.ts';
import { HeldDataView } from './data-view.tsx';
import { FleetView } from './fleet-view.tsx';
import { Frame } from './frame.tsx';
import { ItemView } from './item-view.tsx';
import { LicenseView } from './license-view.tsx';
import { LicensesView } from './licenses-view.tsx';
import { MailView } from './mail-view.tsx';
import { NeedsYouView } from './needs-you-view.tsx';
import { DeskContext, type Notice, NoticeLine } from './notice.tsx';
import { OrdersView } from './orders-view.tsx';
import type { TodoRecord } from './records.ts';
import { readSession, type Session, signOut } from './service.ts';
import { ServiceView } from './service-view.tsx';
import { SignInView } from './sign-in-view.tsx';
import { signedOut, useData } from './use-data.ts';

/** The code of a link. It leaves the address bar and the history at once, and is sent on a click: a preview sends none. */
const code = new URLSearchParams(location.hash.slice(1)).get('code');
if (code !== null) history.replaceState(null, '', '/console');

function Console() {
	const [session, setSession] = useState<Session | null | undefined>(undefined);
	const [pending, setPending] = useState(code);
	useEffect(() => {
		readSession().then(setSession, () => setSession(null));
		const leave = () => setSession(null);
		addEventListener(signedOut, leave);
		return () => removeEventListener(signedOut, leave);
	}, []);
	if (session === undefined) return null;
	const begin = (next: Session) => {
		setSession(next);
		setPending(null);
	};
	if (session === null || pending !== null) return <SignInView code={pending} onSession={begin} />;
	return <SignedIn session={session} leave={() => void signOut().then(() => setSession(null))} />;
}

function SignedIn({ session, leave }: { session: Session; leave(): void }) {
	const view = useView();
	const [found, setFound] = useState('');
	const [notice, setNotice] = useState<Notice | null>(null);
	const todo = useData<TodoRecord[]>('/needs-you');
	// What was done may have settled something that waited.
	useEffect(() => void todo.again(), [view.name, notice]);
	const desk = useMemo(() => ({ mayWrite: session.may_write, tell: setNotice }), [session.may_write]);
	return (
		<DeskContext.Provider value={desk}>
			<Frame
				view={view}
				session={session}
				waiting={todo.data?.length ?? 0}
				found={found}
				find={setFound}
				leave={leave}
			>
				<Shown view={view} todo={todo} found={found} clear={() => setFound('')} />
			</Frame>
			<NoticeLine notice={notice} close={() => setNotice(null)} />
		</DeskContext.Provider>
	);
}

interface ShownProps {
	view: View;
	todo: ReturnType<typeof useData<TodoRecord[]>>;
	found: string;
	clear(): void;
}

function Shown({ view: { name, about }, todo, found, clear }: ShownProps) {
	switch (name) {
		case 'needs-you':
			return <NeedsYouView read={todo} />;
		case 'licenses':
			return about === null ? (
				<LicensesView find={found} clear={clear} />
			) : (
				<LicenseView key={about} id={about} />
			);
		case 'orders':
			return <OrdersView about={about} />;
		case 'data':
			return about === null ? (
				<HeldDataView />
			) : (
				<ItemView key={about} id={about} decided={() => void todo.again()} />
			);
		case 'mail':
			return <MailView />;
		case 'fleet':
			return <FleetView />;
		case 'service':
			return <ServiceView />;
	}
}

render(<Console />, document.getElementById('page')!);
