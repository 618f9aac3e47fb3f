import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './project.mjs'

/**
 * Returns the paths of a script and every script it imports, directly or indirectly.
 * @param {string} script
 * @param {Set<string>} [seen]
 */
function reached(script, seen = new Set()) {
  if (seen.has(script)) return seen
  seen.add(script)
  for (const [, file = ''] of readFileSync(script, 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']*\.mjs)'/g))
    reached(path.resolve(path.dirname(script), file), seen)
  return seen
}

const standIn = /['"`][^'"`]*(?:#test|test\/)[^'"`]*['"`]/

test('npm start imports no stand-in for external services, but npm run dev does', () => {
  const leading = (/** @type {string} */ script) =>
    [...reached(path.join(projectRoot, 'scripts', script))].filter((file) => standIn.test(readFileSync(file, 'utf8')))
  expect(leading('start.mjs')).toEqual([])
  expect(leading('dev.mjs')).toEqual([path.join(projectRoot, 'scripts/dev.mjs')])
})

test("npm start and the operator's commands load no TypeScript, because the build runs on production packages", () => {
  /** @type {{ scripts: Record<string, string> }} */
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))
  for (const name of ['start', 'admin', 'backup', 'restore', 'move']) {
    const [, script = ''] = /^node (\S+)/.exec(scripts[name] ?? '') ?? []
    const files = [...reached(path.join(projectRoot, script))]
    expect(files.filter((file) => /'tsx\//.test(readFileSync(file, 'utf8'))).map((file) => `${name}: ${file}`)).toEqual([])
  }
})
