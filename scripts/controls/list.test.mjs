import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project.mjs'
import { controls, withoutControl } from './list.mjs'

/** @param {string} file */
const read = (file) => readFileSync(path.join(projectRoot, file), 'utf8')

/** The cells of each row of docs/faults.md, by fault. */
const rows = new Map(
  [...read('docs/faults.md').matchAll(/^\| (F\d+) \|(.*)\|$/gm)].map(([, fault = '', cells = '']) => [fault, cells.split(/(?<!\\)\|/)]),
)

test('the table has a row for each of the 31 faults, and each has a control', () => {
  const all = Array.from({ length: 31 }, (_, index) => `F${index + 1}`)
  expect([...rows.keys()]).toEqual(all)
  expect(all.filter((fault) => !controls.some((control) => control.fault === fault))).toEqual([])
})

test('the table names each control in the row of its fault, and no other', () => {
  const named = [...rows].flatMap(([fault, cells]) =>
    [...(cells.at(-1) ?? '').matchAll(/“([^”]*)”: /g)].map(([, name]) => `${fault} ${name}`),
  )
  expect(named.sort()).toEqual(controls.map(({ fault, control }) => `${fault} ${control}`).sort())
})

test('each control of the table was seen to fail by an assertion', () => {
  const seen = [...rows.values()].flatMap((cells) => (cells.at(-1) ?? '').split('<br>'))
  expect(seen.filter((line) => !/^ ?“[^”]*”: .*: (?:AssertionError|Error: Property failed)/.test(line))).toEqual([])
})

test('each test of a row exists', () => {
  const files = [...rows.values()].flatMap(([, , tests = '']) => [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file))
  expect(files.length).toBeGreaterThan(31)
  expect(files.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([])
})

test('each control is in the code, and its test is among those of its row', () => {
  for (const control of controls) {
    expect(withoutControl(control, read(control.file))).not.toBe(read(control.file))
    expect(rows.get(control.fault)?.[2], control.control).toContain(`\`${control.test}\``)
  }
})

test('a control whose code is missing or there twice isn’t tried', () => {
  const [control] = controls
  if (!control) throw new Error('There are no controls')
  expect(() => withoutControl(control, '')).toThrow(`${control.file} has 0 times`)
  expect(() => withoutControl(control, control.code + control.code)).toThrow(`${control.file} has 2 times`)
})
