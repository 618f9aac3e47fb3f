import { calledBy } from '#shared/accounts/rules.ts'

/** Returns 'Good evening, Maya.' for a local time `HH:mm`, or 'Good evening.' without a name. */
export const greetingAt = (time: string, name: string | null): string => {
  const part = time < '12:00' ? 'morning' : time < '17:00' ? 'afternoon' : 'evening'
  const called = calledBy(name ?? '')
  return `Good ${part}${called && `, ${called}`}.`
}
