import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accounts } from '#shared/accounts/contract.ts'
import { publicSettings } from '#shared/accounts/settings/contract.ts'
import { calendar } from '#shared/calendar/contract.ts'
import { shown } from '#shared/calendar/shown/contract.ts'
import { templates } from '#shared/templates/contract.ts'
import { forgetPerson, storedToken, storedUserId, storeSession } from '#web/lib/stored-session.ts'
import { addressOf, client, RefusedCall } from './api.ts'

describe('the address of a call', () => {
  test.each([
    ['/api/user', {}, '/api/user'],
    ['/api/calendar/:id', { params: { id: 'a/b c' } }, '/api/calendar/a%2Fb%20c'],
    ['/api/calendar/operations/:id/undo', { params: { id: '7' } }, '/api/calendar/operations/7/undo'],
    [
      '/api/calendar',
      { query: { from: '2026-11-16', to: undefined, date: '2026-11-18' } },
      '/api/calendar?from=2026-11-16&date=2026-11-18',
    ],
    ['/api/calendar/:id', { params: { id: '7' }, query: { version: 3 } }, '/api/calendar/7?version=3'],
    ['/api/calendar', { query: { q: 'a&b=c' } }, '/api/calendar?q=a%26b%3Dc'],
  ])('%s with %j is %s', (path, given, address) => {
    expect(addressOf(path, given)).toBe(address)
  })

  test('throws if a parameter is missing', () => {
    expect(() => addressOf('/api/calendar/:id', { params: {} })).toThrow('/api/calendar/:id needs id')
  })
})

