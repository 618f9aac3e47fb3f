import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settingNames } from './lib/start/environment.ts'
import { readSettings, unknownSettings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firstbell-settings-'))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  vi.stubEnv('SETTINGS_FILE', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const read = () => readSettings(settingNames, () => undefined)

test('the environment overrides firstbell.env, even with an empty variable', () => {
  vi.stubEnv('PORT', undefined)
  vi.stubEnv('HOST', '0.0.0.0')
  vi.stubEnv('KEYS', '')
  expect(read()['PORT']).toBeUndefined()
  writeFileSync(
    path.join(folder, 'firstbell.env'),
    '# ours\nPORT=4000\nHOST=::1\nKEYS=secret\nMAIL_FROM="Firstbell <plan@school.example>"\n',
  )
  expect(read()).toMatchObject({ PORT: '4000', HOST: '0.0.0.0', KEYS: '', MAIL_FROM: 'Firstbell <plan@school.example>' })
})

test('SETTINGS_FILE sets another file, which must exist', () => {
  const file = path.join(folder, 'other.env')
  vi.stubEnv('SETTINGS_FILE', file)
  expect(read).toThrow(`SETTINGS_FILE is set to ${file}, which can't be read (ENOENT).`)
  writeFileSync(file, 'CONTACT_EMAIL=help@school.example\n')
  expect(read()).toMatchObject({ CONTACT_EMAIL: 'help@school.example' })
})

test.each([
  ['SUBSCRIPTION', 'SUBSCRIPTIONS'],
  ['BACKUPDIR', 'BACKUP_DIR'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUST_PROXY', 'TRUSTED_PROXIES'],
  ['TIMEZONE', 'TIME_ZONE'],
  ['SMTP_HOST', 'SMTP_URL'],
  ['STRIPE_KEY', 'STRIPE_'],
])('%s in the environment is reported as unknown, with %s as a suggestion', (written, meant) => {
  expect(unknownSettings({}, { [written]: 'x', PORT: '1' }, settingNames)).toEqual([
    expect.stringContaining(`${written} isn't a Firstbell setting and has no effect. Did you mean ${meant}`),
  ])
})

test("other programs' variables are not reported", () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'TZ', 'MAIL', 'LOGNAME', 'NODE_OPTIONS', 'NODE_PATH', 'HTTPS_PROXY', 'HTTP_PROXY']
  others.push(
    'TIME_STYLE',
    'PGDATA',
    'XDG_DATA_DIRS',
    'XDG_DATA_HOME',
    'HISTSIZE',
    'KUBERNETES_SERVICE_HOST',
    'KUBERNETES_PORT',
    'npm_config_port',
  )
  expect(unknownSettings({}, Object.fromEntries(others.map((name) => [name, 'x'])), settingNames)).toEqual([])
})

test('OpenTelemetry’s settings are not reported, also in the file', () => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'x', OTEL_SDK_DISABLED: 'true' }
  expect(unknownSettings(settings, settings, settingNames)).toEqual([])
})

test('every name in the file is checked', () => {
  expect(unknownSettings({ port: '4000', COLOR: 'blue', PORT: '1' }, { COLOR: 'red' }, settingNames)).toEqual([
    "port in firstbell.env isn't a Firstbell setting and has no effect. Did you mean PORT?",
    "COLOR in firstbell.env isn't a Firstbell setting and has no effect.",
  ])
})
