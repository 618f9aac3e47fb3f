/** Checks the files that other programs read: the container, the unit, and the proxy examples. Building the image: test/engines. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '#server/lib/start/environment.ts'
import { MAX } from '#shared/limits.ts'

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
const container = read('Containerfile')

test('the image runs without root, writes only to its volume, and can say that it is healthy', () => {
  const [, final = ''] = container.split(/^FROM \$\{BASE\}$/m)
  expect(final).toMatch(/^USER 65532:65532$/m)
  expect(final).toMatch(/^VOLUME \/data$/m)
  expect(final).toMatch(/^HEALTHCHECK .*healthy\.js"\]$/m)
  // The file system of the image belongs to root.
  expect(final.match(/--chown/g)).toHaveLength(1)
})

test('the changelog begins with this version and its day, or with what comes next', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const [newest = ''] = read('CHANGELOG.md').match(/^## (?!Next$).+$/m) ?? []
  expect(newest).toMatch(/^## \d+\.\d+\.\d+ \([A-Z][a-z]+ \d{1,2}, 20\d\d\)$/)
  expect(newest.split(' ')[1]).toBe(version)
  expect(JSON.parse(read('package-lock.json')).version).toBe(version)
})

test('the image has every command, and copies only what exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = Object.values(scripts).flatMap((script) => /scripts\/command\.mjs (\w+)$/.exec(script)?.[1] ?? [])
  const built = read('vite.server.config.ts')
  for (const name of [...commands, 'main', 'healthy']) expect(built, name).toMatch(new RegExp(`\\b${name}: 'src/server/`))
  for (const [, files = ''] of container.matchAll(/^COPY (?!--from)(.+) \.\/$/gm))
    for (const file of files.split(' ')) expect([file, existsSync(path.join(import.meta.dirname, '..', file))]).toEqual([file, true])
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['node_modules', 'dist', '**/firstbell.env']))
})

test.each(['Containerfile', 'deploy/firstbell.service', 'deploy/compose.yaml', 'deploy/nginx.conf', 'deploy/Caddyfile'])(
  '%s names only settings that exist',
  (file) => {
    const others = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'CMD', 'BUILDER', 'BASE', 'AF_INET', 'AF_INET6', 'AF_UNIX', 'ALL']
    const named = new Set(read(file).match(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g))
    expect([...named].filter((name) => !settingNames.includes(name) && !others.includes(name))).toEqual([])
  },
)

test('the proxies let the largest import through, and hold no stream for long', () => {
  const megabytes = Math.ceil(MAX.importCharacters / 1e6)
  expect(Number(/client_max_body_size (\d+)m/.exec(read('deploy/nginx.conf'))?.[1])).toBeGreaterThanOrEqual(megabytes)
  expect(Number(/max_size (\d+)MB/.exec(read('deploy/Caddyfile'))?.[1])).toBeGreaterThanOrEqual(megabytes)
  expect(read('deploy/nginx.conf')).toContain('proxy_buffering off;')
})

test('the proxies refuse calls without HTTPS, and speak only TLS that is still safe', () => {
  const nginx = read('deploy/nginx.conf')
  expect(nginx).toMatch(/listen 80;[\s\S]*location \/api\/ \{ [^}]*return 403 /)
  expect(nginx).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
  const [, ciphers = ''] = /ssl_ciphers (\S+);/.exec(nginx) ?? []
  for (const cipher of ciphers.split(':')) expect(cipher).toMatch(/^ECDHE-(?:ECDSA|RSA)-(?:AES\d{3}-GCM-SHA\d{3}|CHACHA20-POLY1305)$/)
  // Caddy's default is the same.
  expect(read('deploy/Caddyfile')).toMatch(/^http:[\s\S]*handle \/api\/\* \{\s+respond "Use https\." 403/m)
})

test('the unit doesn’t restart a server with a wrong setting, and lets a stopping one finish', () => {
  const unit = read('deploy/firstbell.service')
  expect(unit).toContain('RestartPreventExitStatus=78')
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(10)
})
