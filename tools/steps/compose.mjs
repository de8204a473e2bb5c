// Composes this machine's environment from the present builds.

/** Releases the builds of this workspace into the environment `local`. */
export async function compose() {
  // Needs packages, which `npm start` may only just have installed.
  const { composeWorkspace } = await import('../release/compose.mjs');
  await composeWorkspace('local');
}
