export { SidebarArea } from './sidebar-area';
export { useSidebar, type SidebarState } from './use-sidebar';
