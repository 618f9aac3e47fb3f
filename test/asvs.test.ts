import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const project = path.join(import.meta.dirname, '..')
const page = readFileSync(path.join(project, 'docs/asvs.md'), 'utf8')

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. They are numbered from 1, and level 3 follows. */
const REQUIREMENTS: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
}

const numbers = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (held|not applicable|not held) \| (.+) \|$/gm)].map(
  ([, number = '', , state = '', where = '']) => ({ number, state, where }),
)
const countOf = (state: string): number => rows.filter((row) => row.state === state).length

/** Returns the files and folders that a text names: relative to the project, or to src. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:[\w@.-]+\/)+[\w.-]+|\w[\w.-]*\.(?:ts|tsx|json)|Containerfile)`/g)].map(([, name = '']) => name)
const exists = (name: string): boolean => [name, `src/${name}`].some((file) => existsSync(path.join(project, file)))

test('each requirement of levels 1 and 2 is there once, in order, with a state', () => {
  expect(numbers).toHaveLength(253)
  expect(rows.map(({ number }) => number)).toEqual(numbers)
})

test('the page counts its states right', () => {
  expect(page).toContain(`${countOf('held')} are held, ${countOf('not applicable')} don't apply, and ${countOf('not held')} aren't held.`)
})

test('every file and test that the page names exists', () => {
  expect(filesIn(page).filter((name) => !exists(name))).toEqual([])
})

test('each requirement that is held says where', () => {
  const unnamed = rows.filter(({ state, where }) => {
    const documents = [...where.matchAll(/\]\(([\w/-]+\.md)/g)].map(([, name = '']) => `docs/${name}`)
    const places = [...filesIn(where), ...documents, ...where.matchAll(/\*[A-Z][a-z ]+\* below/g)]
    return state === 'held' && (places.length === 0 || !documents.every(exists))
  })
  expect(unnamed).toEqual([])
})
