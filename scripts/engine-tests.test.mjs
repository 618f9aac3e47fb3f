import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { engineTestFiles } from './engine-tests.mjs'
import { filesUnder, projectRoot } from './project.mjs'

const listed = engineTestFiles()

test('every file of races is tested on both engines, and what needs no database on none', () => {
  const races = filesUnder('src/server').filter((file) => file.endsWith('races.test.ts'))
  expect(races.length).toBeGreaterThan(3)
  expect(listed).toEqual(expect.arrayContaining(races))
  for (const file of listed) expect(readFileSync(path.join(projectRoot, file), 'utf8'), file).toMatch(/\/(?:app|database|tab)\.ts'/)
})

test('a file is listed for one test in it, too, and no file of pages is', () => {
  expect(listed).toContain('src/server/features/accounts/guessing/actions.test.ts')
  expect(listed.filter((file) => file.startsWith('test/pages'))).toEqual([])
})
