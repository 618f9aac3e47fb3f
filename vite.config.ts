import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { APP_ADDRESSES, pagePath } from './src/shared/addresses.ts'
import { CALL_FIELDS, type CallFields } from './src/shared/endpoint.ts'

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = `http://127.0.0.1:${process.env['API_PORT'] ?? 3000}`

/** The script that every page runs first has one source; here it is put into index.html. */
const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: (html) => html.replace('__FIRST_PAINT__', () => readFileSync(inProject('src/web/shell/first-paint.js'), 'utf8')),
}

/** In index.html, the files of the planner's and of the sign-in page: first-paint.js fetches those of the page at hand. */
const pageFiles: Plugin = {
  name: 'page-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      ['planner', 'sign-in'].flatMap((page) => {
        const ofPage = Object.keys(bundle ?? {}).filter((file) => file.startsWith(`assets/${page}-`))
        if (!ofPage.some((file) => file.endsWith('.js'))) throw new Error(`The build made no file for ${page}.`)
        return ofPage.map((file) => ({
          tag: 'link',
          attrs: { rel: `x-${page}`, as: file.endsWith('.css') ? 'style' : 'script', crossorigin: true, href: `/${file}` },
          injectTo: 'head-prepend' as const,
        }))
      }),
  },
}

const CONTRACT = /\/src\/shared\/[\w/-]+\/contract\.ts$/
/** What checks a file that a teacher brings needs the shapes, and all that they are made of. */
const NEEDS_SHAPES = /\/template-file\.ts$|\?shapes$/

/**
 * Of a contract the web needs how its calls are made, and its plain values: replies are not parsed again. So a build leaves
 * the shapes out, and with them the library that makes them: a tenth of what a page loads at first. A part that imports a
 * shape ends the build, unless it is named here.
 */
const callsOfContracts: Plugin = {
  name: 'calls-of-contracts',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    order: 'pre',
    async handler(source, importer, options) {
      if (!importer || !NEEDS_SHAPES.test(importer) || !/contract\.ts$/.test(source)) return null
      const found = await this.resolve(source, importer.replace(/\?shapes$/, ''), { ...options, skipSelf: true })
      return found && `${found.id}?shapes`
    },
  },
  load: async (id) => {
    if (!CONTRACT.test(id)) return null
    const { module } = await runnerImport<Record<string, unknown>>(id)
    const lines = Object.entries(module).flatMap(([name, value]) => {
      const plain = isContract(value) ? callsOf(value) : value
      const isPlain =
        isContract(value) || typeof value !== 'object' || (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
      return typeof value === 'function' || !isPlain ? [] : [`export const ${name} = ${JSON.stringify(plain)}`]
    })
    return { code: lines.join('\n'), moduleType: 'js' }
  },
}
const isContract = (value: unknown): value is Record<string, CallFields> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((call) => typeof call?.method === 'string' && typeof call.path === 'string')
const callsOf = (contract: Record<string, CallFields>) =>
  Object.fromEntries(
    Object.entries(contract).map(([name, call]) => [name, Object.fromEntries(CALL_FIELDS.map((field) => [field, call[field]]))]),
  )

