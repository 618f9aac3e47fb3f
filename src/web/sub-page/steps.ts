/** The steps of lessons, which a substitute ticks: the items of lists, or the paragraphs of a lesson without lists. */
import type { Keeper } from './kept.ts'
import { find, findAll, type Lesson, make } from './page.ts'

/** Returns the elements that are steps. A paragraph that is only a link to a file isn't one. */
const stepsIn = (text: HTMLElement): HTMLElement[] => {
  const items = findAll('li', text)
  if (items.length > 0) return items
  return findAll(':scope > p', text).filter((paragraph) => {
    const words = paragraph.textContent?.trim() ?? ''
    return words !== '' && words !== find('a', paragraph)?.textContent?.trim()
  })
}

/** Puts a step's own content into a label with a checkbox. Lists inside the step stay outside of the label, because they have steps. */
const withBox = (step: HTMLElement): HTMLInputElement => {
  const box = make('input', { type: 'checkbox' })
  const content = make('span')
  content.append(...[...step.childNodes].filter((node) => !(node instanceof HTMLElement && /^[OU]L$/.test(node.tagName))))
  step.classList.add('step')
  step.prepend(make('label', {}, box, content))
  return box
}

/** Returns a step's name on this phone. A step that the teacher changed has another name, so its tick is gone. */
const nameOfStep = ({ date, id }: Pick<Lesson, 'date' | 'id'>, words: string, place: number): string =>
  `${date} ${id} ${place} ${words.trim().slice(0, 60)}`

/** Makes the steps of all lessons tickable. Returns a function that tells whether a lesson's steps are all ticked. */
export const tickSteps = (lessons: readonly Lesson[], keeper: Keeper): ((lesson: Lesson) => boolean) => {
  const ticked = new Set(keeper.read()?.ticks)
  const boxes = new Map<Lesson, HTMLInputElement[]>()
  for (const lesson of lessons) {
    const text = find('.text', lesson.element)
    const steps = text ? stepsIn(text).map((step) => ({ step, words: step.textContent ?? '' })) : []
    const ofLesson = steps.map(({ step, words }, place) => {
      const name = nameOfStep(lesson, words, place)
      const box = withBox(step)
      box.checked = ticked.has(name)
      box.addEventListener('change', () => {
        keeper.change((kept) => {
          const others = (kept.ticks ?? []).filter((other) => other !== name)
          return { ...kept, ticks: box.checked ? [...others, name] : others }
        })
      })
      return box
    })
    boxes.set(lesson, ofLesson)
  }
  return (lesson) => {
    const ofLesson = boxes.get(lesson) ?? []
    return ofLesson.length > 0 && ofLesson.every(({ checked }) => checked)
  }
}
