/** Lessons in an invented language with a realistic word frequency: a few words are common, most are rare. */
import { randomFrom } from '../week-change/lessons.js'

const WORDS = 12_000
const SYLLABLES =
  'ba be bi bo da de di do fa fe fi fo ga ge go ka ke ki la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to'.split(' ')
const random = randomFrom(15)
/** @param {number} below */
const upTo = (below) => Math.floor(random() * below)

/** Sorted from most to least common. */
export const words = Array.from({ length: WORDS }, (_, rank) => {
  const syllables = 1 + upTo(3) + (rank > 200 ? 1 : 0)
  return Array.from({ length: syllables }, () => SYLLABLES[upTo(SYLLABLES.length)]).join('')
})
const word = () => words[Math.floor(WORDS ** random()) - 1] ?? ''

/** Returns HTML of roughly `length` characters. */
export function lessonHtml(length = 3_200) {
  let html = ''
  while (html.length < length) html += `<p>${Array.from({ length: 14 }, word).join(' ')}.</p>`
  return html
}

/** @param {number} count */
export const dayOfLessons = (count) =>
  Array.from({ length: count }, (_, place) => ({
    id: `block_${place}`,
    title: `${word()} ${word()}`,
    description: lessonHtml(),
    startTime: `${String(8 + place).padStart(2, '0')}:00`,
    endTime: `${String(8 + place).padStart(2, '0')}:45`,
    hasAlert: false,
    alertMessage: '',
    order: place,
  }))
