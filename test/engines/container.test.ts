/**
 * Builds the image of the Containerfile with buildah, without a registry, and runs it as a user without rights. The base images are made
 * here: Debian's smallest system with this machine's Node to build, and the C library alone to run.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#test/free-port.ts'

const project = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-container-'))
const store = ['--storage-driver', 'vfs', '--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run')]
const buildah = (...parts: string[]): string => execFileSync('buildah', [...store, ...parts], { encoding: 'utf8', maxBuffer: 1e8 }).trim()
const inContainer = ['run', '--isolation', 'chroot', '--user', '65532:65532']
const MOST_MB = 200

/** Makes an image of a folder. */
const imageOf = (root: string, name: string, settings: string[] = []): void => {
  const container = buildah('from', 'scratch')
  buildah('copy', '-q', container, root, '/')
  if (settings.length > 0) buildah('config', ...settings, container)
  buildah('commit', '-q', container, name)
  buildah('rm', container)
}

const makeBuilder = (): void => {
  const root = path.join(folder, 'builder')
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', root], { stdio: 'ignore' })
  const npm = path.join(path.dirname(process.execPath), '../lib/node_modules/npm')
  copyFileSync(process.execPath, path.join(root, 'usr/bin/node'))
  cpSync(npm, path.join(root, 'usr/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/bin/npm'))
  // A network with certificates of its own.
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', path.join(root, 'etc/ssl/certs/ca-certificates.crt'))
  const env = ['PATH=/usr/bin:/bin:/usr/sbin:/sbin', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt']
  imageOf(
    root,
    'builder',
    env.flatMap((one) => ['--env', one]),
  )
}

const makeBase = (): void => {
  const root = path.join(folder, 'base')
  const libraries = path.join('usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`)
  mkdirSync(path.join(root, libraries), { recursive: true })
  for (const name of ['lib64', 'etc', 'tmp']) mkdirSync(path.join(root, name), { mode: 0o777 })
  symlinkSync('usr/lib', path.join(root, 'lib'))
  const needed = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+\.so\S*/g) ?? []
  for (const file of new Set([...needed, path.join('/', libraries, 'librt.so.1')]))
    copyFileSync(file, path.join(root, file.startsWith('/lib64') ? 'lib64' : libraries, path.basename(file)))
  writeFileSync(path.join(root, 'etc/passwd'), 'nonroot:x:65532:65532::/tmp:/none\n')
  imageOf(root, 'base')
}

let container: string
let server: ChildProcess | undefined
beforeAll(() => {
  makeBuilder()
  makeBase()
  const args = ['--build-arg', 'BUILDER=localhost/builder', '--build-arg', 'BASE=localhost/base']
  buildah('bud', '--isolation', 'chroot', '--format', 'docker', ...args, '-t', 'firstbell', project)
  container = buildah('from', 'localhost/firstbell')
}, 900_000)
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('it is small', () => {
  const [image] = JSON.parse(buildah('images', '--json', 'localhost/firstbell')) as { size: string }[]
  const [, size = '', unit] = /^([\d.]+) (MB|GB)$/.exec(image?.size ?? '') ?? []
  expect(unit).toBe('MB')
  expect(Number(size)).toBeLessThanOrEqual(MOST_MB)
})

test('it lists its packages, and has their licenses', () => {
  const cat = (file: string): string =>
    buildah(...inContainer, container, '--', '/firstbell/node', '-p', `fs.readFileSync('/firstbell/${file}', 'utf8')`)
  const { bomFormat, components } = JSON.parse(cat('dist/server/packages.cdx.json')) as {
    bomFormat: string
    components: { name: string }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  // A package of the server, one in the web's files, and one that only tests.
  const names = ['fastify', 'react-dom', 'vitest'].map((name) => [name, components.some((component) => component.name === name)])
  expect(names).toEqual([
    ['fastify', true],
    ['react-dom', true],
    ['vitest', false],
  ])
  expect(cat('node_modules/fastify/LICENSE')).toContain('MIT')
})

test('it serves, is healthy, makes a backup and stops, as a user who can write only to /data', async () => {
  const port = String(await freePort())
  const node = [container, '--', '/firstbell/node']
  const run = (...parts: string[]): string => buildah(...inContainer, '--env', `PORT=${port}`, ...node, ...parts)
  server = spawn('buildah', [...store, ...inContainer, '--env', `PORT=${port}`, ...node, 'dist/server/main.js'], { stdio: 'ignore' })
  const call = (address: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${address}`, init)
  await vi.waitFor(async () => expect((await call('/api/health/ready')).status).toBe(200), { timeout: 60_000, interval: 500 })
  const signUp = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"maya@school.example","password":"first-bell"}',
  }
  const { token } = (await (await call('/api/auth/register', signUp)).json()) as { token: string }
  const authorization = `Bearer ${token}`
  const blocks = [{ id: 'block_1', title: 'Algebra', startTime: '08:00', endTime: '09:00' }]
  const save = { method: 'POST', headers: { 'content-type': 'application/json', authorization } }
  expect((await call('/api/calendar', { ...save, body: JSON.stringify({ date: '2026-11-18', blocks }) })).status).toBe(201)
  // Fonts and workers are there, too.
  for (const format of ['pdf', 'docx', 'csv']) {
    const address = `/api/exports?from=2026-11-16&to=2026-11-20&format=${format}`
    expect((await call(address, { headers: { authorization } })).status).toBe(200)
  }
  expect(await (await call('/')).text()).toContain('Firstbell')
  run('dist/server/healthy.js')
  expect(run('dist/server/backup.js')).toMatch(/^\/data\/backups\/firstbell-.*\.backup: /m)
  expect(() => run('-e', "require('fs').writeFileSync('/firstbell/dist/server/main.js', '')")).toThrow(/status|failed/i)
  const ended = new Promise((resolve) => server?.once('close', resolve))
  execFileSync('pkill', ['-TERM', '-f', `^/firstbell/node dist/server/main.js$`])
  await ended
  await expect(call('/api/health/live')).rejects.toThrow()
}, 180_000)
