/** Ports of the development servers. The person opens the shell's; the others are behind it. */
export const devPorts = {
  shell: 4200,
  backend: 4201,
  chat: 4211,
  admin: 4212,
  audit: 4213,
  health: 4214,
} as const;
