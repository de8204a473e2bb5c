/**
 * Questions about each file, with the texts that the right answer contains, and `!` before those that it does not
 * contain. The questions after `silent:` have no answer in the file.
 */
export const TABLE_QUESTIONS = `
roster december.xlsx
  How many hours does Priya Nair work? -> **93**; 12 rows
  How many shifts does Priya Nair have? -> **12 rows**
  Which shifts are still open? -> **5 rows**; 2026-12-03; 2026-12-11; !Confirmed
  Any swap requests? -> **4 rows**; Joel Adams; Tom Lee; Priya Nair; !Mei
  Who works at Wattle Street on 2 December? -> Tom Lee; !Priya; !Ines; !Mei; !2026-12-06
  Who is working at Banksia House on 2/12? -> Ines Castro; Joel Adams; !Tom; !Mei
  Who works on 2026-12-07? -> Priya Nair; Mei Chen; Joel Adams; !2026-12-08
  Which open shifts are there on Tuesday? -> 2026-12-08; Banksia House; !2026-12-03; !Joel
  Where does Mei Chen work on 3 Dec 2026? -> Wattle Street; !Grevillea; !Banksia
  How many hours per worker? -> Priya Nair: **93**; Tom Lee: **84.5**; Joel Adams: **77.5**
  Who has the fewest hours? -> Joel Adams; 77.5; !93
  Which shifts are not confirmed? -> **9 rows**; !Status: Confirmed
  When does Joel start on 10 December? -> 7:00; !15:00 · Finish: 22:30
  Is anyone working at Grevillea Court on Thursday? -> Priya Nair; Tom Lee; !2026-12-04
  who is on at wattle street on tuesday -> !2026-12-02; Joel Adams
  List the shifts of Tom Lee in week 2 -> !Week 1; 2026-12-07
  How many open shifts are there? -> 5
  Which worker has the most shifts? -> Priya Nair; 12
  How many shifts on 5 December? -> 5
  shifts per house -> Wattle Street
  Who requested a swap? -> Joel Adams; Tom Lee; Priya Nair; !Mei
  Who is not working on 2 December? -> !Priya; !Tom; !Ines; !Joel; !Mei
  How many hours did Priya and Tom work? -> 93; 84.5
  Which shifts have no worker? -> 5; Open
  How many shifts start at 7:00 on 2 December? -> 3
  How many shifts does each worker have? -> Priya Nair: **12
  How many hours are open? -> **39**
  which days does Mei work at Wattle Street -> 2026-12-01; !2026-12-04
  Anything open on 8 December? -> Banksia House; !2026-12-03
  Who works on the weekend? -> 2026-12-05; 2026-12-06; !2026-12-04
  What shifts does Ines have on the 4th of December? -> Wattle Street; !2026-12-05; !Mei
  Does Joel work on Tuesday 1 December? -> Wattle Street; !2026-12-08
  How many people work at Wattle Street? -> 5
  Total hours on 30 November -> 39
  When does Tom Lee finish on 4 December? -> 22:30
  silent: What do I do if Priya Nair is sick? | How many helicopters are there? | Who works at Wattle Street on 25 December?
  silent: How do I swap a shift with Tom Lee? | What is the policy for open shifts? | How many hours do I work?
  silent: How much leave does Mei Chen have? | Who is the manager of Banksia House? | Which shifts are cheaper?
  silent: Does Priya Nair like dogs? | What happens when a shift at Wattle Street is cancelled?
  silent: How many hours of sleep does Joel Adams get? | What should I bring to Wattle Street? | Who lives at Wattle Street?
  silent: What is the address of Banksia House? | How do I open a shift? | Who works on New Year? | Who works tomorrow?
  silent: What is a swap? | How many beds does Wattle Street have? | Is Wattle Street wheelchair accessible?
  silent: What are the hours of the office? | Who is on call on Tuesday night? | Who works at Wattle Street in January?
  silent: What does Maya eat for breakfast? | What time is dinner at Banksia House?
  silent: How many medications does Priya Nair give? | Is Tom Lee a team leader? | How much is Tom Lee paid?
  silent: How old is Mei Chen? | What is the latest shift? | Who was on shift when the incident happened?
  silent: Why is the shift open? | How do I confirm a shift? | Who confirmed the shifts? | Which house is the closest?
  silent: What is the date today? | What happened on 2 December? | Which shifts were missed? | How many shifts can I swap?
expenses.csv
  Who has no receipt? -> Mei Chen; Ines Castro; !Priya; !Tom
  Which expenses are without a receipt? -> **3 rows**; Cinema tickets; !Taxi
  What is the total amount? -> **$377.05**; !754
  How much did we spend on food? -> **$215.15**; 2 rows
  How much did Mei Chen spend? -> **$99.00**
  What did we spend? -> **$377.05**
  What did we spend on food? -> **$215.15**; 2 rows
  What did the cinema tickets cost? -> **$45.00**
  what has Priya Nair paid -> **$44.40**
  Which was the most expensive item? -> Groceries; 118.95; !377.05
  What was spent on 2 December? -> 96.20; 18.50; !54.00; !45.00
  Amount by category -> Transport: **$44.40**; Household: **$72.50**
  How many receipts are missing? -> **3 rows**
  Which expenses are over $50? -> **3 rows**; Garden hose; !Total; !Parking
  What is the average amount? -> **$53.86**; 7 rows
  Total of all expenses with a receipt -> 259.55
  How much is without receipt? -> 117.50
  What did Tom Lee buy? -> Groceries; !Cinema
  Which expenses are from December? -> Parking; !Taxi; !hose
  How much was spent on transport and food? -> 259.55
  Cheapest item -> Parking; 12.00
  Which receipts are missing? -> Cinema; Light bulbs; Garden hose; !Taxi
  How many expenses did Tom Lee have? -> 2
  Who spent the most? -> Tom Lee; 215.15
  Which expenses are between 1 December and 2 December? -> Cinema; Light bulbs; !Taxi; !Parking
  silent: What does a taxi cost? | What did we spend it on? | How do I claim a taxi? | How much is the garage? | Who approves expenses over $500?
  silent: What is the limit for groceries without a receipt? | How long do we keep receipts?
  silent: How many kilometres did Priya Nair drive? | How much did Joel Adams spend? | Who do I give receipts to?
  silent: What is the food budget? | Can I buy groceries with my own card? | How much may I spend on food?
  silent: Where is the clinic? | How many groceries are left? | How much is a taxi? | Is parking allowed?
  silent: What is petty cash? | How much cash do we have? | Who is responsible for receipts?
  silent: How many days do I have to submit a receipt?
timesheet.xlsx
  How many hours are there in total? -> **70:30**; !141
  How many hours did Leon Wu work? -> **41:45**
  Who worked the most hours? -> Leon Wu; 41:45
  How many hours were worked on 1 December? -> **24:45**
  What is the total break of Asha Rao? -> **1:45**
  Total hours per employee -> Asha Rao: **28:45**; Leon Wu: **41:45**
  What was the longest day? -> 15:00
  Average hours worked -> 11:45
  How long did Asha work on Tuesday? -> 10:00
  How many hours did Asha Rao work on 2 Dec? -> 9:15
  Who had the shortest break? -> Asha Rao
  silent: What is the overtime rate? | How many hours may I work without a break? | How many hours did Priya Nair work?
  silent: How many hours did Leon Wu sleep? | When is the timesheet due? | How long is a break? | What is the break policy?
  silent: How do I submit my hours? | When do I get paid? | How many hours is full time? | Who approved the hours?
  silent: What are the hours of Priya? | How many hours are in a day? | What was worked on 2 January?
medication chart.docx
  Which medicines were refused? -> Vitamin D; 1 December 2026; !Levetiracetam
  Which doses were not given? -> 20:00; 2 December 2026; !Paracetamol
  What was given on 3 December? -> Paracetamol; !Levetiracetam; !Vitamin
  How many times was Levetiracetam given? -> **3 rows**
  Who gave Paracetamol? -> Omar Haddad; !Grace
  What is the dose of Levetiracetam? -> 500 mg; !tablet
  What did Grace Tran give at 8 am on 2 December? -> Levetiracetam; Vitamin D; !Omar; !Refused
  Which medicines does Omar Haddad give? -> Levetiracetam; Paracetamol; !Vitamin
  When was Levetiracetam not given? -> 2 December; 20:00; !1 December
  How many doses were refused? -> 1
  Which doses were refused? -> Vitamin
  silent: What are the side effects of Levetiracetam? | How many tablets may Maya take in a day?
  silent: What do I do when Vitamin D is refused? | Who prescribed Paracetamol? | When was Ibuprofen given?
  silent: What is Levetiracetam for? | How do I give Paracetamol? | Can Vitamin D be crushed?
  silent: What happens if a dose is not given? | What is the maximum dose of Paracetamol? | Who may give medication?
  silent: Who is Grace Tran? | What dose of Paracetamol is safe? | How many hours between doses?
  silent: What time does Maya wake up? | How do I record a refused dose? | Where is the medication kept?
fleet log.xlsx
  How many kilometres did the Blue van drive? -> **187**; 3 rows
  Who drove the most kilometres? -> Ines Castro; 204
  Who drove on Tuesday? -> Mei Chen; Priya Nair; !Tom; !Ines
  How many trips did Tom Lee make? -> **2 rows**
  Total fuel per vehicle -> Blue van: **40.5**; Minibus: **62.2**
  Which vehicle drove furthest? -> Minibus
  Who drove the White car? -> Priya Nair; Tom Lee; !Mei; !Ines
  How far did Mei Chen drive? -> 118
  Trips with more than 100 km -> Mei Chen; Ines Castro; !Tom
  What is the average fuel? -> 22.28
  Longest trip -> 204; Ines Castro
  Kilometres per driver -> Tom Lee: **105**
  silent: When is the next service of the Blue van? | What is the fuel card PIN? | How many seats does the Minibus have?
  silent: Who may drive the White car? | How do I book the Blue van? | Where are the keys of the White car?
  silent: How much fuel is left in the Minibus? | How far is the hospital? | Is swimming safe?
  silent: How much fuel does the Blue van use? | Which car is wheelchair accessible? | Who washed the Minibus?
  silent: How many passengers were on the day trip?
attendance.csv
  Who did not attend? -> Noah Singh; Maya Pereira; Ella Brown; **3 rows**; !Music
  Who attended Art? -> Maya Pereira; Ella Brown; !Noah
  Why did Maya not attend on 3 December? -> Appointment; !Sick
  How many people were sick? -> **2; Noah Singh; Ella Brown
  Who was sick? -> Noah Singh; Ella Brown; !Maya
  How often did Maya attend? -> 2
  How many people attended on 1 December? -> 2
  Who came to Cooking? -> Noah; !Ella
  How many sessions did Ella miss? -> 1
  Who missed Cooking? -> Maya; Ella; !Noah
  How many sessions did Noah Singh attend? -> 1
  silent: What does Maya Pereira like to cook? | How much does Art cost? | Who teaches Music?
  silent: What is the attendance policy? | What time does Art start? | Who likes Music?
  silent: How many places are left in Cooking? | Why is attendance important? | What does sick leave cover?
staff list.xlsx
  Who has no phone? -> Mei Chen; !Priya; !Tom
  What is the phone number of Tom Lee? -> 0400 333 444; !0400 111
  Who does not drive? -> Ines Castro; !Priya; !Mei
  Is there a nurse? -> Mei Chen
  Which phone number does Ines have? -> 0400 555 666
  Who is team leader? -> Tom Lee; !Priya
  How many support workers are there? -> 2
  silent: What does a Team leader earn? | Who trains the Nurse? | How many hours does Mei Chen work?
  silent: How do I become a team leader? | Who should I phone in an emergency? | What is first aid?
  silent: What does a support worker do? | Who is the CEO? | What is the phone number of Joel Adams?
  silent: When does Tom Lee work? | How many nurses are rostered? | What is the phone number of the office?
water and power.csv
  Which bills are not paid? -> November; 240.10; 175.25; !October
  What is the total cost for Wattle Street? -> **450.50**
  How much did we pay AGL? -> 450.50
  Total per house -> Wattle Street: **450.50**; Banksia House: **355.25**
  Which bill is due on 15 December? -> 240.10; !210.40
  Average cost per supplier -> AGL: **225.25**
  Which unpaid bills are there? -> 240.10; !210.40
  What is the sum of all costs? -> 805.75; !1,611
  How much was the bill for Banksia House in October? -> 180.00; !175.25
  Which bills are over 200 dollars? -> 210.40; 240.10; !180
  silent: Who pays the water bill? | How much did we spend on gas? | How do I read the meter?
  silent: What is the phone number of AGL? | Which house is the warmest? | Can I pay the bill by card?
  silent: How much is the deposit? | How many people live at Wattle Street?
training.xlsx
  Who has not completed First aid? -> Omar Haddad; !Grace; !Sofia
  Who has the highest score? -> Sofia Rossi; 97
  When does the first aid of Grace Tran expire? -> 2029-02-10; !2029-05-05
  What is the email of Omar? -> omar@x.org; !grace
  How many people are there on the sheet People? -> 3
  Which courses did Grace do? -> First aid; Manual handling; !Omar
  Whose first aid expires in 2029? -> Grace Tran; Sofia Rossi; !Omar
  Who scored under 80? -> Omar Haddad; !Sofia
  What is the average score? -> **88**
  How many courses has Omar completed? -> 1
  Who started in 2026? -> Sofia; !Grace
  silent: How do I book first aid training? | How long is the First aid course? | Who teaches manual handling?
  silent: What is the pass score? | What should I do before first aid? | Does Grace Tran work on Monday?
  silent: How much does the course cost? | When did Leon Wu complete First aid?
leave 2026.xlsx
  Whose leave is not approved? -> Mei Chen; Joel Adams; !Priya; !Tom
  How many days of leave does Priya Nair have? -> **9**
  Who has sick leave? -> Tom Lee; Priya Nair; !Mei; !Joel
  How many days annual leave in total? -> 18
  Who took the most days? -> Mei Chen; 10
  Days per type -> Annual: **18**; Sick: **3**
  silent: How do I apply for leave? | How many days of annual leave do I get? | Who approves leave? | What is carers leave?
  silent: When is Tom Lee back? | How much sick leave is paid? | Is Mei Chen working on Monday?
cleaning checklist.csv
  Which tasks were not done on Friday? -> Mop the floor; Vacuum; !Wipe
  Which tasks in the Kitchen were done on Monday? -> Mop; Wipe; !toilet
  Was the toilet cleaned on Wednesday? -> !Mop
  How many tasks are there? -> 4
  silent: Which cleaner should I use? | How do I clean the toilet? | Who cleans the kitchen? | Where is the mop?
  silent: How often is the lounge vacuumed? | How long does it take to vacuum?
ndis budget.xlsx
  How much is remaining for Maya Pereira? -> 12,249.50
  How much has Noah Singh spent? -> 9,200.00
  What is the total budget? -> 27,000.00; !54,000
  Remaining per participant -> Maya Pereira: **$12,249.50**
  What is the budget for Core? -> 21,000
  Who has spent the most? -> Noah Singh
  silent: What can Core be spent on? | When does the plan of Maya Pereira end? | Who manages the budget?
  silent: What is capacity building? | How much is a support worker per hour? | How do I change the budget?
`;
