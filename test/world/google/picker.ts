/** The stand-in's file picker: the script that our page loads, and the page in its frame. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Html, html, page } from '../stripe/pages/html.ts'
import { DRIVE_FILES } from './drive-files.ts'
import { DRIVE_SCOPE } from './provider.ts'

export const PICKER = { apiKey: 'stand-in-api-key', appId: '100200300400' }

type PickerOptions = {
  issuer: string
  /** Returns the owner and scope of an access token, or undefined if it's invalid. */
  holderOf: (accessToken: string) => Promise<{ email: string | undefined; scope: string } | undefined>
}
type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

const SCRIPT = readFileSync(new URL('picker-script.js', import.meta.url), 'utf8')

/** Runs in the frame and posts the user's choice to the parent page. */
const FRAME_SCRIPT = `
const { files, origin } = JSON.parse(document.getElementById('told').textContent)
const tell = (answer) => parent.postMessage(answer, origin)
addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (!button) return
  const file = files.find(({ id }) => id === button.value)
  tell(file ? { action: 'picked', docs: [file] } : { action: button.value })
})
addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ action: 'cancel' }))
tell({ action: 'loaded' })`

const frame = (title: string, content: Html, told: object): string =>
  page(
    title,
    html`${content}<p><button value="cancel">Cancel</button></p><script type="application/json" id="told">${new Html(
      JSON.stringify(told).replaceAll('<', '\\u003c'),
    )}</script><script type="module">${new Html(FRAME_SCRIPT)}</script>`,
    { said: 'A stand-in for Google Drive on this machine.' },
  )

/** Returns Google's error message if the picker was opened incorrectly, or undefined otherwise. */
const faultOf = (query: URLSearchParams, holder: Awaited<ReturnType<PickerOptions['holderOf']>>): string | undefined => {
  if (query.get('developerKey') !== PICKER.apiKey) return 'The API developer key is invalid.'
  if (query.get('appId') !== PICKER.appId) return 'The app is unknown.'
  return holder?.scope.includes(DRIVE_SCOPE) ? undefined : 'In order to select an item please sign in.'
}

/** Returns the picker's request handlers, by path prefix. */
export const pickerPages = ({ issuer, holderOf }: PickerOptions): Record<string, Answer> => ({
  '/js/': (request, response) => {
    const isLoader = request.url?.startsWith('/js/api.js')
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' })
    response.end(isLoader ? SCRIPT.replaceAll('__ORIGIN__', issuer) : '')
  },
  '/picker': async (request, response) => {
    const query = new URL(request.url ?? '', issuer).searchParams
    const origin = query.get('origin') ?? ''
    const holder = await holderOf(query.get('oauth_token') ?? '')
    const fault = faultOf(query, holder)
    // As in Google's picker, only the given site may embed the page.
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `frame-ancestors ${/^https?:\/\/[\w.:-]+$/.test(origin) ? origin : "'none'"}`,
    })
    const files = html`<section aria-label="Files">${DRIVE_FILES.map(({ id, name }) => html`<p><button value="${id}">${name}</button></p>`)}</section><p><button value="error">Break</button></p>`
    response.end(
      fault === undefined
        ? frame(`Drive of ${holder?.email}`, files, { files: DRIVE_FILES, origin })
        : frame(fault, html``, { files: [], origin }),
    )
  },
})
