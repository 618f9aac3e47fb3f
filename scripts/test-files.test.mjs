import { expect, test } from 'vitest'
import { filesUnder } from './project.mjs'
import { engineTestFiles, quickTestFiles } from './test-files.mjs'

const engine = engineTestFiles()
const quick = quickTestFiles()

test('every file of races is tested on both engines, and so is a file for one test in it', () => {
  const races = filesUnder('src/server').filter((file) => file.endsWith('races.test.ts'))
  expect(races.length).toBeGreaterThan(3)
  expect(engine).toEqual(expect.arrayContaining([...races, 'src/server/features/accounts/guessing/actions.test.ts']))
})

test('what needs no database is quick, and nothing else is', () => {
  expect(quick).toEqual(expect.arrayContaining(['src/server/lib/db/migrate.test.ts', 'scripts/test-files.test.mjs']))
  expect(quick.filter((file) => engine.includes(file))).toEqual([])
  expect(quick).not.toContain('test/days.test.ts')
  expect(quick).not.toContain('src/server/lib/http/fair-use.test.ts')
})
