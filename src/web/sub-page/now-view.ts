/** The first view: the clock, the lesson that is taught now, and the next one. */
import { formatDay, formatTime, minutesOf, timeIn, todayIn } from '#shared/dates.ts'
import { daysInWords, type Moment, minutesInWords, momentAt, progressAt } from './moment.ts'
import { find, findAll, type Lesson, make, type Page } from './page.ts'
import { type View, viewNow } from './views.ts'

const BRIEF_LETTERS = 140
const briefOf = (lesson: Lesson): string => {
  const words = (find('.text', lesson.element)?.innerText || find('.text', lesson.element)?.textContent || '').replace(/\s+/g, ' ').trim()
  return words.length > BRIEF_LETTERS ? `${words.slice(0, BRIEF_LETTERS)}…` : words
}

const clockTime = (time: string, { timeFormat }: Page): string => formatTime(time, timeFormat).replace(/ [AP]M$/, '')

/** Puts the lines above a lesson's title: when it ends or begins, and how long until then. */
const headOf = (lesson: Lesson, time: string, { page, moment }: { page: Page; moment: Moment }): HTMLElement[] => {
  const isNow = moment.now.includes(page.lessons.indexOf(lesson))
  if (isNow) {
    const { part, left } = progressAt(lesson, time)
    const filled = make('i')
    filled.style.setProperty('--part', String(part))
    return [
      make(
        'p',
        { class: 'head' },
        make('b', {}, `Now, until ${clockTime(lesson.endTime, page)}`),
        make('span', {}, `${minutesInWords(left)} left`),
      ),
      make('div', { class: 'head track' }, filled),
    ]
  }
  const start = formatTime(lesson.startTime, page.timeFormat)
  const isToday = moment.state !== 'ahead'
  const until = isToday ? `in ${minutesInWords(minutesOf(lesson.startTime) - minutesOf(time))}` : formatDay(lesson.date, 'short')
  const brief = briefOf(lesson)
  return [
    make(
      'p',
      { class: 'head' },
      make('b', {}, `${moment.state === 'lesson' || moment.state === 'between' ? 'Next' : 'First'}, ${start}`),
      make('span', {}, until),
    ),
    ...(brief === '' ? [] : [make('p', { class: 'brief place' }, brief)]),
  ]
}

const stateWords = ({ state, date }: Moment, today: string, { days }: Page): string | null => {
  const day = formatDay(date, 'weekdayAndDay')
  const later = days.find((other) => other.date > today)
  if (state === 'ahead') return `This plan is for ${day}, ${daysInWords(today, date)}.`
  if (state === 'past') return `This plan was for ${day}.`
  if (state === 'after')
    return `The last lesson is over.${later ? ` The plan goes on ${formatDay(later.date, 'weekdayAndDay')}.` : ' Thank you for today!'}`
  return null
}

const stateCard = (moment: Moment, today: string, page: Page): HTMLElement | null => {
  const words = stateWords(moment, today, page)
  if (words === null) return null
  const hasReport = find('a[data-report]') !== null && (moment.state === 'after' || moment.state === 'past')
  return make(
    'section',
    { class: 'card state' },
    make('h3', {}, words),
    ...(hasReport ? [make('p', {}, make('a', { href: '#report', class: 'btn solid' }, 'How did it go?'))] : []),
  )
}

/** Updates the page for the current minute. */
export const showMoment = (page: Page, instant: number, view: View = viewNow()): void => {
  const [today, time] = [todayIn(page.timezone, instant), timeIn(page.timezone, instant)]
  const moment = momentAt(
    page.days.map(({ date }) => date),
    page.lessons,
    today,
    time,
  )
  const clock = find('.clock')
  if (clock) clock.textContent = clockTime(time, page)
  const [inNow, inDay] = [view === 'now', view === 'day']
  for (const old of findAll('.head, .brief, .state')) old.remove()
  for (const { date, element } of page.days) element.hidden = inNow && date !== moment.date
  for (const [place, lesson] of page.lessons.entries()) {
    const { element } = lesson
    const isNow = moment.now.includes(place)
    const isNext = moment.next === place
    element.classList.toggle('lit', isNow)
    element.hidden = inNow && !isNow && !isNext
    const hasHead = isNow || (isNext && inNow)
    if (hasHead) element.prepend(...headOf(lesson, time, { page, moment }))
    const brief = find('.brief', element)
    if (brief) find('h4', element)?.after(brief)
    for (const part of findAll('.when', element)) part.hidden = hasHead
    for (const part of findAll('.text, .alert', element)) part.hidden = inNow && isNext && !isNow
  }
  const state = inNow && stateCard(moment, today, page)
  if (state) page.days.find(({ date }) => date === moment.date)?.element.prepend(state)
  const message = find('[data-message]')
  // At a glance, the message is for the time before the first lesson. Later it's in the room's view.
  if (message && inNow) message.hidden = !['before', 'ahead', 'free'].includes(moment.state)
  const back = find('[data-back] span')
  const [lesson] = moment.now
  if (back) back.textContent = `Back to ${lesson === undefined ? 'the plan' : page.lessons[lesson]?.title}`
  if (inDay) for (const { element } of page.days) element.hidden = false
}
