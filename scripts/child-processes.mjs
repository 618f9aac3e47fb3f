/**
 * Child processes that never outlive this process.
 *
 * 1. Each child leads its own process group, so that everything it starts (browsers, databases) ends with it.
 * 2. As a result, Ctrl-C in a terminal reaches only this process, which forwards the signal to the children.
 */
import { spawn } from 'node:child_process'
import { watchProcessorTime } from './processor-time.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Sends a signal to every running child and its process group.
 * @param {NodeJS.Signals} [signal]
 */
export function stopAll(signal = 'SIGTERM') {
  for (const child of running) signalGroup(child, signal)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

process.on('exit', () => stopAll('SIGKILL'))

let isStopping = false
const EXIT_CODES = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })
for (const [signal, code] of Object.entries(EXIT_CODES))
  process.on(signal, async () => {
    // A second signal means the user doesn't want to wait.
    if (isStopping) process.exit(code)
    isStopping = true
    stopAll()
    const deadline = Date.now() + 5000
    while (running.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
    process.exit(code)
  })

/**
 * Starts a long-running program. It inherits our standard streams unless `stdio` says otherwise.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options, detached: true })
  running.add(child)
  child.once('close', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * Runs a program to completion. Resolves with its exit code (1 if a signal ended it), its entire output, and the CPU seconds used by the
 * program and its children (undefined if the system doesn't report them). Rejects only if the program can't be started or runs longer than
 * `timeout` milliseconds.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string, processorSeconds: number | undefined }>}
 */
export function run(command, args, { timeout, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const endWatch = watchProcessorTime(child.pid)
    /** @type {Buffer[]} */
    const printed = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk))
    const timer =
      timeout &&
      setTimeout(() => {
        signalGroup(child, 'SIGKILL')
        reject(new Error(`${command} ${args.join(' ')} took longer than ${timeout / 1000} s`))
      }, timeout)
    child.once('error', (error) => {
      endWatch()
      reject(error)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, output: Buffer.concat(printed).toString(), processorSeconds: endWatch() })
    })
  })
}
