import type { AdminApi, Api, QueryClient } from '@homie/api-client';
import type { ComponentType } from 'react';

/** The screen of a section. */
export type SectionScreen = ComponentType & {
  /** Requests what the screen shows first, unless that is current. A failure is ignored: the screen requests it again. */
  prefetch?: (client: QueryClient, admin: AdminApi, api: Api) => Promise<void>;
};

/** Loads the screen of each section: the open one first, most others when the page is idle. */
export const sectionScreens: Readonly<Record<string, () => Promise<SectionScreen>>> = {
  assistants: async () =>
    (await import('../features/assistants/assistants-screen')).AssistantsScreen,
  participants: async () =>
    (await import('../features/participants/participants-screen')).ParticipantsScreen,
  documents: async () => (await import('../features/documents/documents-screen')).DocumentsScreen,
  feedback: async () => (await import('../features/feedback/feedback-screen')).FeedbackScreen,
  reports: async () => (await import('../features/reports/reports-screen')).ReportsScreen,
  users: async () => (await import('../features/users/users-screen')).UsersScreen,
};

/** Sections that are opened rarely. */
const RARE = new Set(['documents', 'feedback', 'reports']);

/** The screens to load when the page is idle. */
export const frequentScreens = Object.entries(sectionScreens)
  .filter(([id]) => !RARE.has(id))
  .map(([, load]) => load);
