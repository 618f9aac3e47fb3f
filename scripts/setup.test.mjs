import { expect, test } from 'vitest'
import { missingPackages } from './setup.mjs'

const locked = {
  '': { version: '1.0.0' },
  'node_modules/pg': { version: '8.23.1' },
  'node_modules/fsevents': { version: '2.3.3', optional: true },
}

test('nothing is installed again when everything is there, packages for other systems aside', () => {
  expect(missingPackages(locked, { 'node_modules/pg': { version: '8.23.1' } })).toEqual([])
})

test('a package that is missing, or there in another version, is installed', () => {
  expect(missingPackages(locked, {})).toEqual(['node_modules/pg'])
  expect(missingPackages(locked, { 'node_modules/pg': { version: '8.20.0' } })).toEqual(['node_modules/pg'])
  expect(missingPackages(locked, { 'node_modules/pg': { version: '8.23.1' }, 'node_modules/fsevents': { version: '1.0.0' } })).toEqual([
    'node_modules/fsevents',
  ])
})
