/** The module that this remote exposes: its one screen, rendered at the URLs of its contributions. */
export { HealthScreen as default } from '../screen/health-screen';
