/** Installs or finds what this machine needs to run or test Firstbell: packages, a browser, a database server. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project.mjs'

/**
 * Prints a one-line error and exits with code 1.
 * @param {string} message
 * @returns {never}
 */
export function giveUp(message) {
  console.error(message)
  process.exit(1)
}

/** @typedef {{ version: string, dev?: boolean, devOptional?: boolean, optional?: boolean, os?: string[], cpu?: string[] }} Package */

/**
 * Returns the packages in a lock file, by folder.
 * @param {string} file
 * @returns {Record<string, Package>}
 */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Returns the result of `read`, or undefined if the file is missing or truncated.
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
 * Returns true if a package with this `os` or `cpu` list supports `ours`. An entry that starts with `!` excludes a value.
 * @param {string[] | undefined} list
 * @param {string} ours
 */
const isFor = (list, ours) => !list || list.includes(ours) || (list.every((name) => name.startsWith('!')) && !list.includes(`!${ours}`))

/**
 * Returns the packages that are missing from `folder`, or that don't match its lock file. npm writes its own list at the end of an
 * installation, so packages from an interrupted installation count as missing. So do packages whose folder was deleted, or that were copied
 * from another system. Optional packages may be absent, since most are for other systems. Development packages may be absent unless
 * `forDevelopment` is true.
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

/** Installs the packages from `folder`'s lock file if any are missing. Exits with an explanation if the installation fails. */
export function ensurePackages({ folder = projectRoot, forDevelopment = true } = {}) {
  if (missingPackages(folder, { forDevelopment }).length === 0) return
  console.log(`Installing packages (npm ci)${folder === projectRoot ? '' : ` in ${path.relative(projectRoot, folder)}`} …`)
  const bringBack = putAside(folder)
  const problem = installPackages(folder)
  bringBack(problem !== undefined)
  if (problem) giveUp(problem)
}

/**
 * Moves `folder`'s node_modules aside. Otherwise npm would delete it before knowing whether the installation succeeds. Returns a function
 * that deletes the old folder, or restores it if `isStillNeeded` is true.
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
    // The folder doesn't exist, or it's a mount point and can't be moved. npm ci handles both.
    return () => undefined
  }
  return (isStillNeeded) => {
    if (!isStillNeeded) return remove(aside)
    remove(packages)
    renameSync(aside, packages)
  }
}

/**
 * Runs npm ci. Returns an error message, or undefined on success.
 * @param {string} folder
 */
function installPackages(folder) {
  // If yarn or pnpm started us, this is their path, not npm's.
  const npmPath = process.env.npm_execpath
  const [program, ...npm] = npmPath && path.basename(npmPath) === 'npm-cli.js' ? [process.execPath, npmPath] : ['npm']
  const { status, error, stderr } = spawnSync(
    program,
    // The build needs the development packages, which NODE_ENV=production would skip. npm uses cached packages without revalidation, since
    // the lock file has each package's hash. Retries wait 13 seconds in total instead of 70.
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
    return "Firstbell needs npm to install its packages, but npm isn't installed. Install it and try again."
  return status === 0 ? undefined : npmProblem(stderr)
}

/** npm's error codes for when the registry is unreachable and the cache doesn't have the packages. */
const NO_NETWORK =
  /^(?:EAI_AGAIN|ENOTFOUND|ENOTCACHED|ECONN\w+|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|E\w+TIMEOUT|ERR_SOCKET_TIMEOUT|EINVALIDRESPONSE)$/

/**
 * Returns a one-sentence summary of npm's error output.
 * @param {string} stderr
 */
export function npmProblem(stderr) {
  const lines = [...stderr.matchAll(/^npm (?:error|ERR!) (.*)$/gm)].map(([, line = '']) => line)
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length)
  if (code && NO_NETWORK.test(code))
    return `Some of Firstbell's packages are neither installed nor in npm's cache, and npm can't reach the registry (${code}). Connect to the network and try again.`
  const reason = lines.find((line) => !/^(?:code|syscall|errno|path|dest|command|cwd) |^\s*$/.test(line))
  return `Couldn't install the packages: ${['npm ci failed', code, reason].filter(Boolean).join(', ')}.`
}

