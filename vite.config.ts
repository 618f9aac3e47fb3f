import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { APP_ADDRESSES, pagePath } from './src/shared/addresses.ts'
import { CALL_FIELDS, type CallFields } from './src/shared/endpoint.ts'

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = `http://127.0.0.1:${process.env['API_PORT'] ?? 3000}`

/** Inlines the first-paint script into index.html, so that it runs first on every page and has a single source file. */
const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: (html) => html.replace('__FIRST_PAINT__', () => readFileSync(inProject('src/web/shell/first-paint.js'), 'utf8')),
}

/** Lists the planner's files and the sign-in page's files in index.html. first-paint.js fetches the files of the current page. */
const pageFiles: Plugin = {
  name: 'page-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      ['planner', 'sign-in'].flatMap((page) => {
        const ofPage = Object.keys(bundle ?? {}).filter((file) => file.startsWith(`assets/${page}-`))
        if (!ofPage.some((file) => file.endsWith('.js'))) throw new Error(`The build created no file for ${page}.`)
        return ofPage.map((file) => ({
          tag: 'link',
          attrs: { rel: `x-${page}`, as: file.endsWith('.css') ? 'style' : 'script', crossorigin: true, href: `/${file}` },
          injectTo: 'head-prepend' as const,
        }))
      }),
  },
}

/** Loaded only with a network: the admin dashboard, and the PDF generator, which is as large as everything else. */
const NOT_KEPT = /\/features\/(?:admin|backups)\/|pdf/
/**
 * Lists the files that the app's service worker keeps on the device (src/web/shell/app-worker.ts): everything that the app's page may load,
 * the first files first.
 */
const keptFiles: Plugin = {
  name: 'kept-files',
  apply: 'build',
  generateBundle(_, bundle) {
    const kept = new Set<string>()
    const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' && one.isEntry ? [one] : []))
    // Chunks are added while this loop runs.
    for (const chunk of chunks) {
      if (kept.has(chunk.fileName)) continue
      const { importedCss, importedAssets } = chunk.viteMetadata ?? {}
      for (const file of [chunk.fileName, ...(importedCss ?? []), ...(importedAssets ?? [])]) kept.add(file)
      for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
        const next = bundle[name]
        if (next?.type === 'chunk' && !NOT_KEPT.test(next.facadeModuleId ?? next.name)) chunks.push(next)
      }
    }
    const files = [...kept].filter((file) => !NOT_KEPT.test(file)).map((file) => `/${file}`)
    this.emitFile({ type: 'asset', fileName: 'app-worker/files.json', source: JSON.stringify(files) })
  },
}

const CONTRACT = /\/src\/shared\/[\w/-]+\/contract\.ts$/
/** Modules that validate a teacher's uploaded file need the schemas and everything they import. */
const NEEDS_SHAPES = /\/template-file\.ts$|\?shapes$/

/**
 * Strips the contracts' schemas from the web build, along with the schema library, which makes up a tenth of the initial load. The web app
 * doesn't parse responses, so it only needs plain values and the fields that describe how to make each call. The build fails if a module
 * imports a schema and isn't listed here.
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

/** In development, renders the static pages on each request, at their production URLs. */
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
 * Groups modules that are needed at the same time into one file. Split by imports alone, the planner was 115 files, most of them smaller
 * than their request's headers. Each chunk contains the modules listed here and everything they import, except modules that an earlier
 * chunk contains. Each unlisted module gets its own small file.
 */