describe('a call', () => {
  const fetched = vi.fn<typeof fetch>()
  beforeEach(() => vi.stubGlobal('fetch', fetched))
  afterEach(() => {
    vi.unstubAllGlobals()
    fetched.mockReset()
    forgetPerson('maya')
  })
  const answer = (status: number, body: string, statusText = '') => fetched.mockResolvedValue(new Response(body, { status, statusText }))
  const refusal = async (call: Promise<unknown>): Promise<RefusedCall> => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof RefusedCall)) throw new Error('the call was not refused')
    return error
  }
  const maya = 'maya-token'

  test('carries the token and the body as JSON', async () => {
    answer(200, '{"id":"7"}')
    await expect(client(calendar, maya).replaceBlocks({ params: { id: '7' }, body: { blocks: [] } })).resolves.toEqual({ id: '7' })
    expect(fetched).toHaveBeenCalledWith(
      '/api/calendar/7',
      expect.objectContaining({
        method: 'PUT',
        credentials: 'include',
        body: '{"blocks":[]}',
        headers: { accept: 'application/json', authorization: 'Bearer maya-token', 'content-type': 'application/json' },
      }),
    )
  })

  test('sends no token if signed out, and no content type without a body', async () => {
    answer(200, '{}')
    await client(publicSettings).settings()
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ accept: 'application/json' })
  })

  test('with an ended session clears the session, keeps the user id, and redirects to the sign-in page', async () => {
    const replace = vi.fn()
    vi.stubGlobal('window', { location: { replace } })
    storeSession({ token: 'old', userId: 'maya' })
    answer(401, '{"code":"not_signed_in","message":"Please sign in."}')
    await refusal(client(accounts).me())
    expect([storedToken(), storedUserId(), replace.mock.calls]).toEqual([null, 'maya', [['/auth']]])
  })

  test('that fails after someone else has signed in leaves their session alone', async () => {
    const replace = vi.fn()
    vi.stubGlobal('window', { location: { replace } })
    storeSession({ token: 'old', userId: 'maya' })
    fetched.mockImplementation(async () => {
      storeSession({ token: 'new', userId: 'theo' })
      return new Response('{"code":"not_signed_in","message":"Please sign in."}', { status: 401 })
    })
    await refusal(client(accounts).me())
    expect([storedToken(), replace.mock.calls]).toEqual(['new', []])
  })

  test('in flight while a guest signs up is retried with their new token', async () => {
    storeSession({ token: 'guest', userId: 'maya' })
    fetched.mockImplementation(async (_address, request) => {
      if (new Headers(request?.headers).get('authorization') !== 'Bearer guest') return new Response('[]')
      storeSession({ token: 'own', userId: 'maya' })
      return new Response('{"code":"not_signed_in","message":"Please sign in."}', { status: 401 })
    })
    expect(await client(shown).days({ query: {} })).toEqual([])
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(storedToken()).toBe('own')
  })

  test('that is refused throws the server’s message', async () => {
    answer(409, '{"code":"stale","message":"This day was changed.","current":null}')
    const error = await refusal(client(shown, maya).days({ query: {} }))
    expect(error).toMatchObject({ status: 409, code: 'stale', message: 'This day was changed.', body: { current: null } })
  })

  test.each([
    [502, '<h1>Bad Gateway</h1>', 'Bad Gateway', 'unavailable', '502: Bad Gateway'],
    [502, '{"error":"upstream"}', 'Bad Gateway', 'unavailable', '502: Bad Gateway'],
    [503, ' Back at six. ', 'Service Unavailable', 'unavailable', '503: Back at six.'],
    [504, 'x'.repeat(201), 'Gateway Timeout', 'unavailable', '504: Gateway Timeout'],
    [507, 'full', '', 'broken', '507: full'],
    [500, '', '', 'broken', 'An error occurred'],
  ] as const)(
    'answered by a proxy with %d and %j throws its status and its text, unless that is a page or JSON',
    async (status, body, statusText, code, message) => {
      answer(status, body, statusText)
      expect(await refusal(client(accounts, maya).me())).toMatchObject({ status, code, message, body: undefined })
    },
  )

  test('that can’t reach the server throws an offline error', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const error = await refusal(client(accounts, maya).me())
    expect(error).toMatchObject({ status: 0, code: 'offline', message: 'You’re offline, or Firstbell isn’t responding.' })
  })

  test('whose response is cut off counts as offline', async () => {
    answer(200, '{"id":')
    expect(await refusal(client(accounts, maya).me())).toMatchObject({ code: 'offline' })
  })

  const keyOf = (call: number) => new Headers(fetched.mock.calls[call]?.[1]?.headers).get('idempotency-key')
  const template = { body: { name: 'Reading', title: 'Reading', startTime: '08:00', endTime: '08:45' } }
  const made = '{"id":"7"}'

  test('that adds something has a key of its own each time', async () => {
    fetched.mockImplementation(async () => new Response(made))
    const { createTimeBlockTemplate } = client(templates, maya)
    await createTimeBlockTemplate(template)
    await createTimeBlockTemplate(template)
    expect(keyOf(0)).toMatch(/^[\w-]{36}$/)
    expect(keyOf(1)).toMatch(/^[\w-]{36}$/)
    expect(keyOf(1)).not.toBe(keyOf(0))
  })

  test('keeps its key until it is answered, for the same content', async () => {
    const { createTimeBlockTemplate } = client(templates, maya)
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await refusal(createTimeBlockTemplate(template))
    answer(503, 'Back at six.')
    await refusal(createTimeBlockTemplate(template))
    fetched.mockImplementation(async () => new Response(made))
    await createTimeBlockTemplate({ body: { ...template.body, name: 'Math' } })
    await createTimeBlockTemplate(template)
    await createTimeBlockTemplate(template)
    expect(keyOf(1)).toBe(keyOf(0))
    expect(keyOf(2)).not.toBe(keyOf(0))
    expect(keyOf(3)).toBe(keyOf(0))
    expect(keyOf(4)).not.toBe(keyOf(0))
  })

  test('has a new key after a refusal', async () => {
    const { createTimeBlockTemplate } = client(templates, maya)
    answer(422, '{"code":"refused_by_rule","message":"That’s full."}')
    await refusal(createTimeBlockTemplate(template))
    answer(200, made)
    await createTimeBlockTemplate(template)
    expect(keyOf(1)).not.toBe(keyOf(0))
  })

  test('that a double click sends twice is sent once, and both get the answer', async () => {
    answer(200, made)
    const { createTimeBlockTemplate } = client(templates, maya)
    const both = await Promise.allSettled([createTimeBlockTemplate(template), createTimeBlockTemplate(template)])
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(both.map((each) => each.status === 'fulfilled' && each.value)).toEqual([{ id: '7' }, { id: '7' }])
  })

  test('of another person is never joined', async () => {
    fetched.mockImplementation(async () => new Response(made))
    await Promise.all([
      client(templates, maya).createTimeBlockTemplate(template),
      client(templates, 'theo').createTimeBlockTemplate(template),
    ])
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  test('that stops because its user has pressed Stop has a new key the next time', async () => {
    const stop = new AbortController()
    const { createTimeBlockTemplate } = client(templates, maya)
    fetched.mockImplementationOnce(async () => {
      stop.abort()
      throw new DOMException('Aborted', 'AbortError')
    })
    await refusal(createTimeBlockTemplate(template, { signal: stop.signal }))
    answer(200, made)
    await createTimeBlockTemplate(template)
    expect(keyOf(1)).not.toBe(keyOf(0))
  })

  test('with an operation ID goes by that', async () => {
    answer(200, '{}')
    await client(calendar, maya).saveDay({ body: { date: '2026-11-18', blocks: [], operationId: '7c0e8a52-1b7a-4a58-9a35-3b0b1c6d2e11' } })
    expect(keyOf(0)).toBeNull()
  })

  test('that changes or reads something has no key', async () => {
    answer(200, made)
    await client(calendar, maya).replaceBlocks({ params: { id: '7' }, body: { blocks: [] } })
    await client(publicSettings)
      .settings()
      .catch(() => undefined)
    expect([keyOf(0), keyOf(1)]).toEqual([null, null])
  })
})
