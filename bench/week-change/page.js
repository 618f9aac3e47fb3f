/** The page in which each contender renders its week: a button #next, a container #calendar, and blocks with `data-week`. */
import './page.css'
import { weekOf } from './lessons.js'

const perDay = Number(new URLSearchParams(location.search).get('blocks') ?? 8)

export const week = (index) => weekOf(index, perDay)

/** `mount` renders the first week into the given element. `show` switches to another week. */
export function boot({ mount, show }) {
  let index = 0
  const setTitle = () => {
    document.getElementById('title').textContent = `Week of ${week(index).monday}`
  }
  document.getElementById('next').addEventListener('click', () => {
    index++
    setTitle()
    show(index)
  })
  // Generates the lessons ahead of time so that it isn't measured. A planner would already have fetched the next weeks.
  window.prefetchWeeks = (count) => {
    for (let ahead = 0; ahead <= count; ahead++) week(ahead)
  }
  setTitle()
  mount(document.getElementById('calendar'), index)
}
