import { expect, test } from 'vitest'
import { filesUnder } from './project.mjs'
import { engineTestFiles, quickTestFiles } from './test-files.mjs'

const engine = engineTestFiles()
const quick = quickTestFiles()

test('every file with race tests runs on both engines, even if it has only one such test', () => {
  const races = filesUnder('src/server').filter((file) => file.endsWith('races.test.ts'))
  expect(races.length).toBeGreaterThan(3)
  expect(engine).toEqual(expect.arrayContaining([...races, 'src/server/features/sign-in/guessing/actions.test.ts']))
})

test('only test files without a database are quick', () => {
  expect(quick).toEqual(expect.arrayContaining(['src/server/lib/db/migrate.test.ts', 'scripts/test-files.test.mjs']))
  expect(quick.filter((file) => engine.includes(file))).toEqual([])
  expect(quick).not.toContain('test/days.test.ts')
  expect(quick).not.toContain('src/server/lib/http/fair-use.test.ts')
})
