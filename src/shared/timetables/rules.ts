/** The part of a rhythm that determines its number of days. */
type RhythmLength = { kind: 'weekly' | 'ab' } | { kind: 'cycle'; days: number }

/** Returns the number of days in a rhythm. */
export const daysOf = (rhythm: RhythmLength): number => (rhythm.kind === 'cycle' ? rhythm.days : rhythm.kind === 'ab' ? 10 : 5)
