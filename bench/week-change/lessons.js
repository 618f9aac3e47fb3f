/**
 * A sample teacher's weeks, the same in every run and for every page: five days of N time blocks, each with about 1 KB of
 * rich text. Runs in the browser and in Node.
 */
/**
 * @typedef {{ id: string, title: string, start: number, end: number, startTime: string, endTime: string, html: string }} Lesson
 * @typedef {{ date: string, blocks: Lesson[] }} Day
 * @typedef {{ index: number, monday: string, days: Day[] }} Week
 * @typedef {() => number} Random
 */

const DAY_MS = 86_400_000
const FIRST_MONDAY = Date.UTC(2026, 8, 7)
const SCHOOL_DAY = { begins: 8 * 60, minutes: 8 * 60 }

const WORDS =
  'students explore ratios fractions reading aloud notebook partner discuss evidence paragraph experiment measure record observe vocabulary warm exit ticket review groups station model practice homework quiz essay map timeline energy cells music rhythm sketch'.split(
    ' ',
  )
const SUBJECTS = ['Math', 'Reading', 'Science', 'Social Studies', 'Art', 'Writing', 'Music', 'P.E.', 'Spelling', 'Homeroom']

/**
 * Returns a generator of pseudorandom numbers from 0 to 1. The same seed gives the same numbers (mulberry32).
 * @param {number} seed
 * @returns {Random}
 */
export function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * @param {Random} random
 * @param {string[]} list
 */
const pick = (random, list) => list[Math.floor(random() * list.length)] ?? ''

/**
 * @param {Random} random
 * @param {number} length
 */
function sentence(random, length) {
  const words = Array.from({ length }, () => pick(random, WORDS)).join(' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** @param {Random} random */
function lessonHtml(random) {
  let html = `<p><strong>Objective:</strong> ${sentence(random, 12)} Tom &amp; Ana's group.</p><ul>`
  while (html.length < 760) html += `<li><p>${sentence(random, 8)} <em>${sentence(random, 3)}</em></p></li>`
  html += '</ul>'
  while (html.length < 1000) html += `<p>${sentence(random, 9)} <a href="https://example.org/r">link</a></p>`
  return html
}

/** @param {number} instant */
const dateOf = (instant) => new Date(instant).toISOString().slice(0, 10)
/** @param {number} minutes */
const timeOf = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * Returns the Monday of week `index`, counted from 0, as `yyyy-MM-dd`.
 * @param {number} index
 */
export const mondayOf = (index) => dateOf(FIRST_MONDAY + index * 7 * DAY_MS)

/** @type {Map<string, Week>} */
const made = new Map()

/**
 * Returns week `index` with `perDay` blocks a day. Block ids are `w<week>d<day>b<block>`. `start` and `end` are minutes of
 * the day.
 * @param {number} index
 * @param {number} perDay
 */
export function weekOf(index, perDay) {
  const key = `${index}:${perDay}`
  const week = made.get(key) ?? makeWeek(index, perDay)
  made.set(key, week)
  return week
}

/**
 * @param {number} index
 * @param {number} perDay
 * @returns {Week}
 */
function makeWeek(index, perDay) {
  const length = Math.floor(SCHOOL_DAY.minutes / perDay)
  const pause = length > 20 ? 5 : 1
  const days = [0, 1, 2, 3, 4].map((day) => {
    const random = randomFrom(index * 31 + day * 7 + 1)
    const blocks = Array.from({ length: perDay }, (_, block) => {
      const start = SCHOOL_DAY.begins + block * length
      const end = start + length - pause
      const title = `${pick(random, SUBJECTS)} ${block + 1}`
      return {
        id: `w${index}d${day}b${block}`,
        title,
        start,
        end,
        startTime: timeOf(start),
        endTime: timeOf(end),
        html: lessonHtml(random),
      }
    })
    return { date: dateOf(FIRST_MONDAY + (index * 7 + day) * DAY_MS), blocks }
  })
  return { index, monday: mondayOf(index), days }
}

/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** As much text as the planner's cards have room for on this screen. */
const ROOM = 150

/**
 * Returns the beginning of rich text as the planner's cards show it: plain text, one line for each paragraph and list item.
 * @param {string} html
 */
export function preview(html) {
  const text = html
    .replace(/<\/p>/g, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([a-z]+|#\d+);/gi, (whole, name) => ENTITIES[name] ?? whole)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
  return `${text.slice(0, ROOM)}…`.split('\n')
}

/**
 * Returns `13:05` as `1:05 PM`.
 * @param {string} time
 */
export function formatTime(time) {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}
