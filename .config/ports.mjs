const ports = {
  shell: 4200,
  backend: 4201,
  chat: 4211,
  admin: 4212,
  audit: 4213,
  health: 4214,
  account: 4215,
};

/** Difference to the ports above, if `PORT` is another one for the page. */
const shift = Number(process.env['PORT'] || ports.shell) - ports.shell;

/**
 * Ports of the development servers. Open the shell's in a browser; it uses the others.
 * @type {Record<keyof typeof ports, number>}
 */
export const devPorts = { ...ports };
for (const name of /** @type {(keyof typeof ports)[]} */ (Object.keys(ports)))
  devPorts[name] += shift;
