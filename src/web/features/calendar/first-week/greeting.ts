const TITLES = /^(?:mrs?|ms|mx|miss|dr|prof|sr|sra)\.?$/i

/** Returns what a teacher is called: by the first name, or whole where a title comes first. */
const calledBy = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  return TITLES.test(first) ? words.join(' ') : first
}

/** Returns 'Good evening, Maya.' for a wall clock `HH:mm`; without a name 'Good evening.' */
export const greetingAt = (time: string, name: string | null): string => {
  const part = time < '12:00' ? 'morning' : time < '17:00' ? 'afternoon' : 'evening'
  const called = calledBy(name ?? '')
  return `Good ${part}${called && `, ${called}`}.`
}
