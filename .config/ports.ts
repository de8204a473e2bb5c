/** Ports of the development servers. Open the shell's in a browser; it uses the others. */
export const devPorts = {
  shell: 4200,
  backend: 4201,
  chat: 4211,
  admin: 4212,
  audit: 4213,
  health: 4214,
  account: 4215,
} as const;
