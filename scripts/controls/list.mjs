/**
 * The controls behind the promises of docs/faults.md, and how to remove each: `code` occurs exactly once in `file`, and `without` takes its
 * place. The test whose name contains `name` must then fail.
 */
import { inputControls } from './input.mjs'
import { onceControls } from './once.mjs'
import { peopleControls } from './people.mjs'
import { storageControls } from './storage.mjs'

/**
 * @typedef {object} Control
 * @property {string} fault
 * @property {string} control As docs/faults.md calls it.
 * @property {string} file
 * @property {string} code
 * @property {string} without
 * @property {string} test The test's file.
 * @property {string} name
 * @property {boolean} [onPostgres] The test needs PostgreSQL, because calls can't race in the embedded database.
 */

/** @type {Control[]} */
export const controls = [...storageControls, ...inputControls, ...onceControls, ...peopleControls]

/**
 * Returns the source without the control. Throws unless its code occurs exactly once.
 * @param {Control} control
 * @param {string} source
 */
export function withoutControl({ file, code, without }, source) {
  const parts = source.split(code)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${code}`)
  return parts.join(without)
}
