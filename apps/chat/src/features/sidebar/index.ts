export { SidebarArea } from './sidebar-area';
