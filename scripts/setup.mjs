/** What this machine needs before Firstbell runs or is tested: packages, a browser, a database server. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project.mjs'

/**
 * Says in one line what stands in the way, and ends with exit code 1.
 * @param {string} message
 * @returns {never}
 */
export function giveUp(message) {
  console.error(message)
  process.exit(1)
}

/** @typedef {{ version: string, dev?: boolean, devOptional?: boolean, optional?: boolean, os?: string[], cpu?: string[] }} Package */

/**
 * Returns what a lock file says of its packages, by their folders.
 * @param {string} file
 * @returns {Record<string, Package>}
 */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Returns what `read` returns; undefined where the file is missing or was cut off in the middle of a line.
 * @template Content
 * @param {() => Content} read
 */
function readable(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Returns whether a package of `list` (its `os` or its `cpu`, where `!` excludes one) is made for `ours`.
 * @param {string[] | undefined} list
 * @param {string} ours
 */
const isFor = (list, ours) => !list || list.includes(ours) || (list.every((name) => name.startsWith('!')) && !list.includes(`!${ours}`))

/**
 * Returns the packages that are not in `folder` as its lock file says. npm writes its own list at the end of a whole
 * installation, so one that was cut off counts as missing; so does a package whose folder has gone since, or that was
 * copied from another system. Optional packages may be absent, since most of them are for other systems, and those of
 * development where they are not `forDevelopment`.
 * @param {string} folder
 */
export function missingPackages(folder, { forDevelopment = true } = {}) {
  const installed = readable(() => packagesOf(path.join(folder, 'node_modules/.package-lock.json'))) ?? {}
  /** @param {string} name */
  const versionInFolder = (name) => readable(() => JSON.parse(readFileSync(path.join(folder, name, 'package.json'), 'utf8')).version)
  return Object.entries(packagesOf(path.join(folder, 'package-lock.json')))
    .filter(([name, { dev, devOptional }]) => name !== '' && (forDevelopment || !(dev || devOptional)))
    .filter(([name, { version, optional, os, cpu }]) => {
      if (!installed[name]) return !optional
      const isForeign = !isFor(os, process.platform) || !isFor(cpu, process.arch)
      return isForeign || installed[name].version !== version || versionInFolder(name) !== version
    })
    .map(([name]) => name)
}

/** Makes sure of the packages of `folder`'s lock file: installs them all where one is missing, or says why it cannot. */
export function ensurePackages({ folder = projectRoot, forDevelopment = true } = {}) {
  if (missingPackages(folder, { forDevelopment }).length === 0) return
  console.log(`Installing packages (npm ci)${folder === projectRoot ? '' : ` in ${path.relative(projectRoot, folder)}`} …`)
  const bringBack = putAside(folder)
  const problem = installPackages(folder)
  bringBack(problem !== undefined)
  if (problem) giveUp(problem)
}

/**
 * Moves `folder`'s node_modules out of npm's way, which would otherwise delete it before it knows whether it can make a
 * new one. Returns what ends this: it deletes the old folder, or puts it back where it `isStillNeeded`.
 * @param {string} folder
 * @returns {(isStillNeeded: boolean) => void}
 */
function putAside(folder) {
  const packages = path.join(folder, 'node_modules')
  const aside = path.join(folder, '.cache/old-node-modules')
  /** @param {string} place */
  const remove = (place) => rmSync(place, { recursive: true, force: true, maxRetries: 3 })
  remove(aside)
  mkdirSync(path.dirname(aside), { recursive: true })
  try {
    renameSync(packages, aside)
  } catch {
    // It is not there, or cannot be moved because a disk is mounted there; npm ci then does with it what it does.
    return () => undefined
  }
  return (isStillNeeded) => {
    if (!isStillNeeded) return remove(aside)
    remove(packages)
    renameSync(aside, packages)
  }
}

/**
 * Runs npm ci. Returns what went wrong as a sentence, or undefined.
 * @param {string} folder
 */
function installPackages(folder) {
  // Where yarn or pnpm started us, the path is theirs.
  const npmPath = process.env.npm_execpath
  const [program, ...npm] = npmPath && path.basename(npmPath) === 'npm-cli.js' ? [process.execPath, npmPath] : ['npm']
  const { status, error, stderr } = spawnSync(
    program,
    // Building takes the packages of development, which NODE_ENV=production leaves out. What npm has kept is taken without asking
    // whether it is still so: the lock file holds the hash of each package. The waits between tries add up to 13 seconds, not 70.
    [
      ...npm,
      'ci',
      '--include=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--fetch-retry-mintimeout=3000',
      '--fetch-retry-maxtimeout=10000',
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      // The browser tests use the system's Chromium.
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    },
  )
  if (error && 'code' in error && error.code === 'ENOENT')
    return 'Firstbell needs npm to install its packages, and there is none: please install npm and start again.'
  return status === 0 ? undefined : npmProblem(stderr)
}

/** What npm calls it when it could not reach a registry, and its cache did not help. */
const NO_NETWORK =
  /^(?:EAI_AGAIN|ENOTFOUND|ENOTCACHED|ECONN\w+|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|E\w+TIMEOUT|ERR_SOCKET_TIMEOUT|EINVALIDRESPONSE)$/

/**
 * Returns a sentence for what npm says in many lines when it fails.
 * @param {string} stderr
 */
export function npmProblem(stderr) {
  const lines = [...stderr.matchAll(/^npm (?:error|ERR!) (.*)$/gm)].map(([, line = '']) => line)
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length)
  if (code && NO_NETWORK.test(code))
    return `The packages that Firstbell needs are not all installed or in npm's cache, and npm cannot reach the registry to fetch the others (${code}): please connect to the network and start again.`
  const reason = lines.find((line) => !/^(?:code|syscall|errno|path|dest|command|cwd) |^\s*$/.test(line))
  return `The packages could not be installed: ${['npm ci failed', code, reason].filter(Boolean).join(', ')}.`
}

