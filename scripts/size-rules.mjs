/** Rejects files and functions that are too long, and folders with too many files. */
import path from 'node:path'
import { parseSync } from 'vite'

/** @typedef {import('./layout-rules.mjs').Project} Project */

const OURS = /^(?:src|test|scripts|bench)\//
const CODE = /\.(?:ts|tsx|mjs|cjs|js|css)$/
const TEST = /\.(?:test|spec)\.[a-z]+$/
const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

const MAX_LINES = 300
const MAX_TEST_LINES = 500
const MAX_FUNCTION_LINES = 80
const MAX_FILES_OF_FOLDER = 30

/** @param {string} file */
export const isTest = (file) => TEST.test(file) || file.startsWith('test/')
/** @param {string[]} files */
export const ourCode = (files) => files.filter((file) => OURS.test(file) && CODE.test(file))

/** @param {string} text */
const linesOf = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/**
 * Reports code files that are too long.
 * @param {Project} project
 */
export const oversizedFiles = ({ files, read }) =>
  ourCode(files).flatMap((file) => {
    const limit = isTest(file) ? MAX_TEST_LINES : MAX_LINES
    const lines = linesOf(read(file))
    return lines > limit ? [`${file}: ${lines} lines, but the limit is ${limit}. Split it`] : []
  })

/**
 * Returns the number of source files in src, excluding tests, with their median and 90th percentile size in lines.
 * @param {Project} project
 */
export function sizesOf({ files, read }) {
  const sizes = ourCode(files)
    .filter((file) => file.startsWith('src/') && !isTest(file))
    .map((file) => linesOf(read(file)))
    .sort((a, b) => a - b)
  /** @param {number} share */
  const at = (share) => sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))] ?? 0
  return { median: at(0.5), p90: at(0.9), count: sizes.length }
}

/**
 * Returns the functions in a file with their lengths in lines.
 * @param {string} file
 * @param {string} text
 */
export function functionsIn(file, text) {
  /** @type {{ line: number, lines: number }[]} */
  const found = []
  /** @param {unknown} node */
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return
    const { type = '', start = 0, end = 0 } = /** @type {{ type?: string, start?: number, end?: number }} */ (node)
    if (FUNCTION.test(type)) {
      const line = linesOf(text.slice(0, start))
      found.push({ line, lines: linesOf(text.slice(0, end)) - line + 1 })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(file, text).program)
  return found
}

/**
 * Reports functions that are too long. Tests may be long, because each one tells a story.
 * @param {Project} project
 */
export const longFunctions = ({ files, read }) =>
  ourCode(files)
    .filter((file) => !isTest(file) && !file.endsWith('.css'))
    .flatMap((file) =>
      functionsIn(file, read(file))
        .filter(({ lines }) => lines > MAX_FUNCTION_LINES)
        .map(({ line, lines }) => `${file}:${line}: a function of ${lines} lines, but the limit is ${MAX_FUNCTION_LINES}. Split it`),
    )

/**
 * Reports folders of src with too many files.
 * @param {Project} project
 */
export const crowdedFolders = ({ files }) => {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const file of files) if (file.startsWith('src/')) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MAX_FILES_OF_FOLDER)
    .map(([folder, count]) => `${folder}: ${count} files, but the limit is ${MAX_FILES_OF_FOLDER}. Make subfolders`)
}
