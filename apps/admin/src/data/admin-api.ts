import { useApi, type AdminApi, type Api } from '@homie/api-client';
import { createContext, useContext, type Context } from 'react';

/** Provides the API calls of the administration, which load after those for all users, to screens behind the gate. */
export const AdminApiContext: Context<AdminApi | null> = createContext<AdminApi | null>(null);

/** True for a user who may edit the documents of some assistants, and nothing else of the admin area. */
export const EditorContext: Context<boolean> = createContext(false);

/**
 * Returns the calls of the administration and the backend that they are made to.
 * @throws outside the admin gate
 */
export function useAdminApi(): { admin: AdminApi; api: Api } {
  const admin = useContext(AdminApiContext);
  const api = useApi();
  if (!admin)
    throw new Error('The calls of the administration are available behind the gate only.');
  return { admin, api };
}
