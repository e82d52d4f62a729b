import '../page.tsx';

export { MacView } from '../views/mac-view.tsx';
export { ReleaseView } from '../views/release-view.tsx';
