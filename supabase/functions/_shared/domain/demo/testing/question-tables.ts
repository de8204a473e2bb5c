import type { ExtractedFile, Table } from '../../extract/extracted-file.ts';
import type { ReadFile } from '../file-passages.ts';

function table(columns: string, lines: readonly string[], sheet?: string): Table {
  return {
    ...(sheet !== undefined && { sheet }),
    columns: columns.split('|'),
    rows: lines.map((line, index) => ({ row: index + 2, cells: line.split('|') })),
  };
}

function file(name: string, ...tables: Table[]): ReadFile {
  const content: ExtractedFile = { parts: [], tables, notes: [] };
  return { name, content };
}

const WORKERS = ['Priya Nair', 'Tom Lee', 'Ines Castro', 'Joel Adams', 'Mei Chen'];
const HOUSES = ['Wattle Street', 'Banksia House', 'Grevillea Court'];
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const SHIFT_TIMES = [
  ['7:00', '15:00', '8'],
  ['15:00', '22:30', '7.5'],
];

/** Returns the cells of 30 shifts from Monday 30 November 2026, five in two days. */
function shifts(from: number): string[] {
  return Array.from({ length: 30 }, (_, index) => {
    const at = from + index;
    const day = Math.floor(at / 5);
    const date = new Date(Date.UTC(2026, 10, 30 + day)).toISOString().slice(0, 10);
    const [start = '', finish = '', hours = ''] = SHIFT_TIMES[at % 2] ?? [];
    const isOpen = at % 13 === 4;
    const worker = isOpen ? '' : (WORKERS[(at * 7 + day) % WORKERS.length] ?? '');
    const status = isOpen ? 'Open' : at % 11 === 6 ? 'Swap requested' : 'Confirmed';
    const house = HOUSES[at % HOUSES.length] ?? '';
    return [date, DAYS[day % 7], worker, house, start, finish, hours, status].join('|');
  });
}

const ROSTER_COLUMNS = 'Date|Day|Worker|House|Start|Finish|Hours|Status';

const roster = file(
  'roster december.xlsx',
  table(ROSTER_COLUMNS, shifts(0), 'Week 1'),
  table(ROSTER_COLUMNS, shifts(30), 'Week 2'),
);

const expenses = file(
  'expenses.csv',
  table('Date|Item|Category|Amount|Receipt|Paid by', [
    '28/11/2026|Taxi to the clinic|Transport|$32.40|yes|Priya Nair',
    '30/11/2026|Groceries|Food|$118.95|yes|Tom Lee',
    '1/12/2026|Cinema tickets|Outings|$45.00|no|Mei Chen',
    '2/12/2026|Groceries|Food|$96.20|yes|Tom Lee',
    '2/12/2026|Light bulbs|Household|$18.50|no|Ines Castro',
    '3/12/2026|Parking|Transport|$12.00|yes|Priya Nair',
    '12/2/2026|Garden hose|Household|$54.00|no|Mei Chen',
    'Total|||$377.05||',
  ]),
);

const timesheet = file(
  'timesheet.xlsx',
  table('Date|Employee|Hours worked|Break', [
    'Mon 30 Nov 2026|Asha Rao|9:30|0:30',
    'Tue 1 Dec 2026|Asha Rao|10:00|0:45',
    'Wed 2 Dec 2026|Asha Rao|9:15|0:30',
    'Mon 30 Nov 2026|Leon Wu|12:00|1:00',
    'Tue 1 Dec 2026|Leon Wu|14:45|1:00',
    'Wed 2 Dec 2026|Leon Wu|15:00|1:00',
    'Sum||70:30|4:45',
  ]),
);

const chart = file(
  'medication chart.docx',
  table('Date|Time|Medicine|Dose|Status|Given by', [
    '1 December 2026|08:00|Levetiracetam|500 mg|Given|Grace Tran',
    '1 December 2026|20:00|Levetiracetam|500 mg|Given|Omar Haddad',
    '1 December 2026|08:00|Vitamin D|1 tablet|Refused|Grace Tran',
    '2 December 2026|08:00|Levetiracetam|500 mg|Given|Grace Tran',
    '2 December 2026|20:00|Levetiracetam|500 mg|Not given|',
    '2 December 2026|08:00|Vitamin D|1 tablet|Given|Grace Tran',
    '3 December 2026|08:00|Paracetamol|2 tablets|Given|Omar Haddad',
  ]),
);

