/** What this machine needs before Firstbell runs or is tested: packages, a browser, a database server. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project.mjs'

/** Says in one line what stands in the way, and ends with exit code 1. */
export function giveUp(message) {
  console.error(message)
  process.exit(1)
}

/**
 * The packages of a lock file that are not installed as it says. `installed` is the list that npm itself keeps at the
 * end of a whole installation, so one that was cut off counts as missing. Optional packages may be absent: most of them
 * are for other systems.
 */
export const missingPackages = (locked, installed) =>
  Object.entries(locked)
    .filter(([name]) => name !== '')
    .filter(([name, { version, optional }]) => (installed[name] ? installed[name].version !== version : !optional))
    .map(([name]) => name)

const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

/** Installs the packages of `folder`'s lock file where they are not installed already. */
export function ensurePackages(folder = projectRoot) {
  const locked = packagesOf(path.join(folder, 'package-lock.json'))
  if (missingPackages(locked, packagesOf(path.join(folder, 'node_modules/.package-lock.json'))).length === 0) return
  console.log(`Installing packages (npm ci)${folder === projectRoot ? '' : ` in ${path.relative(projectRoot, folder)}`} …`)
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  // What npm has kept is taken without asking whether it is still so: the lock file holds the hash of each package.
  const { status } = spawnSync(npm[0], [...npm.slice(1), 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // The browser tests use the system's Chromium.
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  if (status !== 0) giveUp(`The packages could not be installed: npm ci failed in ${folder}`)
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
  const aptGet = (...args) =>
    execFileSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', ...packageNames)
  } catch (error) {
    giveUp(`The tests need ${wanted}, and apt-get could not install it: ${error.message}`)
  }
  if (missing.some(({ find }) => !find())) giveUp(`The tests need ${wanted}; it was installed, but not where it is looked for.`)
}
