/** The page that each contender draws its week into: a button #next, a place #calendar, blocks marked with `data-week`. */
import './page.css'
import { weekOf } from './lessons.js'

const perDay = Number(new URLSearchParams(location.search).get('blocks') ?? 8)

export const week = (index) => weekOf(index, perDay)

/** `mount` draws the first week into the element it is given, `show` another week. */
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
  // Making the lessons is not what is measured: a planner has fetched its neighbour weeks by then.
  window.prefetchWeeks = (count) => {
    for (let ahead = 0; ahead <= count; ahead++) week(ahead)
  }
  setTitle()
  mount(document.getElementById('calendar'), index)
}
