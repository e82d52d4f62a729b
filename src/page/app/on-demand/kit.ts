import '../page.tsx';

export { KitView } from '../views/kit-view.tsx';
