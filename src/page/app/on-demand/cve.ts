import '../page.tsx';

export { CveView } from '../views/cve-view.tsx';
