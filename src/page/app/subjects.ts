import './shared.ts';

export { MacView } from './mac/mac-view.tsx';
export { ReleaseView } from './release/release-view.tsx';
