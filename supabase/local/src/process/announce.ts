/** What a person needs to know once everything is up. */
export function announcement(options: {
  url: string;
  seconds: number;
  seeded: boolean;
  showsMails: boolean;
  dataDir: string;
  /** Replies are made up by the demo. */
  isDemo: boolean;
}): string {
  const lines = [
    '',
    `  Second Homie is ready after ${options.seconds.toFixed(1)} s`,
    '',
    `  Address   ${options.url}`,
    options.showsMails
      ? `  Mailbox   ${options.url}/_mailbox`
      : '  Mails     are neither sent nor shown; HOMIE_MAILBOX=true shows them on this computer',
    `  Data      ${options.dataDir}`,
    ...(options.isDemo ? ['  Replies   by the demo; AI_API_KEY connects an AI provider'] : []),
    ...(options.seeded
      ? [
          '',
          '  Demo accounts, all with the password homie-demo-2026',
          '    admin@secondhomie.example     admin',
          '    office@secondhomie.example    office',
          '    worker@secondhomie.example    support worker',
        ]
      : []),
    '',
    '  Stop with Ctrl-C',
    '',
  ];
  return lines.join('\n');
}
