import '../page.tsx';

export { DocsView } from '../views/docs-view.tsx';
