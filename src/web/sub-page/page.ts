/** The page as the server sent it, and what its script needs to change it. */
import type { Timed } from './moment.ts'

/** A lesson of the page. */
export type Lesson = Timed & { id: string; title: string; isReported: boolean; element: HTMLElement }

export type Page = {
  path: string
  endsAt: string
  reportToken: string
  timezone: string
  timeFormat: '12' | '24'
  teacher: string
  /** Hash of the plan. */
  plan: string
  days: { date: string; element: HTMLElement }[]
  lessons: Lesson[]
  /** True in the planner's dialog, which frames the page. */
  isPreview: boolean
}

export const find = (selector: string, root: ParentNode = document): HTMLElement | null => root.querySelector<HTMLElement>(selector)
export const findAll = (selector: string, root: ParentNode = document): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)]

/** Returns the token in the page's address. */
export const tokenIn = (path: string): string => path.split('/')[2] ?? ''

const lessonOf = (element: HTMLElement, date: string): Lesson => {
  const { id = '', start = '', end = '', reported } = element.dataset
  return {
    date,
    startTime: start,
    endTime: end,
    id,
    title: find('h4', element)?.textContent ?? '',
    isReported: reported !== undefined,
    element,
  }
}

/** Reads the page. Returns null on the page of a link that isn't open. */
export const readPage = (): Page | null => {
  const { zone = 'UTC', format, ends, report = '', teacher = '', plan = '' } = document.documentElement.dataset
  if (ends === undefined) return null
  const days = findAll('.day').map((element) => ({ date: element.dataset['date'] ?? '', element }))
  return {
    path: location.pathname,
    endsAt: ends,
    reportToken: report,
    timezone: zone,
    timeFormat: format === '24' ? '24' : '12',
    teacher,
    plan,
    days,
    lessons: days.flatMap(({ date, element }) => findAll('.lesson', element).map((lesson) => lessonOf(lesson, date))),
    isPreview: window.parent !== window,
  }
}

type Attributes = Record<string, string | boolean>

/** Creates an element. An attribute that is `true` is empty, and one that is `false` is left out. */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(attribute, value === true ? '' : value)
  element.append(...children)
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an icon of a symbol in the page. */
export const icon = (name: string): SVGElement => {
  const [svg, use] = [document.createElementNS(SVG, 'svg'), document.createElementNS(SVG, 'use')]
  svg.setAttribute('class', 'i')
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', `#i-${name}`)
  svg.append(use)
  return svg as SVGElement
}
