/** Tells which titles are times of the day without a class, such as lunch, recess and prep. */

/** Titles of times without teaching. */
const BREAKS = new Set(
  'lunch brunch recess prep planning plan snack break dismissal arrival duty conference plc bathroom restroom pack packup unpack'.split(
    ' ',
  ),
)
/** Words beside it that don't change that. */
const BESIDE = new Set(
  'time period block bell morning afternoon am pm early late first second 1st 2nd my our teacher student students indoor outdoor bus car hall free up and'.split(
    ' ',
  ),
)

/** True for lunch, recess, prep and the like, in any words: 'Lunch & recess', 'Morning Recess', 'Bus duty', 'Lunch A'. */
export const isBreak = (title: string): boolean => {
  const words = title
    .toLowerCase()
    .slice(0, 80)
    .split(/[\s/&+,-]+/)
    .filter(Boolean)
  const isNumbered = (word: string, place: number) => place > 0 && place === words.length - 1 && /^(?:[a-d]|\d)$/.test(word)
  return (
    words.some((word) => BREAKS.has(word)) && words.every((word, place) => BREAKS.has(word) || BESIDE.has(word) || isNumbered(word, place))
  )
}

/** True for a title that a usual day has without a class: a break, or specials, which colleagues teach. */
export const isWithoutClass = (title: string): boolean => isBreak(title) || /^specials?$/i.test(title.trim())
