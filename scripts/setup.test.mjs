import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesUnder, projectRoot } from './project.mjs'
import { missingPackages, npmProblem } from './setup.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firstbell-setup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * @param {string} file
 * @param {object} content
 */
const write = (file, content) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), JSON.stringify(content))
}

describe('missing packages', () => {
  const otherSystem = process.platform === 'win32' ? 'darwin' : 'win32'
  const PG = { 'node_modules/pg': { version: '8.23.1' } }
  const VITE = { 'node_modules/vite': { version: '8.3.8', dev: true } }
  const FSEVENTS = { 'node_modules/fsevents': { version: '2.3.3', optional: true, os: [otherSystem] } }

  beforeEach(() => write('package-lock.json', { packages: { '': { version: '1.0.0' }, ...PG, ...VITE, ...FSEVENTS } }))

  /**
   * Mimics an npm install: one folder per package, plus npm's list of installed packages.
   * @param {Record<string, { version: string }>} packages
   */
  const install = (packages) => {
    for (const [name, { version }] of Object.entries(packages)) write(`${name}/package.json`, { version })
    write('node_modules/.package-lock.json', { packages })
  }

  test('are none if everything is installed, except packages for other systems', () => {
    install({ ...PG, ...VITE })
    expect(missingPackages(folder)).toEqual([])
  })

  test('are all in a fresh clone', () => {
    expect(missingPackages(folder)).toEqual(['node_modules/pg', 'node_modules/vite'])
  })

  test('include one that was added or upgraded since', () => {
    install({ 'node_modules/pg': { version: '8.20.0' } })
    expect(missingPackages(folder)).toEqual(['node_modules/pg', 'node_modules/vite'])
  })

  test('are all after an interrupted installation, with or without its list', () => {
    install({ ...PG, ...VITE })
    writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), '{"packages": {"node_mod')
    expect(missingPackages(folder)).toHaveLength(2)
    rmSync(path.join(folder, 'node_modules/.package-lock.json'))
    expect(missingPackages(folder)).toHaveLength(2)
  })

  test('include one whose folder was deleted or only half copied', () => {
    install({ ...PG, ...VITE })
    rmSync(path.join(folder, 'node_modules/vite'), { recursive: true })
    writeFileSync(path.join(folder, 'node_modules/pg/package.json'), '')
    expect(missingPackages(folder)).toEqual(['node_modules/pg', 'node_modules/vite'])
  })

  test('include one that was copied from another system', () => {
    install({ ...PG, ...VITE, ...FSEVENTS })
    expect(missingPackages(folder)).toEqual(['node_modules/fsevents'])
  })

  test('exclude those that only a build needs, if nothing has to be built', () => {
    install(PG)
    expect(missingPackages(folder, { forDevelopment: false })).toEqual([])
  })
})

describe('installing', () => {
  const npmCache = () => path.join(folder, '.npm')

  /** @param {Record<string, string | undefined>} env */
  const ensurePackages = (env) =>
    spawnSync(
      process.execPath,
      ['-e', `import('./scripts/setup.mjs').then(({ ensurePackages }) => ensurePackages({ folder: ${JSON.stringify(folder)} }))`],
      { cwd: projectRoot, encoding: 'utf8', env: { ...process.env, npm_config_cache: npmCache(), ...env } },
    )

  /**
   * Creates a project with one development dependency, `tool`, installed from `spec`.
   * @param {string} spec
   * @param {{ resolved?: string }} locked
   */
  const projectWith = (spec, locked) => {
    write('package.json', { name: 'project', version: '1.0.0', devDependencies: { tool: spec } })
    write('package-lock.json', {
      name: 'project',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'project', version: '1.0.0', devDependencies: { tool: spec } },
        'node_modules/tool': { version: '1.0.0', dev: true, ...locked },
      },
    })
  }

  test('includes the packages that a build needs, even with NODE_ENV=production', () => {
    write('tool/package/package.json', { name: 'tool', version: '1.0.0' })
    execFileSync('tar', ['-czf', path.join(folder, 'tool.tgz'), '-C', path.join(folder, 'tool'), 'package'])
    projectWith('file:tool.tgz', { resolved: 'file:tool.tgz' })
    const { status, stderr } = ensurePackages({ NODE_ENV: 'production', npm_config_omit: 'dev' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(missingPackages(folder)).toEqual([])
  })

  test('without a network or a cache prints one sentence and leaves the older packages unchanged', () => {
    projectWith('1.0.0', { resolved: 'https://registry.npmjs.org/tool/-/tool-1.0.0.tgz' })
    write('node_modules/older/package.json', { version: '0.9.0' })
    const { status, stderr } = ensurePackages({ npm_config_offline: 'true' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Some of Firstbell's packages .* \(ENOTCACHED\)\. Connect to the network and try again\.\n$/)
    expect(existsSync(path.join(folder, 'node_modules/older/package.json'))).toBe(true)
  })

  test('without npm prints one sentence', () => {
    projectWith('1.0.0', {})
    const { status, stderr } = ensurePackages({ PATH: folder, npm_execpath: undefined })
    expect(status).toBe(1)
    expect(stderr).toBe("Firstbell needs npm to install its packages, but npm isn't installed. Install it and try again.\n")
  })
})

test("npm's error output becomes one sentence", () => {
  const full =
    'npm warn old\nnpm error code ENOSPC\nnpm error syscall write\nnpm error errno -28\nnpm error nospc ENOSPC: no space left on device, write\n'
  expect(npmProblem(full)).toBe("Couldn't install the packages: npm ci failed, ENOSPC, nospc ENOSPC: no space left on device, write.")
  expect(npmProblem('npm ERR! code ECONNREFUSED\n')).toContain("npm can't reach the registry (ECONNREFUSED)")
  expect(npmProblem('Killed')).toBe("Couldn't install the packages: npm ci failed.")
})

// Without `resolved` URLs, npm asks the registry (or its cache) which versions of each package exist.
test('each lock file has package addresses, so that a full cache is enough', () => {
  for (const file of filesUnder('.').filter((name) => path.basename(name) === 'package-lock.json')) {
    /** @type {{ packages: Record<string, { resolved?: string }> }} */
    const { packages } = JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'))
    const unknown = Object.entries(packages).filter(([name, { resolved }]) => name && !resolved?.startsWith('https://registry.npmjs.org/'))
    expect(unknown.map(([name]) => `${file}: ${name}`)).toEqual([])
  }
})
