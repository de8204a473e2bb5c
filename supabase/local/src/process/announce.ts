/** What a person needs to know once everything is up. */
export function announcement(options: {
  url: string;
  seconds: number;
  seeded: boolean;
  showsMails: boolean;
  dataDir: string;
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