/** In development: the pages that a build would make, made again for each request, at their addresses. */
const staticPages: Plugin = {
  name: 'static-pages',
  apply: 'serve',
  configureServer: (server) => {
    server.middlewares.use(async (request, response, next) => {
      const path = pagePath(request.url?.split('?', 1)[0] ?? '/')
      const isPage = request.headers.accept?.includes('text/html') && !/^\/api\/|\./.test(path)
      if (!isPage || APP_ADDRESSES.some((address) => address === path)) return next()
      const { staticPages } = await server.ssrLoadModule('/src/web/static-pages.tsx')
      const pages = new Map<string, string>(staticPages())
      response.writeHead(pages.has(path) ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      const page = pages.get(path) ?? pages.get('/404')
      response.end(page?.replaceAll('__CONTACT_EMAIL__', 'hello@firstbell.example').replaceAll('__PUBLIC_ADDRESS__', ''))
    })
  },
}

/**
 * What is needed at the same moment comes as one file: cut by what each part imports alone, a planner was 115 files, most
 * of them smaller than the headers of their request. Each file holds what is named here, all that it imports, and nothing
 * that stands in one before it; a part that is not named gets a small file of its own.
 */
const CHUNKS = {
  app: [
    'main.tsx',
    'ui/logo.tsx',
    'lib/page-title.ts',
    // What both the planner and the sign-in page show.
    '../../node_modules/lucide-react/dist/esm/icons/eye.mjs',
    '../../node_modules/lucide-react/dist/esm/icons/eye-off.mjs',
    '../../node_modules/lucide-react/dist/esm/icons/bell.mjs',
  ],
  planner: [
    'features/calendar/planner-page.tsx',
    'shell/app-shell.tsx',
    'features/calendar/navigation/planner-slots.tsx',
    'features/templates/planner/planner-parts.tsx',
    'features/print/print-parts.tsx',
    'features/schools/planner-parts.tsx',
    'features/billing/planner-parts.tsx',
    'features/drive/planner-parts.tsx',
    'features/writing/planner-parts.tsx',
    'features/billing/gated.tsx',
  ],
  'sign-in': ['features/accounts/sign-in/auth-page.tsx', 'features/accounts/sign-in/try-page.tsx'],
  // What comes back from Google, and goes there from an open planner.
  google: [
    'features/accounts/sign-in/token-arrival.tsx',
    'features/accounts/sign-in/auth-success-page.tsx',
    'features/accounts/providers/data.ts',
  ],
  toasts: ['ui/toast-region.tsx', 'ui/tooltips.ts'],
  // Somebody else's calendar: with the planner where the address names one.
  viewing: ['features/calendar/viewing/viewing.tsx', 'features/calendar/viewing/plan-hint.tsx'],
  // When idle, in the order in which a teacher is likely to want them.
  blocks: [
    'features/calendar/time-block/time-block-dialog.tsx',
    'features/calendar/time-block/view-block-dialog.tsx',
    'features/calendar/block-actions/viewed-block-tools.tsx',
    'features/calendar/block-actions/block-tools.tsx',
    'features/calendar/block-actions/block-drag.ts',
    'features/calendar/day-actions/day-tools.tsx',
    'features/calendar/month/day-menu.tsx',
    'features/calendar/week/day-view.tsx',
    'features/calendar/planner-aside-tabs.tsx',
    'features/calendar/planner-tools.tsx',
    'features/calendar/up-next.tsx',
    'features/templates/planner/templates-menu.tsx',
    'shell/account-menu.tsx',
    'ui/drawer.tsx',
  ],
  editor: ['features/rich-text/lesson-editor.tsx', 'features/writing/write-tool.tsx', 'features/drive/drive-tool.tsx'],
  dialogs: [
    'features/calendar/days/template-calls.ts',
    'features/calendar/navigation/date-words.ts',
    'shell/account.tsx',
    'features/collaboration/collaboration-dialog.tsx',
    'features/print/printing.tsx',
    'features/schools/our-teachers-dialog.tsx',
    'features/schools/school-notice.tsx',
    'features/schools/view-selector.tsx',
    'features/sub-plans/special-notes-dialog.tsx',
    'features/sub-plans/sub-plan-dialog.tsx',
    'features/templates/planner/block-templates.tsx',
    'features/templates/planner/template-dialogs.tsx',
    'features/templates/planner/templates-tab.tsx',
    'shell/command-palette.tsx',
    'shell/planner-extras.tsx',
    'shell/preferences.tsx',
    'shell/shortcuts-dialog.tsx',
    'shell/sign-out-question.tsx',
  ],
}

const chunks = Object.entries(CHUNKS).map(([name, files], place, all) => {
  // Throws for a file that has moved: its part would silently fall to pieces again.
  const ids = new Set(files.map((file) => realpathSync(inProject(`src/web/${file}`))))
  return { name, test: (id: string) => ids.has(id), priority: all.length - place }
})

export default defineConfig({
  root: inProject('.'),
  // The React Compiler is marked experimental: `compiler: false` turns it off and nothing else changes.
  plugins: [react({ compiler: true }), tailwindcss(), firstPaint, callsOfContracts, pageFiles, staticPages],
  // The server puts a fresh nonce in the place of this word for each page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // No inlined data: URLs: `font-src` and `script-src` allow our own files only.
    assetsInlineLimit: 0,
    // The maker of PDFs has 970 KB and comes at the first press for one; what a page loads at first is gated by the bench.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  // The pages of bench/ are no part of the app.
  optimizeDeps: { entries: ['index.html'] },
  // Under the name that people opened: Google sends them back to it.
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  preview: { proxy: { '/api': { target: api, changeOrigin: false } } },
})
