/** What decides how many days a rhythm has. */
type RhythmLength = { kind: 'weekly' | 'ab' } | { kind: 'cycle'; days: number }

/** Returns the number of days in a rhythm. */
export const daysOf = (rhythm: RhythmLength): number => (rhythm.kind === 'cycle' ? rhythm.days : rhythm.kind === 'ab' ? 10 : 5)
