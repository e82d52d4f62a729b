import '../page.tsx';

export { FleetView } from '../views/fleet-view.tsx';