const fleet = file(
  'fleet log.xlsx',
  table(
    'Vehicle|Driver|Date|Kilometres|Fuel (L)|Purpose',
    [
      'Blue van|Tom Lee|30/11/26|42|0|Shopping',
      'Blue van|Mei Chen|1/12/26|118|40.5|Hospital visit',
      'White car|Priya Nair|1/12/26|15|0|Swimming',
      'White car|Tom Lee|2/12/26|63|31|Shopping',
      'Blue van|Priya Nair|2/12/26|27|0|Swimming',
      'Minibus|Ines Castro|5/12/26|204|62.2|Day trip',
    ],
    'Trips',
  ),
);

const attendance = file(
  'attendance.csv',
  table('Participant|Date|Session|Attended|Reason', [
    'Maya Pereira|2026-12-01|Art|Yes|',
    'Noah Singh|2026-12-01|Art|No|Sick',
    'Ella Brown|2026-12-01|Art|Yes|',
    'Maya Pereira|2026-12-03|Cooking|No|Appointment',
    'Noah Singh|2026-12-03|Cooking|Yes|',
    'Ella Brown|2026-12-03|Cooking|No|Sick',
    'Maya Pereira|2026-12-05|Music|Yes|',
  ]),
);

const staff = file(
  'staff list.xlsx',
  table('Name|Role|Phone|Drives|First aid until', [
    'Priya Nair|Support worker|0400 111 222|yes|2027-03-01',
    'Tom Lee|Team leader|0400 333 444|yes|2026-12-20',
    'Ines Castro|Support worker|0400 555 666|no|2027-08-15',
    'Mei Chen|Nurse||yes|2026-12-05',
  ]),
);

const bills = file(
  'water and power.csv',
  table('Month|House|Supplier|Cost ($)|Paid|Due date', [
    'October|Wattle Street|AGL|210.40|Yes|15/11/2026',
    'October|Banksia House|Origin|180.00|Yes|20/11/2026',
    'November|Wattle Street|AGL|240.10|No|15/12/2026',
    'November|Banksia House|Origin|175.25|No|20/12/2026',
    '||| 805.75||',
  ]),
);

const training = file(
  'training.xlsx',
  table(
    'Employee|Course|Completed|Expires|Score',
    [
      'Grace Tran|First aid|2026-02-10|2029-02-10|92',
      'Grace Tran|Manual handling|2026-03-01||88',
      'Omar Haddad|First aid|||',
      'Omar Haddad|Manual handling|2025-11-20|2026-11-20|75',
      'Sofia Rossi|First aid|2026-05-05|2029-05-05|97',
    ],
    'Courses',
  ),
  table(
    'Employee|Email|Start date',
    [
      'Grace Tran|grace@x.org|2020-01-15',
      'Omar Haddad|omar@x.org|2024-06-01',
      'Sofia Rossi|sofia@x.org|2026-04-20',
    ],
    'People',
  ),
);

const leave = file(
  'leave 2026.xlsx',
  table('Staff member|Type|From|To|Days|Approved', [
    'Priya Nair|Annual|2026-12-21|2026-12-31|8|yes',
    'Tom Lee|Sick|2026-12-02|2026-12-03|2|yes',
    'Mei Chen|Annual|2027-01-04|2027-01-15|10|no',
    'Priya Nair|Sick|2026-11-10|2026-11-10|1|yes',
    'Joel Adams|Carers|2026-12-07|2026-12-08|2|no',
  ]),
);

const cleaning = file(
  'cleaning checklist.csv',
  table('Task|Room|Monday|Wednesday|Friday', [
    'Mop the floor|Kitchen|✓|✓|✗',
    'Wipe benches|Kitchen|✓|✓|✓',
    'Clean toilet|Bathroom|✓|✗|✓',
    'Vacuum|Lounge|✗|✓|',
  ]),
);

const budget = file(
  'ndis budget.xlsx',
  table('Participant|Category|Budget|Spent|Remaining', [
    'Maya Pereira|Core|$12,000.00|$4,500.00|$7,500.00',
    'Maya Pereira|Capacity|$6,000.00|$1,250.50|$4,749.50',
    'Noah Singh|Core|$9,000.00|$9,200.00|-$200.00',
    'Total||$27,000.00|$14,950.50|$12,049.50',
  ]),
);

/** The files that the set of questions is about. */
export const QUESTION_FILES: readonly ReadFile[] = [
  roster,
  expenses,
  timesheet,
  chart,
  fleet,
  attendance,
  staff,
  bills,
  training,
  leave,
  cleaning,
  budget,
];
