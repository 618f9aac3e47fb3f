import { expect, test } from 'vitest'
import { isDayOff } from './days-off.ts'

test.each([
  ...[
    'Winter Recess',
    'Fall Recess',
    'Spring Vacation',
    'Thanksgiving Break',
    'Thanksgiving Holiday',
    'Christmas Break',
    'Winter Break begins',
  ],
  ...['Staff Work Day', 'Teacher Workday', 'Teacher In-Service', 'PD Day', 'Professional Development Days', 'Non-Student Day', 'Snow Day'],
  ...[
    'Superintendent’s Conference Day',
    'Conference Day - No Students',
    'Staff Development Day (No Students)',
    'NJEA Convention - No School',
  ],
  ...[
    'Lincoln’s Birthday',
    'Presidents’ Day',
    'Martin Luther King Jr. Day',
    'Veterans Day Observed',
    'Good Friday',
    'Juneteenth',
    'Diwali',
  ],
  ...['Columbus Day/Indigenous Peoples’ Day', 'Labor Day - District Closed', 'Labor Day – Closed', 'Spring Break - all schools', 'Holiday'],
  ...['No School – Veterans Day', 'There is no school', 'Orthodox Christmas', 'No Lessons Taught Break or Holiday'],
])('%s is a day off', (title) => expect(isDayOff(title)).toBe(true))

test.each([
  ...['Break the Cycle assembly', 'Teacher Workshop sign up', 'PTA Holidays Around the World', 'Career Day - Closed-toe shoes'],
  ...[
    'Homework help closed captioning',
    'Closed syllables',
    'Open and closed syllables',
    'Veterans Day poem',
    'Thanksgiving: write a poem',
  ],
  ...['Schools Open - Labor Day makeup', 'School Day - Snow Day Makeup', 'Early Dismissal', 'Early Dismissal - Labor Day Weekend'],
  ...['Early Release', 'Half Day', 'First Day of School', 'Last day before Spring Break', 'School resumes after Winter Break'],
  ...['Holiday Concert', 'Thanksgiving Feast', 'Breakfast with Santa', 'Report Cards Due', 'Book Fair', 'Picture Day', 'Pajama Spirit Day'],
  ...['Parent/Teacher Conferences', 'A Day', 'Recess', 'Writers’ workshop', 'No student left behind', 'No school store today', ''],
])('%s is not a day off', (title) => expect(isDayOff(title)).toBe(false))
