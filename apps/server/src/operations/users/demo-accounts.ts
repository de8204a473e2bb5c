/** The accounts of the demo data. Their password is public. */
export const DEMO_ACCOUNTS = [
  'admin@secondhomie.example',
  'office@secondhomie.example',
  'worker@secondhomie.example',
];
