/** The baseline: inserts the week into the page as one HTML string. */
import { formatTime, preview } from '../../lessons.js'
import { boot, week } from '../../page.js'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']
const HOURS = [8, 9, 10, 11, 12, 13, 14, 15]
const percent = (minutes) => (minutes / 480) * 100
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text) => text.replace(/[&<>"]/g, (character) => ESCAPES[character])

const lines = (html) =>
  preview(html)
    .map((line) => `<span class="line">${escaped(line)}</span>`)
    .join('')

const head = ({ days }) =>
  `<div class="head"><span></span>${days.map(({ date }, day) => `<span>${WEEKDAYS[day]} ${date.slice(5)}</span>`).join('')}</div>`

const axis = `<div class="axis">${HOURS.map((hour) => `<span style="top:${percent(hour * 60 - 480)}%">${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}</span>`).join('')}</div>`

const block = (index, { id, title, start, end, startTime, endTime, html }) =>
  `<div class="slot" style="top:${percent(start - 480)}%;height:${percent(end - start)}%"><div class="block" data-week="${index}" data-id="${id}"><b>${escaped(title)}</b><i>${formatTime(startTime)} – ${formatTime(endTime)}</i><p>${lines(html)}</p></div></div>`

const column = (index, { blocks }) => `<section class="column">${blocks.map((each) => block(index, each)).join('')}</section>`

let place
function draw(index) {
  const shown = week(index)
  place.innerHTML = `${head(shown)}<div class="grid">${axis}${shown.days.map((day) => column(index, day)).join('')}</div>`
}

boot({
  mount(element, index) {
    place = element
    draw(index)
  },
  show: draw,
})
