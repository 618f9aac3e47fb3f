/** Runs the operator's commands as separate processes. */
import { devNull } from 'node:os'
import path from 'node:path'
import { run } from '../scripts/child-processes.mjs'
import { projectRoot } from '../scripts/project.mjs'

/** Runs a command from source with only the given settings. Resolves with its exit code and output. */
export const runCommand = (
  name: 'admin' | 'backup' | 'doctor' | 'keys' | 'restore' | 'move',
  words: string[],
  settings: Record<string, string>,
): Promise<{ code: number; output: string }> =>
  run(process.execPath, ['--import', 'tsx', path.join('src/server/commands', `${name}.ts`), ...words], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], SETTINGS_FILE: devNull, ...settings },
  })