const CHUNKS = {
  app: [
    'main.tsx',
    'ui/logo.tsx',
    'lib/page-title.ts',
    // Used by both the planner and the sign-in page.
    '../../src/shared/limits.ts',
    '../../src/shared/accounts/rules.ts',
    '../../node_modules/lucide-react/dist/esm/icons/bell.mjs',
    '../../node_modules/lucide-react/dist/esm/icons/chevron-down.mjs',
    '../../node_modules/lucide-react/dist/esm/icons/eye.mjs',
    '../../node_modules/lucide-react/dist/esm/icons/eye-off.mjs',
    '../../node_modules/lucide-react/dist/esm/icons/school.mjs',
  ],
  planner: [
    'features/calendar/planner-page.tsx',
    'shell/app-shell.tsx',
    'features/calendar/navigation/planner-outlets.tsx',
    'features/billing/gated.tsx',
    'shell/parts-provider.tsx',
  ],
  // What the sign-in page and the planner's dialogs share. The sign-in page fetches it with its own files, because of its name.
  'sign-in-forms': ['ui/field.tsx', 'features/sign-in/data.ts'],
  'sign-in': ['features/sign-in/auth-page.tsx', 'features/sign-in/try-page.tsx'],
  // The redirect back from Google, and the redirect to Google from an open planner.
  google: ['features/sign-in/token-arrival.tsx', 'features/sign-in/auth-success-page.tsx', 'features/sign-in/providers/data.ts'],
  toasts: ['ui/toasts/toast-region.tsx', 'ui/tooltips.ts'],
  // A colleague's calendar. Loaded with the planner if the URL names one.
  viewing: ['features/calendar/viewing/viewing.tsx', 'features/calendar/viewing/plan-hint.tsx'],
  // Loaded as soon as the first week is on screen: the rest of the screen, commands, and saving.
  rest: [
    'features/calendar/block-actions/card-actions.tsx',
    'features/calendar/days/save-block.ts',
    'features/calendar/days/undo.ts',
    'features/calendar/marks/mark-saves.ts',
    'features/calendar/alerts/alert-clock.ts',
    'features/calendar/class-view/class-heading.tsx',
    'features/calendar/month/calendar-sidebar.tsx',
    'features/calendar/navigation/week-announcement.tsx',
    'features/calendar/offline/not-on-device.tsx',
    'features/calendar/planner-rest.tsx',
    'features/calendar/save-indication.tsx',
    'features/calendar/week/card-focus.tsx',
    'features/calendar/week/slots.tsx',
    '../../src/shared/timetables/numbering/rules.ts',
    'shell/feature-parts.ts',
    'shell/shell-commands.tsx',
  ],
  // Loaded right after the first week: what a teacher needs who opens a lesson. Then, when the browser is idle, the rest, in the order in
  // which a teacher is likely to need it.
  lesson: [
    'features/calendar/time-block/time-block-dialog.tsx',
    'features/rich-text/lesson-style.ts',
    // Icons of the editor that other chunks show, too.
    '../../node_modules/lucide-react/dist/esm/icons/sparkles.mjs',
    '../../node_modules/lucide-react/dist/esm/icons/undo-2.mjs',
  ],
  blocks: [
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
    'shell/install-card.tsx',
    'ui/drawer.tsx',
  ],
  editor: ['features/rich-text/lesson-editor.tsx', 'features/writing/write-tool.tsx', 'features/drive/drive-tool.tsx'],
  dialogs: [
    'features/calendar/days/template-calls.ts',
    'features/calendar/navigation/date-words.ts',
    'features/calendar/block-actions/lesson-commands.ts',
    'shell/account.tsx',
    'features/collaboration/collaboration-dialog.tsx',
    'features/print/printing.tsx',
    'features/schools/view-selector.tsx',
    'features/sub-plans/links/links-dialog.tsx',
    'features/sub-plans/out-today/out-today-dialog.tsx',
    'features/sub-plans/special-notes-dialog.tsx',
    'features/sub-plans/sub-plan-dialog.tsx',
    'features/templates/planner/block-templates.tsx',
    'features/templates/planner/template-dialogs.tsx',
    'features/templates/planner/templates-tab.tsx',
    'features/search/search-overlay.tsx',
    'features/collaboration/collaboration-dialogs.tsx',
    'features/live/maintenance-banner.tsx',
    'features/imports/in-and-out.tsx',
    'features/schools/school-dialogs.tsx',
    'features/sub-plans/sub-plan-dialogs.tsx',
    'features/writing/writing-dialogs.tsx',
    'shell/admin-command.tsx',
    'shell/app-on-device.tsx',
    'shell/billing-command.tsx',
    'shell/preferences.tsx',
    'shell/shortcuts-dialog.tsx',
    'features/sign-in/sign-out-question.tsx',
  ],
  // A school administrator's pages.
  school: ['features/schools/school-pages.tsx', 'features/schools/school-notice.tsx'],
}

const chunks = Object.entries(CHUNKS).map(([name, files], place, all) => {
  // Throws if a listed file has moved. Otherwise, its chunk would silently split up again.
  const ids = new Set(files.map((file) => realpathSync(inProject(`src/web/${file}`))))
  return { name, test: (id: string) => ids.has(id), priority: all.length - place }
})

/**
 * Code of the first load that the React Compiler would make larger without making anything faster: it renders rarely, or changes as a whole.
 * The compiler's code for it would be 10 kB. The week and its cards are compiled.
 */
const NOT_COMPILED = [
  /\/src\/web\/(?:lib\/|ui\/(?:button|empty-state|error-state|keys|logo|segmented|skeleton|spinner)\.)/,
  /\/src\/web\/(?:router|shell\/(?:app-shell|command-keys|parts-provider|profile-chip|profile-menu|signed-in))\./,
  /\/features\/(?:accounts\/guest-notice|billing\/gated|schools\/planner-parts|print\/print-button|templates\/planner\/(?:templates|menu)-button)\./,
  /\/features\/calendar\/(?:planner-(?:aside|bar|content|heading|page|steps)|(?:block-actions|day-actions)\/\w+-menus|class-view\/class-heading|offline\/(?:not-on-device|outage-line))\./,
  /\/features\/calendar\/(?:marks\/(?:mark-banners|unblock-button)|navigation\/(?!shown-date)[\w-]+|week\/(?:now-mark|short-day-badge|slots|week-skeleton)|time-block\/draft-sign|days\/usual)\./,
]

export default defineConfig({
  root: inProject('.'),
  // The React Compiler is still experimental. To turn it off, set `compiler: false`. Nothing else needs to change.
  plugins: [
    react({ compiler: true, exclude: [/\/node_modules\//, ...NOT_COMPILED] }),
    tailwindcss(),
    firstPaint,
    callsOfContracts,
    pageFiles,
    keptFiles,
    staticPages,
  ],
  // The server replaces this placeholder with a fresh nonce for each page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Disables inlined data: URLs, because `font-src` and `script-src` only allow our own files.
    assetsInlineLimit: 0,
    // The PDF generator is 970 KB and loads on first use. A separate check in bench/ limits each page's initial load.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  // Excludes the pages in bench/, which aren't part of the app.
  optimizeDeps: { entries: ['index.html'] },
  // Keeps the host name that the user opened, because Google redirects back to it.
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  preview: { proxy: { '/api': { target: api, changeOrigin: false } } },
})