/** The headless shell first: the same engine without a browser's windows, and the tests take two thirds of the time. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium that is installed, CHROME_PATH first. */
export const findChromium = () => [process.env.CHROME_PATH, ...BROWSERS].find((file) => file && existsSync(file))

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** The folder that holds PostgreSQL's `initdb` and `postgres`: the newest of Debian's, else the first on PATH. */
export function findPostgres() {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')))
}

/** What the tests need of the system: how it is found, and its name as a package and to a person. */
const SYSTEM_NEEDS = [
  { find: findChromium, packageName: 'chromium-headless-shell', name: 'Chromium (set CHROME_PATH if it is somewhere unusual)' },
  { find: findPostgres, packageName: 'postgresql', name: "PostgreSQL's server, 15 or newer (initdb and postgres)" },
]

/** Makes sure of Chromium and PostgreSQL's server: installs them with apt-get when root may, else says what to install. */
export function ensureSystemPackages() {
  const missing = SYSTEM_NEEDS.filter(({ find }) => !find())
  if (missing.length === 0) return
  const wanted = missing.map(({ name }) => name).join(' and ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) giveUp(`The tests need ${wanted}. Please install it and start again.`)

  const packageNames = missing.map(({ packageName }) => packageName)
  console.log(`Installing ${packageNames.join(' and ')} (apt-get) …`)
  // The tests start servers of their own; without this, Debian would make and run one more.
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync('/etc/postgresql-common/createcluster.d/no-main-cluster.conf', 'create_main_cluster = false\n')
  /** @param {string[]} args */
  const aptGet = (...args) =>
    execFileSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', ...packageNames)
  } catch (error) {
    giveUp(`The tests need ${wanted}, and apt-get could not install it: ${error}`)
  }
  if (missing.some(({ find }) => !find())) giveUp(`The tests need ${wanted}; it was installed, but not where it is looked for.`)
}