/** Prefers the headless shell, which is the same engine without a window system. It cuts test time by a third. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the path of an installed Chromium. CHROME_PATH takes precedence. */
export const findChromium = () => [process.env.CHROME_PATH, ...BROWSERS].find((file) => file && existsSync(file))

/** @param {...string} files */
const firstOf = (...files) => files.find((file) => existsSync(file))
export const findFirefox = () => firstOf('/usr/bin/firefox-esr', '/usr/bin/firefox')
/** Returns the path of the browser that WebKitGTK's driver starts. The folder depends on the processor. */
export const findWebKit = () => firstOf(...['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`))
const findWebKitDriver = () => findWebKit() && firstOf('/usr/bin/WebKitWebDriver')
const findScreen = () => firstOf('/usr/bin/Xvfb')

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** Returns the folder with PostgreSQL's `initdb` and `postgres`: the newest Debian package, or else the first match on PATH. */
export function findPostgres() {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')))
}

/** System programs that the tests need, each with a way to find it, its package name and its display name. */
const SYSTEM_NEEDS = [
  { find: findChromium, packageName: 'chromium-headless-shell', name: "Chromium (set CHROME_PATH if it's in an unusual place)" },
  { find: findPostgres, packageName: 'postgresql', name: "PostgreSQL's server, 15 or newer (initdb and postgres)" },
]

/** @param {string} name */
const findProgram = (name) => () => firstOf(`/usr/bin/${name}`)

/** Returns the path of an installed PgBouncer. */
export const findPgBouncer = () => firstOf('/usr/sbin/pgbouncer', '/usr/bin/pgbouncer')

/** Additional packages for `npm run test:all`, which also tests in Firefox, in WebKit, with calendar programs, behind a pooler and in a container. */
const ENGINE_NEEDS = [
  { find: findPgBouncer, packageName: 'pgbouncer', name: 'PgBouncer' },
  { find: findProgram('buildah'), packageName: 'buildah', name: 'buildah' },
  { find: () => firstOf('/usr/sbin/debootstrap'), packageName: 'debootstrap', name: 'debootstrap' },
  ...['khal', 'vdirsyncer', 'calcurse'].map((name) => ({ find: findProgram(name), packageName: name, name })),
  { find: findFirefox, packageName: 'firefox-esr', name: 'Firefox' },
  { find: findWebKitDriver, packageName: 'webkit2gtk-driver', name: "WebKitGTK's driver (WebKitWebDriver)" },
  { find: findScreen, packageName: 'xvfb', name: 'Xvfb' },
]

/**
 * Finds Chromium and the PostgreSQL server and, with `hasEngines`, Firefox, WebKit and calendar programs. As root, installs missing programs with apt-get.
 * Otherwise exits with a message that says what to install.
 */
export function ensureSystemPackages({ hasEngines = false } = {}) {
  const needs = hasEngines ? [...SYSTEM_NEEDS, ...ENGINE_NEEDS] : SYSTEM_NEEDS
  const missing = needs.filter(({ find }) => !find())
  if (missing.length === 0) return
  const wanted = missing.map(({ name }) => name).join(' and ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) giveUp(`The tests need ${wanted}. Install it and try again.`)

  const packageNames = missing.map(({ packageName }) => packageName)
  console.log(`Installing ${packageNames.join(' and ')} (apt-get) …`)
  // Prevents Debian from creating and starting a PostgreSQL cluster. The tests start their own.
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
    giveUp(`The tests need ${wanted}, but apt-get couldn't install it: ${error}`)
  }
  if (missing.some(({ find }) => !find())) giveUp(`The tests need ${wanted}. It was installed, but not in any expected place.`)
}
