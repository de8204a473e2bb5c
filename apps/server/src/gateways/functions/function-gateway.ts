import type {
  FunctionDependencies,
  FunctionEnvironment,
  FunctionHandler,
  FunctionModule,
} from './function-handler.ts';

const PREFIX = '/functions/v1/';

/** Handles everything under /functions/v1/<name> in this process. */
export function createFunctionGateway(
  functions: Readonly<Record<string, FunctionModule>>,
  environment: FunctionEnvironment,
  dependencies: FunctionDependencies,
) {
  const handlers = new Map<string, FunctionHandler>(
    Object.entries(functions).map(([name, { createHandler }]) => [
      name,
      createHandler(environment, dependencies),
    ]),
  );
  return {
    async answer(request: Request): Promise<Response> {
      const [name = ''] = new URL(request.url).pathname.slice(PREFIX.length).split('/');
      const handler = handlers.get(name);
      if (!handler) return failure(404, 'not_found', 'Function not found');
      try {
        return await handler(request);
      } catch (error) {
        dependencies.onError(error);
        return failure(500, 'internal', 'An unexpected error occurred.');
      }
    },

    /** Must be called once, before the first request. */
    async start(situation: { solitary: boolean }): Promise<void> {
      for (const { start } of Object.values(functions))
        await start?.(environment, dependencies, situation);
    },

    /** Must be called every few seconds if other processes work on the same data. */
    async rescue(): Promise<void> {
      for (const { rescue } of Object.values(functions))
        await rescue?.(environment, dependencies).catch(dependencies.onError);
    },

    /** Must be called periodically. Failed work is retried the next time. */
    async sweep(): Promise<void> {
      for (const { sweep } of Object.values(functions))
        await sweep?.(environment, dependencies).catch(dependencies.onError);
    },
  };
}

function failure(status: number, code: string, error: string): Response {
  return Response.json({ ok: false, error, code }, { status });
}
