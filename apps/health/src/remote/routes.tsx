/** What this remote exposes: its one screen, drawn at the addresses of its contributions. */
export { HealthScreen as default } from '../screen/health-screen';
