/** Guesses from its title whether an event without times is a day off. District calendars have no field for that. */

const OFF = new RegExp(
  [
    String.raw`no (?:school|classes|class|students)\b`,
    String.raw`(?:school|schools|district|offices?|campus|all sites) (?:is |are |will be )?closed`,
    String.raw`\bclosed\b|closure|school holiday|\bholidays?\b|\bday off\b|snow day|\bnon[- ]?(?:student|school|instructional|attendance) days?\b|\bstudents? (?:holiday|free|day off)`,
    String.raw`\b(?:break|recess|vacation|intersession)\b`,
    String.raw`\b(?:teacher|staff)s?['’]? ?(?:work ?(?:day|shop)s?|in-?service|institute|planning day|record day|comp(?:ensation)? day|prep(?:aration)? day)`,
    String.raw`\bwork ?days?\b|\bin-?service\b|professional (?:development|learning|growth)|staff development|\bp\.?d\.? days?\b|institute day|superintendent['’]?s conference day|records? day`,
    String.raw`thanksgiving|labor day|memorial day|veterans?['’]? day|presidents?['’]? day|washington['’]?s birthday|lincoln['’]?s birthday`,
    String.raw`columbus day|indigenous peoples?['’]? day|martin luther king|\bmlk\b|juneteenth|independence day|(?:4th|fourth) of july|cesar chavez day`,
    String.raw`christmas(?: eve| day)?$|new year['’]?s|good friday|easter monday|rosh hashanah|yom kippur`,
  ].join('|'),
  'i',
)

/** A holiday's concert isn't a holiday, and the day after which school resumes isn't one either. */
const NOT_OFF = new RegExp(
  [
    String.raw`holiday (?:concert|party|program|assembly|show|sing|shop|fair|luncheon|market|sale|parade|card|food|boutique|bazaar|dance|performance|tea|potluck|craft|choir|band|celebration|gift)`,
    String.raw`(?:school|classes|students?) (?:resumes?|returns?|reopens?|begins?|back)|\b(?:returns?|back|resumes?) (?:from|to|after)\b|\bresumes?\b|re-?opens?\b`,
    String.raw`\b(?:before|after|prior to|until|leading up to)\b.*\b(?:break|holiday|vacation|recess)|\b(?:break|vacation|recess|holidays?) (?:ends|over|camp|homework|packet|reading|duty|begins at|starts at)`,
    String.raw`half[- ]day|early (?:release|dismissal|out|closing)|minimum day|late start|delayed? (?:start|opening)|modified day`,
    String.raw`last (?:day|class)|first (?:day|class)|\bdue\b|deadline|breakfast|sale|spirit|registration|photo|picture day|pictures|sign-?up|(?:school|library|office) open\b`,
    String.raw`thanksgiving (?:feast|dinner|lunch|luncheon|meal|program|parade|basket|food|potluck|celebration|play)|(?:christmas|halloween) (?:concert|party|program|play|sing|tree|parade|craft)`,
  ].join('|'),
  'i',
)

/** True if a title says that there is no school, such as 'Labor Day' or 'Winter Break'. */
export const isDayOff = (title: string): boolean => {
  const start = title.slice(0, 300)
  if (/\bno (?:school|classes|students)\b|(?:school|schools|district) (?:is |are |will be )?closed/i.test(start)) return true
  return OFF.test(start) && !NOT_OFF.test(start)
}
