import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { focusContent } from './address.ts';
import { postData } from './service.ts';
import { troubleOf } from './use-data.ts';

/** What was done, said at the foot of the page, and how to take it back. */
export interface Notice {
	readonly words: string;
	readonly isTrouble?: boolean;
	readonly undo?: () => void;
}

/** What every view may use of the session. */
interface Desk {
	readonly mayWrite: boolean;
	tell(notice: Notice | null): void;
}

export const DeskContext = createContext<Desk>({ mayWrite: false, tell() {} });

export const useDesk = () => useContext(DeskContext);

interface Told<T> {
	/** Said when it is done; null says nothing. */
	readonly words: string | null | ((answer: T) => string);
	/** The path and body that take it back. */
	readonly undo?: readonly [path: string, body: object, words: string];
	/** What the view does then. */
	readonly after?: (answer: T) => void | Promise<void>;
}

/** Sends what a button does: one at a time, with what happened said at the foot of the page. */
export function useAction() {
	const { tell } = useDesk();
	const [isBusy, setBusy] = useState(false);
	const send = async <T,>(path: string, body: object, { words, undo, after }: Told<T>): Promise<boolean> => {
		if (isBusy) return false;
		setBusy(true);
		tell(null);
		try {
			const answer = await postData<T>(path, body);
			await after?.(answer);
			const said = typeof words === 'function' ? words(answer) : words;
			if (said !== null) {
				const [undoPath, undoBody, undoWords] = undo ?? [];
				const takeBack =
					undoPath === undefined
						? undefined
						: () =>
								void send(undoPath, undoBody!, {
									words: undoWords!,
									...(after && { after: after as () => void }),
								});
				tell({ words: said, ...(takeBack && { undo: takeBack }) });
			}
			return true;
		} catch (thrown) {
			tell({ words: troubleOf(thrown), isTrouble: true });
			return false;
		} finally {
			setBusy(false);
		}
	};
	return { isBusy, send };
}

/** The last notice. It stays until the next one, because nobody should have to hurry to undo something. */
export function NoticeLine({ notice, close }: { notice: Notice | null; close(): void }) {
	const leave = (then?: () => void) => {
		close();
		focusContent();
		then?.();
	};
	return (
		<div class="notice-place" role="status">
			{notice && (
				<p class={`notice ${notice.isTrouble ? 'trouble' : ''}`}>
					<span>{notice.words}</span>
					{notice.undo && (
						<button type="button" onClick={() => leave(notice.undo)}>
							Undo
						</button>
					)}
					<button type="button" class="quiet" aria-label="Close the message" onClick={() => leave()}>
						✕
					</button>
				</p>
			)}
		</div>
	);
}
