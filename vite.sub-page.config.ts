import { defineConfig, type Plugin } from 'vite'
import { MAX } from './src/shared/limits.ts'
import { RETENTION } from './src/shared/retention.ts'

/** Writes single limits into the script. Otherwise it would contain all limits of the app, which no minifier removes. */
const singleLimits: Plugin = {
  name: 'single-limits',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/sub-page/')
      ? code
          .replace(/\bMAX\.(\w+)/g, (_, name: keyof typeof MAX) => String(MAX[name]))
          .replace(/\bRETENTION\.(\w+)/g, (_, name: keyof typeof RETENTION) => String(RETENTION[name]))
      : null,
}

/** Service workers, which the server fills in and sends. */
const WORKERS: Record<string, string> = { worker: 'sub-page/worker.js', 'app-worker': 'app-worker/worker.js' }

/**
 * Builds the script, the style and the service worker of the substitute's page (src/web/sub-page) into the web folder, and the app's service
 * worker. It's a build of its own, so that none of them shares a file with the app. The server writes the style into the page.
 */
export default defineConfig({
  publicDir: false,
  plugins: [singleLimits],
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    target: 'es2022',
    cssTarget: 'safari16',
    modulePreload: false,
    rolldownOptions: {
      input: { 'sub-page': 'src/web/sub-page/main.ts', worker: 'src/web/sub-page/worker.ts', 'app-worker': 'src/web/shell/app-worker.ts' },
      output: {
        entryFileNames: ({ name }) => WORKERS[name] ?? 'assets/[name]-[hash].js',
        assetFileNames: 'sub-page/style[extname]',
      },
    },
  },
})
