import '../page.tsx';

export { EverythingView } from '../views/everything-view.tsx';
