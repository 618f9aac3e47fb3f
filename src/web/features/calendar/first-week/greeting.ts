const TITLES = /^(?:mrs?|ms|mx|miss|dr|prof|sr|sra)\.?$/i

/** Returns the name to greet a teacher by: the first name, or the whole name if it starts with a title. */
const calledBy = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  return TITLES.test(first) ? words.join(' ') : first
}

/** Returns 'Good evening, Maya.' for a local time `HH:mm`, or 'Good evening.' without a name. */
export const greetingAt = (time: string, name: string | null): string => {
  const part = time < '12:00' ? 'morning' : time < '17:00' ? 'afternoon' : 'evening'
  const called = calledBy(name ?? '')
  return `Good ${part}${called && `, ${called}`}.`
}
