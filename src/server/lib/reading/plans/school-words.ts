/** Tells the headings of a plan's parts from lessons. */

const LONGEST = 100

/** Headings of the parts of one lesson's plan. They are never a lesson. */
const PLAN_PARTS = new Set(
  'plan plans description details notes note comments comment objective objectives lessonobjectives goal goals aim aims learningtarget learningtargets learninggoal learningtask target targets ican swbat standard standards commoncore ccss teks content language contentobjective languageobjective essentialquestion essentialquestions bigidea materials material resources resource supplies equipment technology links link procedure procedures activity activities inclass inclasswork classwork classactivities task tasks step steps agenda doNow donow warmup bellwork bellringer bellringers hook opening openingactivity introduction intro anticipatoryset engage explore explain elaborate evaluate extend extension extensions modeling guidedpractice independentpractice practice ido wedo youdo minilesson instruction directinstruction teaching work worktime groupwork centers stations smallgroup smallgroups closing closure exitticket wrapup reflection reflections assessment assessments evaluation checkforunderstanding formativeassessment summativeassessment quiz test tests homework hw due assignment assignments duedates readings differentiation accommodations modifications interventions intervention ell el iep sped enrichment vocabulary vocab keyvocabulary keyterms questions keyquestions text announcements reminders reminder page pages lessonplan lessontext summary video videos slides topic topics todo rationale background skills skill strategies strategy priorknowledge learningobjective learningobjectives overview outcomes outcome attachments visualaid visualaids homeworktext notestext misconceptions misconception enduringunderstanding tailoredinstruction differentiatedinstruction unitlessonmodule priorknowledge backgroundknowledge tag tags unit theme chapter method methods lecture lab sections'
    .toLowerCase()
    .split(' '),
)

const letters = (text: string): string =>
  text
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^a-z]/g, '')

/** True for 'Objective', 'Materials:' and 'Exit ticket'. */
export const isPlanPart = (label: string): boolean => {
  const text = letters(label)
  if (text.length > 40) return false
  return (
    PLAN_PARTS.has(text) ||
    PLAN_PARTS.has(text.replace(/^(?:daily|lesson|student|students|teacher|my|todays|the|learning|additional|online|key|extra)/, ''))
  )
}

const SUBJECT =
  /^(?:math(?:s|ematics)?|reading|writing|writers?['’]? workshop|readers?['’]? workshop|ela|english|language arts|literacy|phonics|spelling|grammar|vocabulary|handwriting|science|social studies|history|geography|civics|economics|government|algebra|geometry|calculus|statistics|biology|chemistry|physics|art|music|band|choir|orchestra|drama|theater|p\.?e\.?|physical education|gym|health|library|computers?|technology|stem|steam|spanish|french|german|latin|chinese|religion|bible|theology|morning meeting|morning work|calendar|circle time|read[- ]aloud|shared reading|guided reading|word work|centers|specials|homeroom|advisory|lunch|recess|snack|sel|social emotional|intervention|wit?n|rti|dismissal|arrival|prep|planning|study hall|esl|eld)\b/i
const PERIOD =
  /^(?:period|per\.?|pd\.?|block|hour|class|section)\s?[a-h\d]{1,3}\b|^p\d\b|^\d(?:st|nd|rd|th)(?:\s(?:period|hour|block|grade))?\b/i

/** True for 'Math', 'Morning Meeting' and 'Period 3', at the start of a text. */
export const isSubject = (typed: string): boolean => {
  const text = typed.slice(0, LONGEST).trim()
  return SUBJECT.test(text) || PERIOD.test(text)
}

/** True for a cell that says that there's nothing: '-', 'x', 'N/A'. */
export const isNothing = (text: string): boolean =>
  text.length <= LONGEST && /^(?:[-–—.…*]{0,10}|x|n\/?a|none|nothing|tbd|tba|null)$/i.test(text.trim())
