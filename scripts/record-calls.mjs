/**
 * Records the calls of a version, so that later versions keep taking them from tabs that are still open (docs/architecture.md, Old tabs). Deletes the
 * versions that nobody can have open anymore, because the next version is more than 30 days older than the recorded one.
 *
 *     npm run record-calls            the checked-out version
 *     npm run record-calls <commit>   an earlier one
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { callsOf } from './calls.mjs'
import { projectRoot } from './project.mjs'

const RECORDED = path.join(projectRoot, 'test/recorded-calls')
const DAYS_OPEN = 30

/** @param {string[]} words */
const git = (...words) => execFileSync('git', words, { cwd: projectRoot, encoding: 'utf8' }).trim()

/** @param {string} commit */
const callsAt = async (commit) => {
  const root = mkdtempSync(path.join(tmpdir(), 'firstbell-calls-'))
  try {
    git('worktree', 'add', '--detach', root, commit)
    symlinkSync(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'))
    return await callsOf(root)
  } finally {
    git('worktree', 'remove', '--force', root)
    rmSync(root, { recursive: true, force: true })
  }
}

/** @param {string} name */
const dayOf = (name) => Date.parse(name.slice(0, '2026-01-01'.length))

const [commit = 'HEAD'] = process.argv.slice(2)
const calls = commit === 'HEAD' ? await callsOf() : await callsAt(commit)
const name = `${git('log', '-1', '--format=%cs-%h', '--abbrev=8', commit)}.json.gz`
mkdirSync(RECORDED, { recursive: true })
writeFileSync(path.join(RECORDED, name), gzipSync(JSON.stringify(calls), { level: 9 }))
console.log(`Recorded ${calls.length} calls in ${name}`)

const versions = readdirSync(RECORDED).sort()
const latest = dayOf(versions.at(-1) ?? name)
for (const [index, version] of versions.entries()) {
  const next = versions[index + 1]
  if (next === undefined || latest - dayOf(next) <= DAYS_OPEN * 86_400_000) continue
  rmSync(path.join(RECORDED, version))
  console.log(`Deleted ${version}`)
}
