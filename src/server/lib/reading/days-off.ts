/**
 * Tells from a title whether it is a day off. Neither calendars nor plans have a field for that.
 *
 * A title says that there's no school, or each of its parts is the name of a day off: 'Staff Work Day', 'Labor Day / Columbus Day'. Other words
 * make it a lesson or a note, such as 'Veterans Day poem' and 'Break the Cycle assembly'.
 */

const CLOSED =
  /\bno (?:school|class(?:es)?|students?|lessons)\b(?! (?:store|bus|lunch|supplies|council|show|left))|\b(?:schools?|district|offices?|campus|all sites) (?:is |are |will be )?closed(?![\w-])|^closed(?: for .*)?$/i

/** School is open although the title has the name of a day off. */
const OPEN =
  /half[- ]day|early (?:release|dismissal|out|closing)|minimum day|late start|delayed? (?:start|opening)|modified day|partial day|makeup|make-up|(?:schools?|classes|library|offices?|campus) (?:is |are |will be )?open\b|\bresumes?\b|re-?opens?\b|\b(?:returns?|back) (?:from|to|after)\b/i

const QUALIFIERS = [
  'district|schools?|public|bank|federal|national|state|legal|local|city|county|the|all',
  'elementary|middle|high|secondary|k-?\\d\\d?|orthodox|floating|observed|optional|possible|statewide',
].join('|')
const PEOPLE = "(?:teachers?|staff|faculty|employees?|educators?|students?|pupils?|non-?students?)['’]?s?['’]?"
const SEASONS = [
  'winter|mid-?winter|fall|autumn|spring|summer|thanksgiving|christmas|holiday|easter|passover|lunar new year',
  "presidents?['’]? ?(?:day|week|weekend)?|mid-?term|semester|inter-?session|january|february|march|april|october|november",
].join('|')
const HOLIDAYS = [
  "labor day|columbus day|indigenous peoples?['’]?s? day|veterans?['’]?s? day|election day|thanksgiving|black friday",
  "christmas|new year['’]?s?|(?:dr\\.? )?martin luther king|mlk|presidents?['’]?s? day|washington['’]?s birthday",
  "lincoln['’]?s birthday|memorial day|juneteenth|independence day|(?:4th|fourth) of july|cesar chavez day|good friday",
  "easter|patriots?['’]? day|evacuation day|lunar new year|rosh hashanah|yom kippur|passover|diwali|deepavali",
  "eid(?:[- ]?(?:al|ul)[- ](?:fitr|adha))?|three kings['’]? day|casimir pulaski day|statehood day|nevada day",
].join('|')
const NAMES = [
  HOLIDAYS,
  `(?:${SEASONS}) (?:break|recess|vacation|intersession|holidays?)`,
  'holidays?|vacation|vacation days?|intersession|days? off|free days?|snow days?|emergency days?|weather days?|closures?',
  'non-?(?: ?(?:student|school|instructional|attendance|teaching|contact))+ days?',
  `(?:${PEOPLE} )+(?:work ?days?|work ?shop(?: days?)?|planning days?|records? days?|comp(?:ensation)? days?|prep(?:aration)? days?|institute(?: days?)?|holidays?|days? off|training(?: days?)?|conference days?)`,
  `(?:${PEOPLE} )?(?:work ?days?|in-?service(?: ?days?)?|institute days?|records? days?|p\\.?d\\.?(?: days?)|professional (?:development|learning|growth)(?: days?)?)`,
  `${PEOPLE} development(?: days?)?`,
  "superintendent['’]?s?['’]? conference days?",
].join('|')
const AFTER = [
  'day|eve|weekend|week|break|recess|holidays?|vacation|observed|observance|\\(observed\\)|jr\\.?|friday|monday',
  'begins?|starts?|continues|continued|for (?:all|staff|students|teachers|everyone)|birthday|only|again|\\d{1,2}|of \\d{1,2}|closed',
].join('|')
const NAME = new RegExp(`^(?:(?:${QUALIFIERS}) )*(?:${NAMES})(?:,? (?:${AFTER}))*$`, 'i')
/** A part that changes nothing. */
const FILLER = new RegExp(`^(?:${AFTER}|${QUALIFIERS}|${PEOPLE})(?: (?:${AFTER}|${QUALIFIERS}))*$`, 'i')
const BETWEEN = /\s*(?:[–—:;,/|&()]|\s-+\s|\sand\s|\sor\s)+\s*/i
const LONGEST = 100

/** True for 'No School – Veterans Day' and 'Winter Recess'. False for 'Veterans Day poem' and 'Labor Day: schools open'. */
export const isDayOff = (title: string): boolean => {
  const text = title.trim().replace(/\s+/g, ' ')
  if (text === '' || text.length > LONGEST) return false
  if (CLOSED.test(text)) return true
  if (OPEN.test(text)) return false
  const parts = text.split(BETWEEN).filter((part) => part !== '')
  return parts.some((part) => NAME.test(part)) && parts.every((part) => NAME.test(part) || FILLER.test(part))
}
